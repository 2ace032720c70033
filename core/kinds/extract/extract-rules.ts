import { AppError } from '../../common/errors';
import { creditsOfTokens, tokensOf } from '../../common/format-cost';
import type { Job } from '../../common/job';
import type { ExtractSpec, StoredOptions } from '../../common/job-specs';
import type { Result } from '../../common/model';
import type { AgentBudget } from '../../common/profiles';
import type { Refusal } from '../../contract/hooks';
import type { RobotsCache } from '../../net/politeness/robots-cache';
import type { SearchHost } from '../../net/search/search-host';
import type { Frontier, FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { Discovery, Finish, JobRules, RedirectOutcome, Remember } from '../../ports/jobs/job-rules';
import type { ResultStore } from '../../ports/jobs/result-store';
import {
  inOrder,
  isModelFailure,
  type MergedPages,
  mergePages,
  type ReadPage,
  toReadPage,
} from '../answers/merge-pages';
import { landedByStep, stepOf } from '../answers/page-steps';
import { pageTask } from '../answers/page-task';
import { readPages, robotsRefusal } from '../answers/read-pages';
import { searchWords, sitePages } from '../answers/site-pages';
import { withoutSlash } from '../answers/site-start';
import { StepLog, type StoredStep, stepOptions } from '../answers/step-log';
import { stepsOn } from '../answers/steps-on-page';
import type { SiteFiles } from '../crawl/site-files';

/** Result of an extraction, stored as the outcome of its job. */
export interface ExtractOutcome extends Pick<MergedPages, 'data' | 'sources' | 'missing' | 'conflicts'> {
  readonly pages: number;
  readonly tokensUsed: number;
}

/** Services and state that a running extraction uses. */
export interface ExtractParts {
  readonly results: ResultStore;
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly files: SiteFiles;
  readonly searches: SearchHost;
  readonly remember: Remember;
}

/** An extraction in progress. `leftOut` is the number of pages that were found but will not be read. */
export type StartedExtract = Omit<StoredOptions<ExtractSpec>, 'invalidURLs'> & {
  readonly leftOut?: number;
  /** Limits set by the model profile. */
  readonly budget?: Pick<AgentBudget, 'maxPages' | 'maxSteps' | 'maxMinutes'>;
  /** Browser steps so far. */
  readonly steps?: readonly StoredStep[];
};

/** Number of pages to take from a web search. */
const searched = 5;

/** Rules of a running extraction. They find pages on the requested sites, and merge all pages into one answer. */
export class ExtractRules implements JobRules {
  readonly followsLinks: boolean;
  readonly limit: number | undefined;
  #leftOut: number;
  #hasSearched = false;
  #searchWarning: string | undefined;
  #reachedLimit = false;
  #modelTokens = 0;
  readonly #steps: StepLog;

  constructor(
    private readonly job: Job<StartedExtract>,
    private readonly parts: ExtractParts,
  ) {
    this.followsLinks = this.#spec.targets.some(({ isSite }) => isSite);
    this.limit = this.#spec.budget?.maxPages;
    this.#leftOut = this.#spec.leftOut ?? 0;
    this.#steps = new StepLog(this.#spec.steps ?? [], { maxSteps: this.#spec.budget?.maxSteps ?? 0 }, parts.remember);
  }

  /**
   * Refuses pages after the time limit. Ignores robots.txt for pages that the caller named, but obeys it for all other
   * pages.
   */
  async admit({ depth, url }: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    const { budget } = this.#spec;
    if (budget && Date.now() - Date.parse(this.job.createdAt) > budget.maxMinutes * 60_000) {
      const sentence = `${url} was not read, because the extraction reached its time limit of ${budget.maxMinutes} minutes; raise it in Settings.`;
      return { error: new AppError('CRAWL_DENIED', sentence), reason: 'time' };
    }
    return depth === 0 ? undefined : robotsRefusal(this.parts.robots, url, signal);
  }

  /** Pages that the caller named are opened in the browser. Pages found later use the browser only for steps. */
  pageOptions(task: FrontierTask) {
    const isDriven = this.#isDriving && (task.depth === 0 || stepOf(task) !== undefined);
    return isDriven ? stepOptions(task, this.job.spec) : {};
  }

  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    return landedByStep(task, finalUrl);
  }

  async discover(
    links: readonly string[],
    task: FrontierTask,
    result: Result,
    signal: AbortSignal,
  ): Promise<Discovery> {
    const { url, data } = task;
    const steps = this.#isDriving ? this.#stepsFrom(task, result) : [];
    if (data?.isSite !== true) return { discovered: steps, refused: [] };
    const plain = withoutSlash(task, result);
    if (plain) return { discovered: [plain], refused: [] };
    const site = typeof data.site === 'string' ? data.site : url;
    const tools = { ...this.parts, own: { url: site, headers: this.job.spec.headers } };
    const { tasks, skipped } = await sitePages({ url: site, result, links }, this.#spec, tools, signal);
    this.#leftOut += skipped;
    if (skipped > 0) void this.parts.remember({ leftOut: this.#leftOut });
    return { discovered: [...tasks, ...steps], refused: [] };
  }

  get #isDriving(): boolean {
    return (this.#spec.budget?.maxSteps ?? 0) > 0;
  }

  /** Returns the next steps on a page. Each step is recorded before it is taken. */
  #stepsFrom(task: FrontierTask, result: Result): readonly NewTask[] {
    this.#steps.note(task, result);
    this.#modelTokens += toReadPage(result).tokensUsed;
    if (result.page.statusCode >= 400) return [];
    const request = { prompt: this.#spec.prompt ?? '', schema: this.#spec.schema };
    return this.#steps.takeAll(stepsOn({ task, result }, request), task.depth, {
      credits: creditsOfTokens(this.#modelTokens),
    });
  }

  stoppedByLimit(): void {
    this.#reachedLimit = true;
  }

  async finish(signal: AbortSignal): Promise<Finish> {
    const tasks = await this.#search(signal);
    if (tasks.length === 0) return this.#end();
    // After a restart, all returned pages may already be known. Therefore, the job's result is returned as well, so
    // that the job can end.
    const end = await this.#end().catch((): Finish => ({}));
    return { ...end, tasks };
  }

  async #end(): Promise<Finish> {
    const { all, good, problems } = await readPages(this.job.id, this.parts);
    if (good.length === 0)
      throw new AppError('SCRAPE_SITE_ERROR', problems ?? this.#searchWarning ?? 'No page could be read.');
    const named = this.#spec.targets.flatMap(({ url, isSite }) => (isSite ? [] : [url]));
    const merged = mergePages(
      inOrder(this.#steps.lasting(good), named, this.#steps.numberOf),
      this.#spec.schema === undefined,
    );
    const { data, sources, missing, conflicts } = merged;
    const modelTokens = all.reduce((sum, page) => sum + page.tokensUsed, 0);
    const tokensUsed = tokensOf(data, modelTokens);
    const outcome: ExtractOutcome = { data, sources, missing, conflicts, pages: good.length, tokensUsed };
    const warnings = [...merged.warnings, problems, ...this.#remarks(modelTokens, all), ...leftAlone(good, merged)];
    return {
      outcome,
      warning: warnings.filter(Boolean).join(' ') || undefined,
      spent: { pages: all.length, credits: creditsOfTokens(tokensUsed) },
    };
  }

  get #spec(): StartedExtract {
    return this.job.options;
  }

  /** Returns the best pages from a web search. Later calls return no pages. */
  async #search(signal: AbortSignal): Promise<readonly NewTask[]> {
    const { targets, enableWebSearch, prompt, schema } = this.#spec;
    if (this.#hasSearched || (targets.length > 0 && !enableWebSearch)) return [];
    this.#hasSearched = true;
    const text = prompt?.slice(0, 400) ?? searchWords({ schema });
    const query = { text, source: 'web', limit: searched, language: 'en', country: 'us' } as const;
    const { hits, warning } = await this.parts.searches.search(query, signal);
    this.#searchWarning = hits.length === 0 ? `The search found no pages. ${warning ?? ''}`.trim() : warning;
    return hits.map(({ url }) => pageTask(url, 1));
  }

  #remarks(modelTokens: number, pages: readonly ReadPage[]): readonly (string | undefined)[] {
    const { profile, limit } = this.#spec;
    return [
      this.#leftOut > 0
        ? `${this.#leftOut} more URLs were found than \`limit\` (${limit}) allows; raise it to read more.`
        : undefined,
      this.#reachedLimit
        ? `More pages were found than the page limit (${this.limit}) allows; raise the page limit of the extraction profile in Settings.`
        : undefined,
      profile && modelTokens === 0 && !pages.some(isModelFailure)
        ? 'No model is set up, so values were extracted using rules.'
        : undefined,
      this.#steps.leftOut > 0
        ? `The step limit of ${this.#spec.budget?.maxSteps} was reached before all possible browser steps were taken (${this.#steps.leftOut} left); raise the step limit of the extraction profile in Settings.`
        : undefined,
      this.#searchWarning,
    ];
  }
}

/** If values are missing, returns warnings about search forms that were skipped. */
const leftAlone = (pages: readonly ReadPage[], { missing, data }: MergedPages): readonly string[] =>
  missing.length === 0 && Object.keys(data ?? {}).length > 0
    ? []
    : [...new Set(pages.flatMap(({ controls }) => controls?.leftAlone ?? []))].slice(0, 2);
