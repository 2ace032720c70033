import { defineSink, z } from '@gleaner/plugin';

/** `my-plugin`: posts a message for each event. Replace the URL and body, and list the host in the manifest. */
export default defineSink({
  id: 'my-plugin',
  summary: 'Posts a message for each event to example.com.',
  config: z.object({ channel: z.string().min(1).describe('Channel that messages are sent to.') }),
  create: ({ channel }, { http }) => ({
    async deliver({ type, jobId, webhookId }, signal) {
      const { ok, status } = await http.fetch('https://api.example.com/messages', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': webhookId },
        body: JSON.stringify({ channel, text: `${type} of job ${jobId}` }),
        signal,
      });
      return { result: ok ? 'delivered' : 'retry', statusCode: status };
    },
  }),
});
