import { AppError } from '../common/errors';
import type { Job } from '../common/job';
import type { ExtractSpec } from '../common/job-specs';
import type { Result, Task } from '../common/model';
import type { SiteFiles } from '../crawl/site-files';
import { keyOf } from '../crawl/url-identity';
import type { Refusal } from '../hooks';
import type { Discovery, Finish, JobRules, RedirectOutcome, Remember } from '../jobs/job-rules';
import { allProblems } from '../jobs/problem-reasons';
import type { RobotsCache } from '../politeness/robots-cache';
import type { SearchHost } from '../search/search-host';
import type { Frontier, FrontierTask, NewTask, ResultStore } from '../storage/job-ports';
import { inOrder, type MergedPages, mergePages, type ReadPage, toReadPage } from './merge-pages';
import { pageIdentity, pageTask, searchWords, sitePages } from './site-pages';
import { creditsOfTokens, tokensOf } from './tokens';

/** What an extract found; stored as the outcome of its job. */
export interface ExtractOutcome extends Pick<MergedPages, 'data' | 'sources' | 'missing' | 'conflicts'> {
  /** Pages the data was read from. */
  readonly pages: number;
  readonly tokensUsed: number;
}

/** What a running extract works with. */
export interface ExtractParts {
  readonly results: ResultStore;
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly files: SiteFiles;
  readonly searches: SearchHost;
  readonly remember: Remember;
}

/** An extract that may have found more pages than it reads. */
export type StartedExtract = ExtractSpec & { readonly leftOut?: number };

/** Pages that are taken from a search. */
const searched = 5;

/** Bytes of results that are held at a time. */
const maxBytes = 8 * 1024 * 1024;

/** The rules of one running extract: sites become pages, and in the end all pages become one answer. */
export class ExtractRules implements JobRules {
  readonly followsLinks: boolean;
  #leftOut: number;
  #hasSearched = false;
  #searchWarning: string | undefined;

  constructor(
    private readonly job: Job,
    private readonly parts: ExtractParts,
  ) {
    this.followsLinks = this.#spec.targets.some(({ isSite }) => isSite);
    this.#leftOut = this.#spec.leftOut ?? 0;
  }

  /** Pages a caller named are read whatever robots.txt says; those found on a site are not. */
  async admit({ depth, spec: { url } }: Task, signal: AbortSignal): Promise<Refusal | undefined> {
    if (depth === 0) return undefined;
    const target = new URL(url);
    const rules = await this.parts.robots.rulesFor(target, signal);
    if (rules.allowsPage(target)) return undefined;
    return { error: new AppError('CRAWL_DENIED', `robots.txt asks to leave ${url} alone.`), reason: 'robots' };
  }

  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    const keys = [keyOf(finalUrl, pageIdentity) ?? finalUrl].filter((key) => key !== task.key);
    return { kind: 'fine', keys };
  }

  async discover(
    links: readonly string[],
    { url, data }: FrontierTask,
    result: Result,
    signal: AbortSignal,
  ): Promise<Discovery> {
    if (data?.isSite !== true) return { discovered: [], refused: [] };
    const { tasks, leftOut } = await sitePages({ url, result, links }, this.#spec, this.parts, signal);
    this.#leftOut += leftOut;
    if (leftOut > 0) this.parts.remember({ leftOut: this.#leftOut });
    return { discovered: tasks, refused: [] };
  }

  async finish(signal: AbortSignal): Promise<Finish> {
    const tasks = await this.#search(signal);
    if (tasks.length === 0) return this.#end();
    // After a restart the pages may all be known already: then this is the end.
    const end = await this.#end().catch((): Finish => ({}));
    return { ...end, tasks };
  }

  async #end(): Promise<Finish> {
    const all = await this.#pages();
    const bad = all.filter(({ statusCode }) => statusCode >= 400);
    const good = all.filter(({ statusCode }) => statusCode < 400);
    const problems = await this.#problems(bad);
    if (good.length === 0)
      throw new AppError('SCRAPE_SITE_ERROR', problems ?? this.#searchWarning ?? 'No page could be read.');
    const named = this.#spec.targets.flatMap(({ url, isSite }) => (isSite ? [] : [url]));
    const merged = mergePages(inOrder(good, named), this.#spec.schema === undefined);
    const { data, sources, missing, conflicts } = merged;
    const modelTokens = all.reduce((sum, page) => sum + page.tokensUsed, 0);
    const tokensUsed = tokensOf(data, modelTokens);
    const outcome: ExtractOutcome = { data, sources, missing, conflicts, pages: good.length, tokensUsed };
    const warnings = [...merged.warnings, problems, ...this.#remarks(modelTokens)];
    return {
      outcome,
      warning: warnings.filter(Boolean).join(' ') || undefined,
      spent: { pages: all.length, credits: creditsOfTokens(tokensUsed) },
    };
  }

  get #spec(): StartedExtract {
    return this.job.options as unknown as StartedExtract;
  }

  /** The best pages a search finds, the first time it is asked. */
  async #search(signal: AbortSignal): Promise<readonly NewTask[]> {
    const { targets, enableWebSearch, prompt, schema } = this.#spec;
    if (this.#hasSearched || (targets.length > 0 && !enableWebSearch)) return [];
    this.#hasSearched = true;
    const text = prompt?.slice(0, 400) ?? searchWords({ schema });
    const query = { text, source: 'web', limit: searched, language: 'en', country: 'us' } as const;
    const { hits, warning } = await this.parts.searches.search(query, signal);
    this.#searchWarning = hits.length === 0 ? `The search found no page. ${warning ?? ''}`.trim() : warning;
    return hits.map(({ url }) => pageTask(url, 1));
  }

  async #pages(): Promise<readonly ReadPage[]> {
    const pages: ReadPage[] = [];
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const { results, next }: { readonly results: readonly Result[]; readonly next?: number } =
        await this.parts.results.page(this.job.id, { skip, maxBytes });
      pages.push(...results.map(toReadPage));
      skip = next;
    }
    return pages;
  }

  /** Which pages brought nothing, with the first reason. */
  async #problems(bad: readonly ReadPage[]): Promise<string | undefined> {
    const reasons = bad.map(({ url, statusCode }) => `${url} answered ${statusCode}.`);
    for await (const { hidden, message, state } of allProblems(this.parts.frontier, this.job.id)) {
      if (!hidden && (state === 'failed' || !message.startsWith('robots.txt'))) reasons.push(message);
    }
    const [first] = reasons;
    if (first === undefined) return undefined;
    return `${reasons.length === 1 ? 'A page' : `${reasons.length} pages`} could not be read: ${first}`;
  }

  #remarks(modelTokens: number): readonly (string | undefined)[] {
    const { profile, limit } = this.#spec;
    return [
      this.#leftOut > 0
        ? `${this.#leftOut} more addresses were found than limit (${limit}) lets through; raise it to read more.`
        : undefined,
      profile && modelTokens === 0
        ? `No model is set up for ${profile}: the pages were read by rules, and the browser was not driven.`
        : undefined,
      this.#searchWarning,
    ];
  }
}
