import type { Job } from '../../common/job';
import type { Result, ScrapeSpec, Task } from '../../common/model';
import type { Refusal } from '../../contract/hooks';
import type { FrontierTask, NewTask, RefusedUrl } from './frontier';

/** Pages discovered through links on a page, and the URLs that were refused. */
export interface Discovery {
  readonly discovered: readonly NewTask[];
  readonly refused: readonly RefusedUrl[];
}

/** Decision about a page that was redirected. */
export type RedirectOutcome =
  | { readonly kind: 'fine'; readonly keys: readonly string[] }
  /** Discards the page, but follows its links. */
  | { readonly kind: 'links-only'; readonly refusal: Refusal }
  | { readonly kind: 'out'; readonly refusal: Refusal };

/** Result of `finish`: either new pages or the job's outcome. `finish` is called when a job has no pages left. */
export interface Finish {
  /** Pages to add to the job. The job continues if at least one of them is new. */
  readonly tasks?: readonly NewTask[];
  /** Outcome of a job that returns a single value. It is stored as `job.outcome`. */
  readonly outcome?: unknown;
  /** Warning for the caller. */
  readonly warning?: string;
  /** Cost of the job, if different from the total cost of its pages. */
  readonly spent?: Job['spent'];
}

/** Options for a single page that override those of its job. */
export type PageOptions = Partial<ScrapeSpec> & Pick<Task, 'isStep' | 'session' | 'onPreview'>;

/** Rules of a running job, created each time the job is opened. Without rules, a job only fetches its first pages. */
export interface JobRules {
  /** Maximum number of concurrent pages. Absent if the job sets no limit. */
  readonly maxConcurrency?: number;
  /** Milliseconds between the end of one page and the start of the next. */
  readonly delayMs?: number;
  /** Maximum number of tasks in the job: waiting, in-flight and completed tasks combined. */
  readonly limit?: number;
  /** Called when discovered pages are dropped because of the limit. */
  stoppedByLimit?(): void;
  /** True when links on pages are followed. */
  readonly followsLinks?: boolean;
  /** True if robots.txt is ignored for pages and their frames. */
  readonly ignoresRobots?: boolean;
  /**
   * Receives the job's current options, to which another process may have added values. Called before pages start, and
   * when the job ends.
   */
  learn?(options: Job['options']): void;
  /** Finds further start pages while the job runs, e.g. in sitemaps. Passes them to `add`. */
  seed?(
    add: (tasks: readonly NewTask[], refused?: readonly RefusedUrl[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Returns the reason for refusing a page, e.g. because of robots.txt. Called before the queue dispatches the page.
   */
  admit?(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Decides what happens to a page that was redirected, based on its final URL. */
  land?(task: FrontierTask, finalUrl: string): RedirectOutcome | Promise<RedirectOutcome>;
  /** Returns the options for a page that override those of the job. */
  pageOptions?(task: FrontierTask): PageOptions;
  /** Returns the tasks discovered on a page. `links` are the links returned by the `discovered` hook. */
  discover?(links: readonly string[], task: FrontierTask, result: Result, signal: AbortSignal): Promise<Discovery>;
  /**
   * Returns values that describe the page in progress. They are stored in the job's options when the job is cancelled.
   */
  unfinished?(): Readonly<Record<string, unknown>> | undefined;
  /** Called whenever no pages are left. The job ends unless this method returns new pages. An error fails the job. */
  finish?(signal: AbortSignal): Promise<Finish>;
}

/** Stores values in a job's options. Resolves once the values have been written or the write has failed. */
export type Remember = (facts: Readonly<Record<string, unknown>>) => Promise<void>;
