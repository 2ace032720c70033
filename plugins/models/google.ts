import { defineModel, languageModelFields, z } from '../../core/plugin';

const listed = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).default([]) })),
});

/** `google`: Gemini models, by Google's generative language API. */
export default defineModel({
  id: 'google',
  summary: 'Asks a Gemini model of Google.',
  config: z.object({
    apiKey: z.string().min(1).describe('Key of the service.').meta({ secret: true }),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .overwrite((url) => url.replace(/\/+$/, ''))
      .default('https://generativelanguage.googleapis.com/v1beta')
      .describe('Base address of the service.')
      .meta({ bindsSecrets: true }),
    ...languageModelFields,
  }),
  create: ({ baseUrl, apiKey, ...settings }, { languageModel }) =>
    languageModel({
      baseUrl,
      settings,
      async connect(fetch, model) {
        const { createGoogle } = await import('@ai-sdk/google');
        return createGoogle({ baseURL: baseUrl, apiKey, fetch })(model);
      },
      catalogue: {
        path: '/models?pageSize=1000',
        headers: { 'x-goog-api-key': apiKey },
        names: (answer) =>
          listed
            .parse(answer)
            .models.filter(({ supportedGenerationMethods: methods }) => methods.includes('generateContent'))
            .map(({ name }) => name.replace(/^models\//, '')),
      },
    }),
});
