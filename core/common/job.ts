import type { AppError } from './errors';
import type { ApiVersion, JobKind, JobState, Result, ScrapeSpec, Task } from './model';

/** Webhook of a job, as given by the caller. */
export interface WebhookSpec {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

/** An accepted piece of work. Times are ISO strings. */
export interface Job<Options = Readonly<Record<string, unknown>>> {
  /** UUID v7. */
  readonly id: string;
  readonly kind: JobKind;
  readonly version: ApiVersion;
  readonly state: JobState;
  /** Start URL, or the first of a batch. */
  readonly url: string;
  /** Options shared by every page of the job. */
  readonly spec: ScrapeSpec;
  /** Options of the kind itself (crawl scope, batch list settings, …). */
  readonly options: Options;
  readonly webhook?: WebhookSpec;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Time since which no page is started; present while the job is paused. */
  readonly pausedAt?: string;
  /** Reason why the job failed or was cancelled. */
  readonly error?: string;
  /** Result of a completed job of kinds that respond with one value; plain JSON. */
  readonly outcome?: unknown;
  /** Pages and credits of a finished job, when they differ from its frontier's counts. */
  readonly spent?: { readonly pages: number; readonly credits: number };
  readonly zeroDataRetention: boolean;
  /** Reason to retain the job beyond 24 hours: a person pinned it, or it is a run of a saved job. */
  readonly keptBy?: 'person' | 'saved job';
  /** ID of the API key that started it; `desktop` for the app. */
  readonly keyId: string;
}

/** Retention of results, files and idempotency keys, ms. */
export const retentionMs = 24 * 60 * 60 * 1000;

/** States of a running job, or one about to run. */
export const workingStates: readonly JobState[] = ['queued', 'active'];

/** States of an unfinished job. */
export const openStates: readonly JobState[] = [...workingStates, 'paused'];

/** True when the state is final. */
export const isFinal = (state: JobState): boolean => !openStates.includes(state);

/** Returns a count of zero for every state. */
export const noJobs = (): Record<JobState, number> => ({
  queued: 0,
  active: 0,
  paused: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
});

/** Error of a job whose results are all lost. */
export const allLost =
  'All results of this job were lost because data on the disk is damaged; start the job again to get them.';

/** Outcome of a task. */
export type TaskOutcome =
  | { readonly task: Task; readonly state: 'succeeded'; readonly result: Result }
  | { readonly task: Task; readonly state: 'failed'; readonly error: AppError }
  | { readonly task: Task; readonly state: 'refused'; readonly error: AppError; readonly reason: string };
