import { defineModel, languageModelFields, serviceFields, z } from '../../core/contract/plugin';

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** `anthropic`: Claude models through Anthropic's Messages API. */
export default defineModel({
  id: 'anthropic',
  summary: 'Uses a Claude model from Anthropic or a service with the same API.',
  config: z.object({
    ...serviceFields('https://api.anthropic.com/v1'),
    ...languageModelFields,
  }),
  create: ({ baseUrl, apiKey, ...settings }, { languageModel }) =>
    languageModel({
      baseUrl,
      settings,
      async connect(fetch, model) {
        const { createAnthropic } = await import('@ai-sdk/anthropic');
        return createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model);
      },
      catalogue: {
        path: '/models?limit=1000',
        headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
        names: (answer) => listed.parse(answer).data.map(({ id }) => id),
      },
    }),
});
