import type { ProfileName } from '../../core/common/profiles';
import { isObject } from '../../core/common/values/json';
import type { JobRequest } from '../api/job-types';
import { asWritten } from './job-form';
import type { JsonSchema } from './json-schema';
import { changedValues, sameValue } from './same-value';
import { emptyForm, fromRequest, type ScrapeForm, toRequest } from './scrape-request';
import type { WrittenSchema } from './wanted-fields';

type Values = Readonly<Record<string, unknown>>;

/** Form for an extraction from given pages, or for an agent run that finds its own pages. */
export interface ExtractForm {
  /** True if the form starts an agent run, which finds its own pages. */
  readonly findsPages: boolean;
  /** URLs of the pages to read. An agent run starts at these pages. */
  readonly urls: readonly string[];
  readonly prompt: string;
  readonly schema?: WrittenSchema;
  /** The user's choice between one row per page and one answer from all pages. Absent until the user chooses. */
  readonly rowsOfPages?: boolean;
  /** True if the extraction uses the agent profile. */
  readonly usesAgent: boolean;
  /** Options of an extraction. */
  readonly options: Values;
  /** Options of an agent run. */
  readonly agentOptions: Values;
  readonly scrape: Pick<ScrapeForm, 'options' | 'actions'>;
}

/** Maximum number of URLs in an extraction. */
export const maxExtractUrls = 10;

/** Initial form. In the UI, the sources of values are included by default. */
export const emptyExtract: ExtractForm = {
  findsPages: false,
  urls: [],
  prompt: '',
  usesAgent: false,
  options: { showSources: true },
  agentOptions: {},
  scrape: { options: {}, actions: [] },
};

/** Agent profile for extractions. */
export const extractAgent: ProfileName = 'FIRE-1';

/** Model profile for each effort level of an agent run. */
const profiles = { low: 'spark-1-mini', medium: 'spark-1-pro', high: 'spark-1-pro' } as const;

/** Effort level of an agent run. */
export type Effort = keyof typeof profiles;

/** Returns the effort level in an agent run's options. Defaults to `low`. */
export const effortOf = ({ effort }: Values): Effort => (effort === 'medium' || effort === 'high' ? effort : 'low');

/** Returns the model profile used by a form. Undefined for the default model. */
export function profileOf({ findsPages, usesAgent, agentOptions }: ExtractForm): ProfileName | undefined {
  if (findsPages) return profiles[effortOf(agentOptions)];
  return usesAgent ? extractAgent : undefined;
}

/** True if URLs select more than one page. */
const readsSeveral = (urls: readonly string[]): boolean => urls.length > 1 || urls.some((url) => url.endsWith('/*'));

const recordsIn = ({ properties }: WrittenSchema): boolean =>
  isObject(properties) &&
  Object.values(properties).some(
    (field) => isObject(field) && isObject(field.items) && isObject(field.items.properties),
  );

/**
 * True if the user can choose between one row per page and one answer from all pages. Requires several pages, and a
 * schema that is not already a list of records.
 */
export const offersRows = ({ findsPages, urls, schema }: ExtractForm): boolean =>
  !findsPages && readsSeveral(urls) && isObject(schema?.properties) && !recordsIn(schema);

/** True if the extraction returns one row per page. This is the default for several pages. */
export const hasRowsOfPages = (form: ExtractForm): boolean => offersRows(form) && form.rowsOfPages !== false;

/** True if a request's schema describes only a list of records, which become the rows of the job. */
export function requestsList({ schema }: JobRequest): boolean {
  if (!isObject(schema)) return false;
  const isRecord = (items: unknown): boolean => isObject(items) && isObject(items.properties);
  if (!isObject(schema.properties)) return isRecord(schema.items);
  const [field, ...others] = Object.values(schema.properties);
  return others.length === 0 && isObject(field) && isRecord(field.items);
}

/** Returns the schema of a list whose records have the given schema. */
const listOf = (schema: WrittenSchema): WrittenSchema => ({
  type: 'object',
  properties: { items: { type: 'array', items: schema } },
});

