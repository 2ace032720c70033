import type { z } from 'zod';
import type { Job, WebhookSpec } from '../../common/job';
import type { ApiVersion, JobKind, ScrapeSpec } from '../../common/model';
import type { NewTask } from './frontier';
import type { JobRules, Remember } from './job-rules';

/** A validated request of any kind of job. */
export interface JobSpec {
  readonly version: ApiVersion;
  readonly webhook?: WebhookSpec;
  readonly zeroDataRetention?: boolean;
}

/** What a kind tells about its jobs. */
export interface JobEvents {
  /** First word of the names, e.g. `crawl` in `crawl.started`. */
  readonly prefix: string;
  /** Second words of the events that webhooks and sinks may ask for; the window hears of every job. */
  readonly notices: readonly string[];
  /** `data` of the event a job ends with; empty when absent. */
  closing?(job: Job): readonly unknown[];
}

/** How the window offers a kind among its new jobs. */
export interface JobForm {
  /** What the job does, e.g. `Crawl a site`. */
  readonly label: string;
  /** Text of the button. */
  readonly submit: string;
  /** Options shown before anybody asks for all of them. */
  readonly plain: readonly string[];
}

/** What a request comes to. */
export interface JobPlan {
  /** Address the job is listed by. */
  readonly url: string;
  /** Options of every page; its `url` is filled in for each page. */
  readonly scrape: ScrapeSpec;
  /** What the kind itself has to know later; plain JSON, stored with the job. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The first pages, of a job that has `known` pages already; they are stored before the caller is answered. */
  readonly tasks?: (known: number) => Iterable<NewTask>;
  /** Most pages that may be waiting, in work or done. */
  readonly limit?: number;
  /** True when `seed` of the rules need not run. */
  readonly seeded?: boolean;
  /** Id of a running job that takes the pages in instead of a new job. */
  readonly appendTo?: string;
  /** Further fields of the answer to the start. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** What every kind of job declares; a kind is one file in `core/kinds/handlers` with a handler class as default export. */
export interface JobHandlerBase<Spec extends JobSpec> {
  /** Name under which jobs are stored, listed and filtered. */
  readonly kind: JobKind;
  /** Name for people, e.g. `Crawl`. */
  readonly name: string;
  /** Path of the start route below the version, e.g. `batch/scrape`. */
  readonly path: string;
  /** API versions that have the kind; both when absent. */
  readonly versions?: readonly ApiVersion[];
  /** Text of the start route in the API's description. */
  readonly summary: string;
  /** A request that fits every version, for the API's description; its site is `https://example.com`. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Absent when nobody is told about jobs of the kind. */
  readonly events?: JobEvents;
  /** Absent when the window has a view of its own for the kind, or none. */
  readonly form?: JobForm;
  /** Schema of the start request; its output is the spec. */
  schema(version: ApiVersion): z.ZodType<Spec>;
  /** Schema of the answer to the start. */
  answer(version: ApiVersion): z.ZodType;
  /** Credits that must be left for a request; 1 when absent. */
  credits?(spec: Spec): number;
  /** Turns a request into a job. What it throws is the answer, and no job is made. */
  plan(spec: Spec): Promise<JobPlan>;
}

/** Who asks for a job that is answered at once, and how far it may go. */
export interface SyncCall {
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** What a job that was waited for came to. */
export interface SyncAnswer {
  /** Body of the answer. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly pages: number;
  readonly credits: number;
}

/** A kind whose caller waits for the answer; its jobs are not listed and end with the process. */
export interface SyncJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'sync';
  run(job: Job, call: SyncCall): Promise<SyncAnswer>;
}

/** A v2 request and the kind of job it starts. */
export interface SavedRequest {
  readonly kind: JobKind;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The status answer of kinds that have one of their own. */
export interface JobResult {
  /** Schema of the answer. */
  readonly schema: z.ZodType;
  /** The answer's body for a job; `job.outcome` holds what `finish` gave. */
  of(job: Job): Promise<Readonly<Record<string, unknown>>>;
}

/** A kind whose jobs are answered by an id, run page by page and go on after a restart. */
export interface BackgroundJobHandler<Spec extends JobSpec = JobSpec> extends JobHandlerBase<Spec> {
  readonly mode: 'background';
  /** True when any number of processes may read pages of one job at the same time: each page stands for itself. */
  readonly isForAll?: true;
  /** The rules of one job; called when it starts and again after each restart of the engine. */
  open(job: Job, remember: Remember): Promise<JobRules>;
  /** The v2 request that would start the job again. */
  request(job: Job): Readonly<Record<string, unknown>>;
  /** What a completed job is saved as, to be run again without a model; `request` when absent. */
  saved?(job: Job): Promise<SavedRequest>;
  /** Status answer; the counters and the documents, page by page, when absent. */
  readonly result?: JobResult;
}

/** A kind of job. */
export type JobHandler<Spec extends JobSpec = JobSpec> = SyncJobHandler<Spec> | BackgroundJobHandler<Spec>;

/** Token of the handlers; every one that is bound can be started. */
export const JobHandler = Symbol('JobHandler');
