import { defineModel, languageModelFields, serviceFields, z } from '../../core/contract/plugin';

const listed = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).default([]) })),
});

/** `google`: Gemini models through Google's Generative Language API. */
export default defineModel({
  id: 'google',
  summary: 'Uses a Gemini model from Google.',
  config: z.object({
    ...serviceFields('https://generativelanguage.googleapis.com/v1beta'),
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
