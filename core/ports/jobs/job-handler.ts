import type { z } from 'zod';
import type { Job, WebhookSpec } from '../../common/job';
import type { ApiVersion, JobKind, ScrapeSpec } from '../../common/model';
import type { NewTask } from './frontier';
import type { JobRules, Remember } from './job-rules';

/** Validated start request for a job of any kind. */
export interface JobSpec {
  readonly version: ApiVersion;
  readonly webhook?: WebhookSpec;
  readonly zeroDataRetention?: boolean;
}

/** Events published by jobs of one kind. */
export interface JobEvents {
  /** First word of the event names, e.g. `crawl` in `crawl.started`. */
  readonly prefix: string;
  /**
   * Events that webhooks and sinks can subscribe to, without the prefix, e.g. `started`. The UI receives all events.
   */
  readonly notices: readonly string[];
  /** Returns the `data` of the final event. Without this method, the event has no data. */
  closing?(job: Job): readonly unknown[];
}

/** Form in the UI for starting jobs of one kind. */
export interface JobForm {
  /** Label of the submit button. */
  readonly submit: string;
  /** Options that are visible before the form is expanded. */
  readonly plain: readonly string[];
}

/** Plan of a job, derived from its start request. */
export interface JobPlan<Options = Readonly<Record<string, unknown>>> {
  /** URL under which the job is listed. */
  readonly url: string;
  /** Options that apply to every page. `url` is replaced with the URL of each page. */
  readonly scrape: ScrapeSpec;
  /** Options that the job needs while it runs. They are plain JSON and are stored with the job. */
  readonly options: Options;
  /**
   * Returns the first pages, which are stored before the response is sent. `known` is the number of pages that the job
   * already has.
   */
  readonly tasks?: (known: number) => Iterable<NewTask>;
  /** Maximum number of pages in the job: waiting, in-flight and completed pages combined. */
  readonly limit?: number;
  /** True to skip `JobRules.seed`. */
  readonly seeded?: boolean;
  /** ID of a running job to which the pages are added. If absent, a new job is created. */
  readonly appendTo?: string;
  /** Additional fields in the start response. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Declares a job kind. Each kind has a file in `core/kinds/handlers` whose default export is the handler class. */
export interface JobHandlerBase<Spec extends JobSpec> {
  /** Name under which jobs are stored, listed and filtered. */
  readonly kind: JobKind;
  /** Display name, e.g. `Crawl`. */
  readonly name: string;
  /** Path of the start route, without the version prefix, e.g. `batch/scrape`. */
  readonly path: string;
  /** API versions that support the kind. All versions by default. */
  readonly versions?: readonly ApiVersion[];
  /** True when the start request contains a file, either as Base64 in JSON or as form data. */
  readonly takesFile?: true;
  /** Summary of the start route in the OpenAPI document. */
  readonly summary: string;
  /** Example request for the OpenAPI document. It is valid in every version and uses the site `https://example.com`. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Events published by jobs of this kind. Absent when they publish no events. */
  readonly events?: JobEvents;
  /** Form in the UI. Absent when the kind has its own view or no view. */
  readonly form?: JobForm;
  /** Returns the schema of the start request. Parsing a request with this schema returns the spec. */
  schema(version: ApiVersion): z.ZodType<Spec>;
  /** Returns the schema of the start response. */
  answer(version: ApiVersion): z.ZodType;
  /** Returns the minimum credits for a request. If this method is absent, the minimum is 1. */
  credits?(spec: Spec): number;
  /** Plans the job for a request. If this method throws, no job is created and the error is returned to the caller. */
  plan(spec: Spec): Promise<JobPlan>;
}

/** Context of a job that responds synchronously. */
export interface SyncCall {
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** Outcome of a synchronous job. */
export interface SyncAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly pages: number;
  readonly credits: number;
}

/**
 * A kind of job whose caller waits for the result. Jobs of this kind are not listed and are lost when the process
 * exits.
 */
export interface SyncJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'sync';
  run(job: Job, call: SyncCall): Promise<SyncAnswer>;
}

/** A v2 request with the kind of job that it starts. */
export interface SavedRequest {
  readonly kind: JobKind;
  readonly request: Readonly<Record<string, unknown>>;
}

/** Custom status response for jobs of one kind. */
export interface JobResult {
  /** Schema of the response. */
  readonly schema: z.ZodType;
  /** Returns the response body for a job. `job.outcome` is the outcome returned by `finish`. */
  of(job: Job): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * A kind of job whose start request returns a job ID. Jobs of this kind run page by page and resume after a restart.
 */
export interface BackgroundJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'background';
  /** True when the pages of a job are independent. Any number of processes may then fetch them concurrently. */
  readonly isForAll?: true;
  /** Returns the rules for a job. Called when the job starts and after each restart of the engine. */
  open(job: Job, remember: Remember): Promise<JobRules>;
  /** Returns the v2 request that would start the same job again. */
  request(job: Job): Readonly<Record<string, unknown>>;
  /**
   * Returns the request to store when a completed job is saved. That request must run without a model. Defaults to
   * `request`.
   */
  saved?(job: Job): Promise<SavedRequest>;
  /** Adapts a saved request to another start page. By default, only the request's `url` is replaced. */
  movedTo?(url: string, request: SavedRequest['request']): Promise<SavedRequest['request']>;
  /** Status response for the kind. Defaults to the counters and the paginated documents. */
  readonly result?: JobResult;
}

/** Handler for a job kind. */
export type JobHandler<Spec extends JobSpec = JobSpec> = SyncJobHandler<Spec> | BackgroundJobHandler<Spec>;

/** Injection token for the job handlers. */
export const JobHandler = Symbol('JobHandler');
