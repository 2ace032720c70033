import { creditsOfTokens, tokensOf } from '../../core/common/format-cost';
import type { JobRequest } from '../api/job-types';
import { asWritten } from './job-form';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import { emptyForm, fromRequest, type ScrapeForm, toRequest } from './scrape-request';
import type { WrittenSchema } from './wanted-fields';

/** Form for an extraction. */
export interface ExtractForm {
  readonly urls: readonly string[];
  readonly prompt: string;
  readonly schema?: WrittenSchema;
  /** True when the extraction uses the agent profile. */
  readonly usesAgent: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly scrape: Pick<ScrapeForm, 'options' | 'actions'>;
}

/** Initial form. Sources are enabled by default in the UI. */
export const emptyExtract: ExtractForm = {
  urls: [],
  prompt: '',
  usesAgent: false,
  options: { showSources: true },
  scrape: { options: {}, actions: [] },
};

/** Agent profile for extractions. */
export const extractAgent = 'FIRE-1';

/** Converts a form to a v2 request, omitting values that equal the schemas' defaults. */
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

/** Converts a request to a form. */
export function fromExtractRequest(request: JobRequest, schema?: JsonSchema, scrapeSchema?: JsonSchema): ExtractForm {
  const { urls, prompt, schema: wanted, agent, scrapeOptions, ...options } = request;
  // Adds the format by name, so that a timeout is recognized if the engine derived it from the format.
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

const typicalText = 'a value of some words';
const isSchema = (value: unknown): value is WrittenSchema => typeof value === 'object' && value !== null;

/** Returns a sample answer of typical length, with one entry in each list. */
function sampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return typicalText;
  if (isSchema(schema.properties)) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner)]));
  }
  return isSchema(schema.items) ? [sampleOf(schema.items)] : typicalText;
}

/**
 * Returns the number of credits typically charged for an answer with one entry in each list, excluding language model
 * tokens. Assumes ten fields if there is no schema.
 */
export function typicalCredits(schema: WrittenSchema | undefined): number {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`field ${at}`, typicalText]));
  return creditsOfTokens(tokensOf(schema ? sampleOf(schema) : ten, 0));
}
