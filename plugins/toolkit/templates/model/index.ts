import { AppError, defineModel, z } from '@gleaner/plugin';

const reply = z.object({ data: z.unknown(), tokens: z.number().default(0) });

/**
 * `my-plugin`: extracts structured data through a JSON API. Replace the URL and body, and list the host in the
 * manifest.
 */
export default defineModel({
  id: 'my-plugin',
  summary: 'Extracts structured data through the API of example.com.',
  config: z.object({}),
  create: (_, { http }) => ({
    async extract({ text, prompt, schema }, signal) {
      const answer = await http.fetch('https://api.example.com/extract', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text, prompt, schema }),
        signal,
      });
      if (!answer.ok) throw new AppError('MODEL_FAILED', `Example returned status ${answer.status}.`);
      const { data, tokens } = reply.parse(await answer.json());
      return { value: data, tokensUsed: tokens };
    },
  }),
});
