import type { Job } from '../common/job';
import type { Result, Task } from '../common/model';
import type { Refusal } from '../hooks';
import type { FrontierTask, NewTask, RefusedUrl } from '../storage/job-ports';

/** What a page leads to. */
export interface Discovery {
  readonly discovered: readonly NewTask[];
  readonly refused: readonly RefusedUrl[];
}

/** What became of a page's address. */
export type Landing =
  | { readonly kind: 'fine'; readonly keys: readonly string[] }
  /** The page is not kept, but its links are followed. */
  | { readonly kind: 'links-only'; readonly refusal: Refusal }
  | { readonly kind: 'out'; readonly refusal: Refusal };

/** The rules of one running job of a kind; made anew when the job is opened. */
export interface JobRules {
  /** Most pages at the same time, when the job has a limit of its own. */
  readonly maxConcurrency?: number;
  /** Milliseconds between the end of a page and the start of the next. */
  readonly delayMs?: number;
  /** Most tasks that may be waiting, in work or done. */
  readonly limit?: number;
  /** Told when pages were found that the limit leaves no room for. */
  stoppedByLimit?(): void;
  /** Finds further start pages while the job already runs (sitemaps); gives them to `add`. */
  seed(
    add: (tasks: readonly NewTask[], refused?: readonly RefusedUrl[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Pages to look at once everything else is done; asked once. */
  last(): Promise<readonly NewTask[]>;
  /** Asks whether a task may be fetched (robots). */
  admit(task: Task, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Judges the address a page was found at in the end, after redirects. */
  land(task: FrontierTask, finalUrl: string): Landing;
  /** The tasks that follow from a page's links. */
  discover(links: readonly string[], task: FrontierTask, result: Result): Promise<Discovery>;
}

/** Keeps facts among a job's options. */
export type Remember = (facts: Readonly<Record<string, unknown>>) => void;

/** A kind of long job: makes the rules of each of its jobs. */
export interface LongKind {
  readonly kind: Job['kind'];
  /** `remember` keeps small facts with the job, so that they are there again after a restart. */
  rulesOf(job: Job, remember: Remember): Promise<JobRules>;
}

/** Token of the kinds; all that are bound can be started. */
export const LongKinds = Symbol('LongKinds');
