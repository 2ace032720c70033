import { z } from 'zod';
import { promptFields } from '../../../common/api/crawl-request';
import type { ParamsPreviewSpec } from '../../../common/job-specs';
import type { Model } from '../../../contract/plugin';
import type { PromptReading } from './options-by-rules';

/** A model that implements `ask`. */
export type AskableModel = Required<Pick<Model, 'ask'>>;

const kinds: Readonly<Record<keyof typeof promptFields, z.ZodType>> = {
  includePaths: z.array(z.string()),
  excludePaths: z.array(z.string()),
  maxDiscoveryDepth: z.int(),
  allowExternalLinks: z.boolean(),
  allowSubdomains: z.boolean(),
  deduplicateSimilarURLs: z.boolean(),
  delay: z.number(),
  crawlEntireDomain: z.boolean(),
  ignoreQueryParameters: z.boolean(),
  limit: z.int(),
  sitemap: z.enum(['include', 'skip', 'only']),
};

/** Options are nullable rather than optional, because services that support structured output require every field. */
const answer = z.strictObject({
  ...Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const { description = '' } = promptFields[name as keyof typeof promptFields].meta() ?? {};
      return [name, kind.nullable().describe(description)];
    }),
  ),
  notUnderstood: z.array(z.string()).describe('Parts of the text that these options cannot express, quoted verbatim.'),
});

const { $schema: _, ...schema } = z.toJSONSchema(answer) as Readonly<Record<string, unknown>>;

const instructions = [
  'You turn a request to crawl a website into crawler options.',
  'Set only options that the request asks for. Every other option is null.',
  'includePaths and excludePaths are JavaScript regular expressions that are matched against the pathname.',
  `Answer only with one JSON object that matches this JSON schema: ${JSON.stringify(schema)}`,
].join(' ');

/**
 * Derives crawl options from a prompt by asking a model. Invalid options are dropped with a remark. Rejects with
 * MODEL_FAILED.
 */
export async function optionsByModel(
  model: AskableModel,
  { url, prompt }: ParamsPreviewSpec,
  signal: AbortSignal,
): Promise<PromptReading> {
  const text = `The crawl starts at ${url}.\n\n${prompt}`;
  const { notUnderstood = [], ...given } = (await model.ask({ instructions, text, schema }, signal)) as {
    readonly notUnderstood?: readonly string[];
  };
  const asked = Object.entries(given).filter(([, value]) => value !== null && !isEmptyList(value));
  const read = asked.map(([name, value]) => {
    const { success, data } = promptFields[name as keyof typeof promptFields].safeParse(value);
    return { name, data, success };
  });
  const unfit = read.flatMap(({ name, success }) => (success ? [] : [name]));
  const quoted = notUnderstood.map((piece) => `"${piece.slice(0, 80)}"`).slice(0, 5);
  return {
    options: Object.fromEntries(read.flatMap(({ name, data, success }) => (success ? [[name, data]] : []))),
    remarks: [
      ...(quoted.length > 0 ? [`Not understood and ignored: ${quoted.join(', ')}.`] : []),
      ...(unfit.length > 0 ? [`The model returned unusable values for ${unfit.join(', ')}.`] : []),
    ],
  };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
