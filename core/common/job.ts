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
  /** Why a failed or cancelled job ended. */
  readonly error?: string;
  /** What a completed job found, of kinds that answer with one value; plain JSON. */
  readonly outcome?: unknown;
  /** Pages and credits of a job that has ended, where they are not those its frontier has counted. */
  readonly spent?: { readonly pages: number; readonly credits: number };
  readonly zeroDataRetention: boolean;
  /** Id of the API key that started it; `desktop` for the window. */
  readonly keyId: string;
}

/** How a task ended. */
export type TaskOutcome =
  | { readonly task: Task; readonly state: 'succeeded'; readonly result: Result }
  | { readonly task: Task; readonly state: 'failed'; readonly error: AppError }
  | { readonly task: Task; readonly state: 'refused'; readonly error: AppError; readonly reason: string };