/** Returns the record schema in a schema created by `listOf`. Undefined for other schemas. */
function recordIn(schema: WrittenSchema | undefined): WrittenSchema | undefined {
  const { items } = isObject(schema?.properties) ? schema.properties : {};
  const record = isObject(items) && isObject(items.items) ? items.items : undefined;
  if (!record || !isObject(record.properties) || recordsIn(record)) return undefined;
  return sameValue(listOf(record), schema) ? record : undefined;
}

/**
 * Returns the request of an extraction with one row per page. Undefined if the request has no fields or already returns
 * a list.
 */
export function asList(request: JobRequest): JobRequest | undefined {
  const { schema } = request;
  return isObject(schema) && isObject(schema.properties) && !recordsIn(schema)
    ? { ...request, schema: listOf(schema) }
    : undefined;
}

/** Converts a form to a v2 request. Omits values that equal the schemas' defaults. */
export function requestOf(form: ExtractForm, schema?: JsonSchema, scrapeSchema?: JsonSchema): JobRequest {
  const prompt = form.prompt.trim();
  const wanted = {
    ...(form.urls.length > 0 ? { urls: form.urls } : {}),
    ...(prompt === '' ? {} : { prompt }),
    ...(form.schema ? { schema: form.schema } : {}),
  };
  if (form.findsPages) return { ...wanted, ...changedValues(form.agentOptions, schema) };
  const listed = form.schema && hasRowsOfPages(form) ? { schema: listOf(form.schema) } : {};
  const { url: _, ...scrapeOptions } = toRequest({ ...emptyForm, ...form.scrape }, scrapeSchema);
  return {
    ...wanted,
    ...listed,
    ...changedValues(form.options, schema),
    ...(form.usesAgent ? { agent: { model: extractAgent } } : {}),
    ...(Object.keys(scrapeOptions).length > 0 ? { scrapeOptions } : {}),
  };
}

/** Converts a request to a form. `kind` is `extract` or `agent`. */
export function formOf(kind: string, request: JobRequest, schema?: JsonSchema, scrapeSchema?: JsonSchema): ExtractForm {
  const { urls, prompt, schema: wanted, ...rest } = request;
  const form = {
    ...emptyExtract,
    findsPages: kind === 'agent',
    urls: Array.isArray(urls) ? urls.map(String) : [],
    prompt: typeof prompt === 'string' ? prompt : '',
    schema: wanted as WrittenSchema | undefined,
  };
  if (form.findsPages) return { ...form, agentOptions: changedValues(withEffort(rest), schema) };
  const list = recordIn(form.schema);
  const rows =
    form.schema && readsSeveral(form.urls) ? { schema: list ?? form.schema, rowsOfPages: list !== undefined } : {};
  const { agent, scrapeOptions, ...options } = rest;
  // Adds the `json` format, so that `asWritten` recognizes a timeout that the engine derived from it.
  const ofPages = asWritten({ ...(scrapeOptions as JobRequest | undefined), formats: ['json'] });
  const { options: given, actions } = fromRequest(ofPages, scrapeSchema);
  return {
    ...form,
    ...rows,
    usesAgent: agent !== undefined,
    options: changedValues(options, schema),
    scrape: { options: given, actions },
  };
}

/** Replaces the model profile in an agent request with the matching effort level. */
function withEffort({ model, effort, ...rest }: Values): Values {
  if (model === undefined) return { ...rest, effort };
  if (model === 'spark-1-mini') return rest;
  return { ...rest, effort: model === 'spark-1-pro' && effort === 'low' ? 'medium' : (effort ?? 'medium') };
}

/** Number of pages that a form's URLs select. */
export interface PageCount {
  readonly pages: number;
  /** True if the number is an upper limit. */
  readonly isLimit: boolean;
}

const standardLimit = 100;

/** Returns the number of pages that an extraction reads. A URL with `/*` counts as up to `limit` pages. */
export function pagesOf({ urls, options }: ExtractForm): PageCount {
  const sites = urls.filter((url) => url.endsWith('/*')).length;
  const limit = typeof options.limit === 'number' ? options.limit : standardLimit;
  return { pages: urls.length - sites + sites * limit, isLimit: sites > 0 };
}
