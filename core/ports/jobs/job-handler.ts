import type { z } from 'zod';
import type { Job, WebhookSpec } from '../../common/job';
import type { ApiVersion, JobKind, ScrapeSpec } from '../../common/model';
import type { NewTask } from './frontier';
import type { JobRules, Remember } from './job-rules';

/** A validated request for any kind of job. */
export interface JobSpec {
  readonly version: ApiVersion;
  readonly webhook?: WebhookSpec;
  readonly zeroDataRetention?: boolean;
}

/** Events of a kind of job. */
export interface JobEvents {
  /** First word of the event names, e.g. `crawl` in `crawl.started`. */
  readonly prefix: string;
  /** Second words of the events available to webhooks and sinks; the UI receives the events of every job. */
  readonly notices: readonly string[];
  /** Returns the `data` of the final event; empty when absent. */
  closing?(job: Job): readonly unknown[];
}

/** How the UI offers a kind among new jobs. */
export interface JobForm {
  /** Label of the job, e.g. `Crawl a site`. */
  readonly label: string;
  /** Label of the button. */
  readonly submit: string;
  /** Options that are visible before all options are expanded. */
  readonly plain: readonly string[];
}

/** Job made from a request. */
export interface JobPlan<Options = Readonly<Record<string, unknown>>> {
  /** Address the job is listed by. */
  readonly url: string;
  /** Options of every page; `url` is set for each page. */
  readonly scrape: ScrapeSpec;
  /** Options that the kind needs later; plain JSON, stored with the job. */
  readonly options: Options;
  /** Initial pages of a job that already has `known` pages; they are stored before the response is sent. */
  readonly tasks?: (known: number) => Iterable<NewTask>;
  /** Maximum number of pages that are waiting, in flight or done. */
  readonly limit?: number;
  /** True when `seed` of the rules need not run. */
  readonly seeded?: boolean;
  /** ID of a running job that receives the pages instead of a new job. */
  readonly appendTo?: string;
  /** Additional fields of the start response. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Declaration of a kind of job; a kind is one file in `core/kinds/handlers` with a handler class as default export. */
export interface JobHandlerBase<Spec extends JobSpec> {
  /** Name by which jobs are stored, listed and filtered. */
  readonly kind: JobKind;
  /** Display name, e.g. `Crawl`. */
  readonly name: string;
  /** Path of the start route below the version, e.g. `batch/scrape`. */
  readonly path: string;
  /** API versions that have the kind; both when absent. */
  readonly versions?: readonly ApiVersion[];
  /** True when the start request carries a file, as base64 or in a form. */
  readonly takesFile?: true;
  /** Summary of the start route in the OpenAPI document. */
  readonly summary: string;
  /** Example request valid in every version, for the OpenAPI document; its site is `https://example.com`. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Absent when jobs of the kind have no events. */
  readonly events?: JobEvents;
  /** Absent when the UI has a separate view for the kind, or none. */
  readonly form?: JobForm;
  /** Returns the schema of the start request; its output is the spec. */
  schema(version: ApiVersion): z.ZodType<Spec>;
  /** Returns the schema of the start response. */
  answer(version: ApiVersion): z.ZodType;
  /** Returns the minimum credits for a request; 1 when absent. */
  credits?(spec: Spec): number;
  /** Plans the job of a request. An error becomes the response, and no job is created. */
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

/** A kind whose caller waits for the result; its jobs are not listed and end with the process. */
export interface SyncJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'sync';
  run(job: Job, call: SyncCall): Promise<SyncAnswer>;
}

/** A v2 request and the kind of job it starts. */
export interface SavedRequest {
  readonly kind: JobKind;
  readonly request: Readonly<Record<string, unknown>>;
}

/** Custom status response of a kind. */
export interface JobResult {
  /** Schema of the response. */
  readonly schema: z.ZodType;
  /** Returns the response body of a job; `job.outcome` holds the outcome of `finish`. */
  of(job: Job): Promise<Readonly<Record<string, unknown>>>;
}

/** A kind whose jobs respond with an ID, run page by page and resume after a restart. */
export interface BackgroundJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'background';
  /** True when any number of processes may fetch pages of one job at the same time, since its pages are independent. */
  readonly isForAll?: true;
  /** Returns the rules of a job; called at its start and after each restart of the engine. */
  open(job: Job, remember: Remember): Promise<JobRules>;
  /** Returns the v2 request that would restart the job. */
  request(job: Job): Readonly<Record<string, unknown>>;
  /** Returns the request under which a completed job is saved, to run again without a model; defaults to `request`. */
  saved?(job: Job): Promise<SavedRequest>;
  /** Status response; defaults to the counters and the documents, page by page. */
  readonly result?: JobResult;
}

/** A kind of job. */
export type JobHandler<Spec extends JobSpec = JobSpec> = SyncJobHandler<Spec> | BackgroundJobHandler<Spec>;

/** Token of the handlers; every bound handler can be started. */
export const JobHandler = Symbol('JobHandler');
