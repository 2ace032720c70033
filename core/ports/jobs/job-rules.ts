import type { Job } from '../../common/job';
import type { Result, ScrapeSpec, Task } from '../../common/model';
import type { Refusal } from '../../contract/hooks';
import type { FrontierTask, NewTask, RefusedUrl } from './frontier';

/** What a page leads to. */
export interface Discovery {
  readonly discovered: readonly NewTask[];
  readonly refused: readonly RefusedUrl[];
}

/** What became of a page's address. */
export type RedirectOutcome =
  | { readonly kind: 'fine'; readonly keys: readonly string[] }
  /** The page is not kept, but its links are followed. */
  | { readonly kind: 'links-only'; readonly refusal: Refusal }
  | { readonly kind: 'out'; readonly refusal: Refusal };

/** What comes when no page is left: more pages, or the end with what the job found. */
export interface Finish {
  /** Further pages; the job goes on when it did not know one of them. */
  readonly tasks?: readonly NewTask[];
  /** What the job found, for kinds that answer with one value; stored as `job.outcome`. */
  readonly outcome?: unknown;
  /** What the caller should know about it. */
  readonly warning?: string;
  /** What the job has cost, where that is not the sum of its pages. */
  readonly spent?: Job['spent'];
}

/** How one page is fetched otherwise than the other pages of its job. */
export type PageOptions = Partial<ScrapeSpec> & Pick<Task, 'isStep' | 'session'>;

/** The rules of one running job; made anew when the job is opened. A job without rules fetches its first pages. */
export interface JobRules {
  /** Most pages at the same time, when the job has a limit of its own. */
  readonly maxConcurrency?: number;
  /** Milliseconds between the end of a page and the start of the next. */
  readonly delayMs?: number;
  /** Most tasks that may be waiting, in work or done. */
  readonly limit?: number;
  /** Told when pages were found that the limit leaves no room for. */
  stoppedByLimit?(): void;
  /** True when pages are read for their links. */
  readonly followsLinks?: boolean;
  /** Told what is among the job's options now: another process may have remembered something. Called before pages are begun, and at the end. */
  learn?(options: Job['options']): void;
  /** Finds further start pages while the job already runs (sitemaps); gives them to `add`. */
  seed?(
    add: (tasks: readonly NewTask[], refused?: readonly RefusedUrl[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Asks whether a page may be fetched (robots.txt); asked by the queue before it hands the page out. */
  admit?(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Judges the address a page was found at in the end, after redirects. */
  land?(task: FrontierTask, finalUrl: string): RedirectOutcome | Promise<RedirectOutcome>;
  /** How one page is fetched otherwise than the job's other pages. */
  pageOptions?(task: FrontierTask): PageOptions;
  /** The tasks that follow from a page; its links come from the `discovered` hook. */
  discover?(links: readonly string[], task: FrontierTask, result: Result, signal: AbortSignal): Promise<Discovery>;
  /** Asked whenever no page is left; what it throws fails the job. The job ends when it brings no new page. */
  finish?(signal: AbortSignal): Promise<Finish>;
}

/** Keeps facts among a job's options; resolves once they are written, or could not be. */
export type Remember = (facts: Readonly<Record<string, unknown>>) => Promise<void>;
