import { z } from 'zod';

/** Settings common to all language models. Each plugin adds the URL and key. */
export const languageModelFields = {
  model: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Name of the model, as listed by the service; if empty, the service’s only model is used.'),
  contextTokens: z
    .int()
    .min(1_000)
    .max(10_000_000)
    .optional()
    .describe('Context length of the model in tokens; if empty, the length reported by the service is used.'),
  inputTokens: z
    .int()
    .min(500)
    .max(1_000_000)
    .default(8_000)
    .describe(
      'Maximum number of tokens of page text in one call; fewer are sent if the model’s context length requires it.',
    ),
  outputTokens: z
    .int()
    .min(100)
    .max(1_000_000)
    .default(8_000)
    .describe('Maximum number of tokens per answer; if an answer is longer, the page text is split in half.'),
  maxParts: z
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Maximum number of calls for one long page; the remaining text is skipped with a warning.'),
  concurrency: z.int().min(1).max(64).default(4).describe('Maximum number of concurrent calls.'),
  timeoutSeconds: z.int().min(1).max(3600).default(120).describe('Timeout of a call in seconds.'),
  inputPrice: z
    .number()
    .min(0)
    .default(0)
    .describe('Price of a million input tokens in US dollars; used to estimate the cost.'),
  outputPrice: z
    .number()
    .min(0)
    .default(0)
    .describe('Price of a million output tokens in US dollars; used to estimate the cost.'),
};

/** Base URL of a service, without trailing slashes. The configured key is sent only to this URL. */
export const serviceAddress = z.url({ protocol: /^https?$/ }).overwrite((url) => url.replace(/(?<!\/)\/+$/, ''));

/** Returns the settings fields for the key and base URL of a hosted service. */
export const serviceFields = (address: string) => ({
  apiKey: z.string().min(1).describe('API key for the service.').meta({ secret: true }),
  baseUrl: serviceAddress.default(address).describe('Base URL of the service.').meta({ bindsSecrets: true }),
});

const settings = z.object(languageModelFields);

/** Settings of any language model, with defaults set. */
export type LanguageModelSettings = z.output<typeof settings>;
