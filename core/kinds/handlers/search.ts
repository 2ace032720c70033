import { inject, injectable } from 'inversify';
import { searchAnswerV1, searchAnswerV2 } from '../../common/api/search-answers';
import { searchRequest } from '../../common/api/search-request';
import { orAborted } from '../../common/concurrency/promises';
import { AppError, toAppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { SearchSpec, StoredOptions } from '../../common/job-specs';
import type { ApiVersion } from '../../common/model';
import type { SearchCategory, SearchSource } from '../../common/search-query';
import { newId } from '../../common/values/ids';
import type { SearchHit } from '../../contract/search-plugin';
import { PageRunner } from '../../jobs/page-runner';
import { SearchHost } from '../../net/search/search-host';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import type { JobPlan, SyncAnswer, SyncCall, SyncJobHandler } from '../../ports/jobs/job-handler';
import { bestPassage } from '../search/best-passage';
import { categoryOf, filterResults } from '../search/result-filter';

type SearchOptions = StoredOptions<SearchSpec>;

/** Search: finds pages for a query, and scrapes them on request. */
@injectable()
export default class SearchHandler implements SyncJobHandler<SearchSpec> {
  readonly mode = 'sync';
  readonly kind = 'search';
  readonly name = 'Search';
  readonly path = 'search';
  readonly summary = 'Searches the web, news or images, and scrapes the results on request.';
  readonly example = { query: 'copper kettle', limit: 5 };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(SearchHost) private readonly searches: SearchHost,
    @inject(PageRunner) private readonly pages: PageRunner,
  ) {}

  schema(version: ApiVersion) {
    return searchRequest(version, this.schemas.parts);
  }

  answer(version: ApiVersion) {
    return version === 'v1' ? searchAnswerV1 : searchAnswerV2;
  }

  async plan({ scrape, zeroDataRetention: _, ...options }: SearchSpec): Promise<JobPlan<SearchOptions>> {
    return { url: options.queries[0]?.text ?? '', scrape, options };
  }

  /** Runs the search. Rejects with SEARCH_TIMEOUT, or with SEARCH_FAILED when no search service responds. */
  async run(job: Job<SearchOptions>, { signal }: SyncCall): Promise<SyncAnswer> {
    const { timeoutMs } = job.options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const within = AbortSignal.any([signal, deadline]);
    try {
      return await orAborted(this.#run(job, within), within);
    } catch (thrown) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw thrown;
      throw new AppError('SEARCH_TIMEOUT', `The search took longer than ${timeoutMs} ms; raise \`timeout\`.`);
    }
  }

  async #run(job: Job<SearchOptions>, signal: AbortSignal): Promise<SyncAnswer> {
    const { queries, warning: ofRequest } = job.options;
    const found = await Promise.all(queries.map((query) => this.#find(job, query, signal)));
    const sum = (of: (pages: FoundPages) => number) => found.reduce((total, one) => total + of(one), 0);
    const warnings = [...(ofRequest ? [ofRequest] : []), ...found.flatMap((one) => one.warnings)];
    const warning = [...new Set(warnings)].join(' ');
    const credits = sum((one) => one.credits);
    const told = warning ? { warning } : {};
    const data =
      job.version === 'v1'
        ? found.flatMap(({ results }) => results)
        : Object.fromEntries(found.map(({ source, results }) => [source, results]));
    const body = job.version === 'v1' ? { data, ...told } : { data, ...told, creditsUsed: credits, id: job.id };
    return { body, pages: sum((one) => one.pages), credits };
  }

  /**
   * Returns the results from a source. If formats are requested, scrapes the page of each result and reports failures
   * in the result's metadata.
   */
  async #find(job: Job<SearchOptions>, query: SearchSpec['queries'][number], signal: AbortSignal): Promise<FoundPages> {
    const { hits, warning } = await this.searches.search(query, signal);
    const { ignoreInvalidURLs, categories, highlights, words } = job.options;
    const { hits: kept, undated } = filterResults(hits, { ...job.options, tbs: query.tbs });
    const listed = toResults(kept, query.source).map((result) => withCategory(result, categories));
    const undatedWarning =
      undated > 0 ? `The dates of ${undated} results are unknown, so \`tbs\` did not filter them.` : '';
    const warnings = [warning ?? '', undatedWarning].filter(Boolean);
    if (job.spec.formats.length === 0 || query.source === 'images') {
      return { source: query.source, results: listed, pages: 0, credits: listed.length, warnings };
    }
    const scraped = await Promise.all(listed.map((result) => this.#scrape(job, result, signal)));
    const shown = ignoreInvalidURLs ? scraped.filter(({ failed }) => !failed) : scraped;
    const credits = scraped.reduce((total, one) => total + one.credits, 0);
    const pages = scraped.filter(({ failed }) => !failed).length;
    return {
      source: query.source,
      results: shown.map(({ result }) => (highlights ? withPassage(result, words, query.source) : result)),
      pages,
      credits,
      warnings,
    };
  }

  async #scrape({ id: jobId, kind, spec }: Job, result: FoundPages['results'][number], signal: AbortSignal) {
    const page = { ...spec, url: String(result.url) };
    try {
      const task = { id: newId(), jobId, kind, spec: page, followsLinks: false, depth: 0, attempt: 1 };
      const { document, credits } = await this.pages.run(task, signal);
      return { result: { ...result, ...document }, credits, failed: false };
    } catch (thrown) {
      signal.throwIfAborted();
      const { message: error, status: statusCode } = toAppError(thrown);
      const metadata = { sourceURL: page.url, statusCode, error };
      return { result: { ...result, metadata }, credits: 0, failed: true };
    }
  }
}

/** Results from one source, as returned to the caller. */
interface FoundPages {
  readonly source: SearchSource;
  readonly results: readonly Readonly<Record<string, unknown>>[];
  /** Number of scraped pages. */
  readonly pages: number;
  readonly credits: number;
  readonly warnings: readonly string[];
}

type FoundResult = FoundPages['results'][number];

/** Labels a result with the requested category that it matches, if any. */
function withCategory(result: FoundResult, categories: readonly SearchCategory[]): FoundResult {
  const category = categoryOf(String(result.url), categories);
  return category ? { ...result, category } : result;
}

/** Replaces the description of a scraped result with the passage that best matches the query. */
function withPassage(result: FoundResult, words: string, source: SearchSource): FoundResult {
  const passage = typeof result.markdown === 'string' ? bestPassage(result.markdown, words) : undefined;
  if (passage === undefined) return result;
  return source === 'news' ? { ...result, snippet: passage } : { ...result, description: passage };
}

/** Converts results to their API form, which depends on the source. */
function toResults(hits: readonly SearchHit[], source: SearchSource): FoundPages['results'] {
  return hits.map(({ url, title, description, date, imageUrl, imageWidth, imageHeight }, index) => {
    const position = index + 1;
    if (source === 'images') return { title, imageUrl, imageWidth, imageHeight, url, position };
    if (source === 'news') return { title, url, snippet: description, date, imageUrl, position };
    return { url, title, description, position };
  });
}
