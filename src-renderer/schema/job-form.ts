import { withWebScheme } from '../../core/common/api/target-url';
import type { JobItem, JobKind, JobRequest, JobSchemas } from '../api/job-types';
import type { JsonSchema } from './json-schema';
import { changedValues } from './same-value';
import { emptyForm, fromRequest, type ScrapeForm, toRequest } from './scrape-request';

type Values = Readonly<Record<string, unknown>>;

/** Form for a new job. Each kind of job keeps its options while another kind is shown. */
export interface JobForm {
  readonly kind: JobKind;
  readonly expert: boolean;
  /** Start page of a crawl, or site to map. */
  readonly url: string;
  /** URLs of the pages in a batch. */
  readonly urls: readonly string[];
  readonly options: Readonly<Record<JobKind, Values | undefined>>;
  /** Scrape options for each page. */
  readonly scrape: Omit<ScrapeForm, 'url'>;
  readonly webhook: Values;
}

const { url: _none, ...emptyScrape } = emptyForm;

/** Initial form. */
export const emptyJobForm: JobForm = {
  kind: 'crawl',
  expert: false,
  url: '',
  urls: [],
  options: {},
  scrape: emptyScrape,
  webhook: {},
};

/** Structure of a request. It depends on the schema of the job kind. */
export interface RequestShape {
  /** True if the request takes a list of pages. False if it takes a single URL. */
  readonly hasList: boolean;
  /**
   * Location of the page options: next to the other options, or inside `scrapeOptions`. Undefined for kinds without
   * page options.
   */
  readonly pageOptions: 'beside' | 'inside' | undefined;
  readonly hasWebhook: boolean;
}

/**
 * Returns the request structure of a job kind. Until the schema is loaded, returns the structure of a crawl request.
 */
export function shapeOf(schema: JsonSchema | undefined): RequestShape {
  const fields = schema?.properties ?? { url: {}, scrapeOptions: {}, webhook: {} };
  const pageOptions = 'scrapeOptions' in fields ? 'inside' : 'formats' in fields ? 'beside' : undefined;
  return { hasList: 'urls' in fields, pageOptions, hasWebhook: 'webhook' in fields };
}

/** Converts a form to a v2 request. */
export function toJobRequest(form: JobForm, schemas?: JobSchemas, scrapeSchema?: JsonSchema): JobRequest {
  const { kind } = form;
  const { url: _, ...scrape } = toRequest({ ...form.scrape, url: '' }, scrapeSchema);
  const { hasList, pageOptions, hasWebhook } = shapeOf(schemas?.[kind]);
  const options = changedValues(form.options[kind] ?? {}, schemas?.[kind]);
  const { url: hook, ...ofHook } = changedValues(form.webhook, undefined);
  const said = { ...ofHook, ...(typeof hook === 'string' && hook ? { url: withWebScheme(hook) } : {}) };
  const webhook = hasWebhook && said.url ? { webhook: Object.keys(said).length > 1 ? said : said.url } : {};
  const inside = pageOptions === 'inside' && Object.keys(scrape).length > 0 ? { scrapeOptions: scrape } : {};
  const ofPages = pageOptions === 'beside' ? scrape : inside;
  return { ...(hasList ? { urls: form.urls } : { url: withWebScheme(form.url) }), ...options, ...ofPages, ...webhook };
}

const bareName = (entry: unknown): unknown => {
  const { type, ...options } = (typeof entry === 'object' && entry ? entry : {}) as Values;
  return type && Object.keys(options).length === 0 ? type : entry;
};

/** Returns page options as written by the caller. Drops options that the engine derived from other options. */
export function asWritten(options: Values): Values {
  const { timeout, parsers, proxy, formats, zeroDataRetention: _, ...rest } = options;
  const derived = JSON.stringify(formats ?? '').includes('"json"') ? 60_000 : 30_000;
  return {
    ...rest,
    proxy,
    formats,
    ...(Array.isArray(parsers) ? { parsers: parsers.map(bareName) } : {}),
    ...(timeout === derived ? {} : { timeout }),
  };
}

/** Returns the job kind's own options in a request, excluding the page options. */
function ownOptions(request: Values, schema: JsonSchema | undefined, scrape: JsonSchema | undefined): Values {
  const own = Object.keys(schema?.properties ?? {}).filter((name) => !(name in (scrape?.properties ?? {})));
  return Object.fromEntries([...own, 'zeroDataRetention'].map((name) => [name, request[name]]));
}

/** A job whose request is loaded into a form. */
export type OpenedJob = Pick<JobItem, 'kind' | 'request' | 'url'> & {
  readonly webhook?: Partial<NonNullable<JobItem['webhook']>>;
};

/**
 * Restores the form for a job. `urls` contains the page URLs of a batch. Opens in Expert mode only if the job has
 * settings that Simple mode does not show.
 */
export function fromJob(
  job: OpenedJob,
  urls: readonly string[],
  schemas?: JobSchemas,
  scrapeSchema?: JsonSchema,
): JobForm {
  const { kind, request, webhook } = job;
  // The pages and the webhook have their own places in the form.
  const { scrapeOptions, url, urls: _urls, webhook: _webhook, ...rest } = request;
  const { hasList, pageOptions } = shapeOf(schemas?.[kind]);
  const ofKind = pageOptions === 'inside' ? rest : ownOptions(rest, schemas?.[kind], scrapeSchema);
  const ofPages = Object.entries(rest).filter(([name]) => !(name in ofKind));
  const given = (pageOptions === 'inside' ? scrapeOptions : Object.fromEntries(ofPages)) as Values | undefined;
  const { url: _, ...scrape } = fromRequest(asWritten(given ?? {}), scrapeSchema);
  const options = changedValues(ofKind, schemas?.[kind]);
  return {
    ...emptyJobForm,
    kind,
    expert:
      Object.keys(scrape.options).some((name) => name !== 'onlyMainContent') ||
      scrape.actions.length > 0 ||
      Boolean(webhook),
    url: hasList ? '' : String(url ?? job.url),
    urls,
    options: { ...emptyJobForm.options, [kind]: options },
    scrape,
    webhook: webhook ? { ...webhook } : {},
  };
}
