import type { AppError } from './errors';
import type { ApiVersion, JobKind, JobState, Result, ScrapeSpec, Task } from './model';

/** Where events of a job are sent, as the caller gave it. */
export interface WebhookSpec {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

/** An accepted piece of work. Times are ISO strings. */
export interface Job {
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
  readonly options: Readonly<Record<string, unknown>>;
  readonly webhook?: WebhookSpec;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Since when no page is begun; present while the job is paused. */
  readonly pausedAt?: string;
  /** Why a failed or cancelled job ended. */
  readonly error?: string;
  /** What a completed job found, of kinds that answer with one value; plain JSON. */
  readonly outcome?: unknown;
  /** Pages and credits of a job that has ended, where they are not those its frontier has counted. */
  readonly spent?: { readonly pages: number; readonly credits: number };
  readonly zeroDataRetention: boolean;
  /** Who wants the job kept beyond 24 hours: a person, or the saved job it is a run of. */
  readonly keptBy?: 'person' | 'saved job';
  /** Id of the API key that started it; `desktop` for the window. */
  readonly keyId: string;
}

/** How long results, files and idempotency keys are kept and shown, in milliseconds. */
export const keptMs = 24 * 60 * 60 * 1000;

/** States of a job that is at work, or about to be. */
export const workingStates: readonly JobState[] = ['queued', 'active'];

/** States of a job that has not ended. */
export const openStates: readonly JobState[] = [...workingStates, 'paused'];

/** Whether a job in this state has ended. */
export const isFinal = (state: JobState): boolean => !openStates.includes(state);

/** A count of zero for every state. */
export const noJobs = (): Record<JobState, number> => ({
  queued: 0,
  active: 0,
  paused: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
});

/** Why a job has failed whose results are all gone. */
export const allLost =
  'All results of this job were lost because data on the disk is damaged; start the job again to get them.';

/** How a task ended. */
export type TaskOutcome =
  | { readonly task: Task; readonly state: 'succeeded'; readonly result: Result }
  | { readonly task: Task; readonly state: 'failed'; readonly error: AppError }
  | { readonly task: Task; readonly state: 'refused'; readonly error: AppError; readonly reason: string };
