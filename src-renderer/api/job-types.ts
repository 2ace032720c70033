import type { TakenStep } from '../../core/common/api/taken-step';
import type { NeedsPerson } from '../../core/common/needs-person';
import type { AgentBudget } from '../../core/common/profiles';
import type { JsonSchema } from '../schema/json-schema';

/** Name of a kind of job, e.g. `crawl`. */
export type JobKind = string;

/** What the engine tells about a kind of job. */
export interface JobKindFacts {
  readonly kind: JobKind;
  /** Name for people. */
  readonly name: string;
  /** Path that starts one. */
  readonly path: string;
  /** False for kinds that are answered at once. */
  readonly isListed: boolean;
  /** True for kinds whose jobs answer with one value beside their pages. */
  readonly hasAnswer: boolean;
  /** First word of its events. */
  readonly eventPrefix?: string;
  /** Present when jobs of the kind are started from *New job*. */
  readonly form?: { readonly label: string; readonly submit: string; readonly plain: readonly string[] };
  readonly schema: JsonSchema;
}

/** Where a job is in its life. */
export type JobState = 'queued' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** How far a job has come. */
export interface JobCounts {
  readonly queued: number;
  readonly inFlight: number;
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
  readonly credits: number;
}

/** A webhook as it was given. */
export interface JobWebhook {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly events?: readonly string[];
}

/** A request in its v2 form. */
export type JobRequest = Readonly<Record<string, unknown>>;

/** A job as it is listed. */
export interface JobItem {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly url: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Present while the job is paused. */
  readonly pausedAt?: string;
  /** True when nothing of it is kept. */
  readonly zeroDataRetention?: boolean;
  /** Who wants it kept beyond 24 hours, if anybody. */
  readonly keptBy?: 'person' | 'saved job';
  readonly error?: string;
  readonly webhook?: JobWebhook;
  /** True when its rows are records it has read, beside its pages. */
  readonly hasRows: boolean;
  /** True when it asks for pictures of its pages. */
  readonly hasPictures: boolean;
  /** Pages of a batch. */
  readonly count?: number;
  /** Pages that were done when the failed ones were last tried again. */
  readonly doneBefore?: number;
  /** Present while pages of it wait for a person. */
  readonly needsPerson?: NeedsPerson;
  /** The request that would start it again; a batch without its addresses. */
  readonly request: JobRequest;
  readonly progress?: JobCounts;
  /** What an ended job has cost, where that is not the sum of its pages. */
  readonly spent?: { readonly pages: number; readonly credits: number };
  /** Of a single job only: pages that came with a status of 4xx or 5xx. */
  readonly errorPages?: number;
  /** Of a single job only: what the API tells about it. */
  readonly facts?: { readonly warning?: string; readonly expiresAt?: string };
}

/** Where one value of an answer was read. */
export interface AnswerSource {
  readonly url: string;
  readonly kind: string;
  readonly selector?: string;
  readonly excerpt: string;
}

/** The text of a page that values were read from, as markdown. */
export interface PageText {
  readonly markdown: string;
  /** False when the page had to be fetched again. */
  readonly isKept: boolean;
  readonly keptAt?: string;
}

/** One step of an agent. */
export interface AnswerStep extends Omit<TakenStep, 'input'> {
  /** What was searched for and found, or the pages that were opened. */
  readonly input: {
    readonly query?: string;
    readonly found?: readonly string[];
    readonly urls?: readonly string[];
    /** Page that a step in the browser opened or used. */
    readonly url?: string;
    /** Control that was used. */
    readonly label?: string;
  };
}

/** What a job answers whose kind has one value; paths are JSON pointers into `data`. */
export interface JobAnswer {
  readonly status: string;
  readonly data?: unknown;
  /** What a run that was cancelled or failed had found by then. */
  readonly partial?: unknown;
  readonly sources?: Readonly<Record<string, readonly AnswerSource[]>>;
  readonly missing?: readonly { readonly path: string; readonly reason: string }[];
  readonly conflicts?: readonly {
    readonly path: string;
    readonly values: readonly { readonly value: unknown; readonly url: string }[];
  }[];
  readonly steps?: readonly AnswerStep[];
  /** How far an agent may go. */
  readonly budget?: AgentBudget;
  /** Why an agent stopped. */
  readonly stopReason?: string;
  readonly creditsUsed?: number;
}

/** A page of a job. */
export interface PageRow {
  /** Place in completion order. */
  readonly index: number;
  readonly url: string;
  readonly title: string;
  readonly statusCode: number;
  readonly finishedAt: string;
}

/** The pictures of one page of a job. */
export interface PagePictures {
  /** Place of the page in completion order. */
  readonly page: number;
  readonly url: string;
  readonly title: string;
  /** Addresses of the files. */
  readonly files: readonly string[];
}

/** A URL that brought no result. */
export interface JobProblem {
  readonly taskId?: string;
  readonly url: string;
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly at: string;
}

/** How many problems have one reason. */
export interface ProblemReason {
  readonly reason: string;
  readonly state: 'failed' | 'refused';
  readonly count: number;
}

/** One notification with its tries. */
export interface DeliveryItem {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly state: 'pending' | 'delivered' | 'failed' | 'disabled';
  readonly createdAt: string;
  readonly nextAt?: string;
  readonly tries: readonly {
    readonly at: string;
    readonly durationMs: number;
    readonly statusCode?: number;
    readonly error?: string;
  }[];
}

/** One address of a map. */
export interface MapLink {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
}

/** One line of the activity log. */
export interface ActivityEntry {
  readonly jobId: string;
  readonly kind: string;
  readonly url: string;
  readonly state: string;
  readonly pages: number;
  readonly credits: number;
  readonly at: string;
}

/** What one day (UTC) cost. */
export interface DayUsage {
  /** `2026-11-20`. */
  readonly day: string;
  readonly pages: number;
  readonly credits: number;
}

/** The month's budget. */
export interface CreditUsage {
  readonly remainingCredits: number;
  readonly planCredits: number;
  readonly billingPeriodStart: string;
  readonly billingPeriodEnd: string;
}

/** Schemas of the requests, by kind. */
export type JobSchemas = Readonly<Record<JobKind, JsonSchema>>;

/** Endings of an export. */
export type ExportFormat = 'jsonl' | 'csv' | 'json' | 'xlsx' | 'sqlite' | 'markdown-zip';
