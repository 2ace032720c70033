import type { AppError } from './errors';
import type { ApiVersion, JobKind, JobState, Result, ScrapeSpec, Task } from './model';

/** Webhook of a job, as given in the request. */
export interface WebhookSpec {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

/** A job, as it is stored. Times are ISO strings. */
export interface Job<Options = Readonly<Record<string, unknown>>> {
  /** UUID v7. */
  readonly id: string;
  readonly kind: JobKind;
  readonly version: ApiVersion;
  readonly state: JobState;
  /** Start URL, or the first URL of a batch. */
  readonly url: string;
  /** Scrape options shared by all pages of the job. */
  readonly spec: ScrapeSpec;
  /** Options specific to the kind of job, e.g. the scope of a crawl. */
  readonly options: Options;
  readonly webhook?: WebhookSpec;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /**
   * Time at which the job was paused. Absent unless the job is paused. While a job is paused, no new pages are fetched.
   */
  readonly pausedAt?: string;
  /** Reason why the job failed or was cancelled. */
  readonly error?: string;
  /** Result of a completed job that returns a single value, as plain JSON. */
  readonly outcome?: unknown;
  /** Pages and credits that a finished job used, if they differ from the counts in its frontier. */
  readonly spent?: { readonly pages: number; readonly credits: number };
  readonly zeroDataRetention: boolean;
  /** Reason why the job is retained for more than 24 hours: a person pinned it, or it is a run of a saved job. */
  readonly keptBy?: 'person' | 'saved job';
  /** ID of the API key that was used to start the job, or `desktop` for a job started in the app. */
  readonly keyId: string;
}

/** Retention period of results, files and idempotency keys, in ms. */
export const retentionMs = 24 * 60 * 60 * 1000;

/** States of a job that is running or about to run. */
export const workingStates: readonly JobState[] = ['queued', 'active'];

/** States of an unfinished job. */
export const openStates: readonly JobState[] = [...workingStates, 'paused'];

/** True when the state is final. */
export const isFinal = (state: JobState): boolean => !openStates.includes(state);

/** Returns a count of zero for each state. */
export const noJobs = (): Record<JobState, number> => ({
  queued: 0,
  active: 0,
  paused: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
});

/** Page and row counts that determine whether a job has results. */
interface PageOutcomes {
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  /** Number of completed pages with an HTTP status of 4xx or 5xx. */
  readonly errorPages?: number;
  /** Number of rows, if the job has rows. */
  readonly rows?: number;
}

/** True when a finished job has no rows, and each of its pages failed, was refused or has an HTTP error status. */
export const hasNoResults = ({ done, failed, refused, errorPages = 0, rows = 0 }: PageOutcomes): boolean =>
  done <= errorPages && failed + refused + errorPages > 0 && rows === 0;

/** Error message for a job whose results were all lost. */
export const allLost =
  'All results of this job were lost because data on disk is damaged; start the job again to get them.';

/** Outcome of a task. */
export type TaskOutcome =
  | { readonly task: Task; readonly state: 'succeeded'; readonly result: Result }
  | { readonly task: Task; readonly state: 'failed'; readonly error: AppError }
  | { readonly task: Task; readonly state: 'refused'; readonly error: AppError; readonly reason: string };
