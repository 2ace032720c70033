import { creditsOfTokens, tokensOf } from '../../core/common/format-cost';
import type { JobRequest } from '../api/job-types';
import { asWritten } from './job-form';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import { emptyForm, fromRequest, type ScrapeForm, toRequest } from './scrape-request';
import type { WrittenSchema } from './wanted-fields';

/** What the form of an extract holds. */
export interface ExtractForm {
  readonly urls: readonly string[];
  readonly prompt: string;
  readonly schema?: WrittenSchema;
  /** True when the request names the agent profile. */
  readonly usesAgent: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly scrape: Pick<ScrapeForm, 'options' | 'actions'>;
}

/** A form nobody has touched; where each value was read is worth knowing in a window. */
export const emptyExtract: ExtractForm = {
  urls: [],
  prompt: '',
  usesAgent: false,
  options: { showSources: true },
  scrape: { options: {}, actions: [] },
};

/** The agent an extract may name. */
export const extractAgent = 'FIRE-1';

/** The v2 request of a form: only what differs from the defaults of the schemas. */
export function toExtractRequest(form: ExtractForm, schema?: JsonSchema, scrapeSchema?: JsonSchema): JobRequest {
  const { url: _, ...scrapeOptions } = toRequest({ ...emptyForm, ...form.scrape }, scrapeSchema);
  const prompt = form.prompt.trim();
  return {
    ...(form.urls.length > 0 ? { urls: form.urls } : {}),
    ...(prompt === '' ? {} : { prompt }),
    ...(form.schema ? { schema: form.schema } : {}),
    ...changedValues(form.options, schema),
    ...(form.usesAgent ? { agent: { model: extractAgent } } : {}),
    ...(Object.keys(scrapeOptions).length > 0 ? { scrapeOptions } : {}),
  };
}

/** The form that would send a request again. */
export function fromExtractRequest(request: JobRequest, schema?: JsonSchema, scrapeSchema?: JsonSchema): ExtractForm {
  const { urls, prompt, schema: wanted, agent, scrapeOptions, ...options } = request;
  // Named so that the time that follows from the format is known for what it is.
  const ofPages = asWritten({ ...(scrapeOptions as JobRequest | undefined), formats: ['json'] });
  const { options: given, actions } = fromRequest(ofPages, scrapeSchema);
  return {
    ...emptyExtract,
    urls: Array.isArray(urls) ? urls.map(String) : [],
    prompt: typeof prompt === 'string' ? prompt : '',
    schema: wanted as WrittenSchema | undefined,
    usesAgent: agent !== undefined,
    options: changedValues(options, schema),
    scrape: { options: given, actions },
  };
}

const usualText = 'a value of some words';
const isSchema = (value: unknown): value is WrittenSchema => typeof value === 'object' && value !== null;

/** An answer of the usual length, with one entry in each list. */
function sampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return usualText;
  if (isSchema(schema.properties)) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner)]));
  }
  return isSchema(schema.items) ? [sampleOf(schema.items)] : usualText;
}

/** Credits of an answer with one entry in each list, without the tokens of a language model; of ten fields when no schema says which. */
export function usualCredits(schema: WrittenSchema | undefined): number {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`field ${at}`, usualText]));
  return creditsOfTokens(tokensOf(schema ? sampleOf(schema) : ten, 0));
}
