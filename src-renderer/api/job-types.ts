import type { Answer } from '../../core/common/answer';
import type { agentStatusAnswer } from '../../core/common/api/agent-answers';
import type { extractStatusAnswer } from '../../core/common/api/extract-answers';
import type { creditUsageAnswer, mapAnswerV2 } from '../../core/common/api/job-answers';
import type { JobItem } from '../../core/common/api/local-jobs';
import type { TakenStep } from '../../core/common/api/taken-step';
import type { JsonSchema } from '../../core/common/json-schema';

export type { DeliveryItem } from '../../core/common/api/delivery-answers';
export type {
  ActivityEntry,
  DayUsage,
  JobItem,
  JobKindFacts,
  JobProblem,
  PagePictures,
  PageText,
  ProblemReason,
} from '../../core/common/api/local-jobs';

/** Name of a job kind, e.g. `crawl`. */
export type JobKind = string;

/** State of a job. */
export type JobState = JobItem['state'];

/** Progress of text recognition in a file, in pages. */
export interface Recognition {
  readonly done: number;
  readonly total: number;
  /** URL of the file. Present only for pages of jobs. */
  readonly url?: string;
}

/** Progress counters of a job. */
export type JobCounts = NonNullable<JobItem['progress']> & {
  /** File whose text is being recognized. Present only in events. */
  readonly recognition?: Recognition;
};

/** A job request as sent to the v2 API. */
export type JobRequest = Readonly<Record<string, unknown>>;

type ExtractAnswer = Answer<typeof extractStatusAnswer>;
type AgentAnswer = Answer<typeof agentStatusAnswer>;

/** Source of a value in an answer. */
export type AnswerSource = NonNullable<ExtractAnswer['sources']>[string][number];

/** A step that an agent has taken. */
export interface AnswerStep extends Omit<TakenStep, 'input'> {
  /** Input of the step: the query and results of a search, or the pages that the step opened. */
  readonly input: {
    readonly query?: string;
    readonly found?: readonly string[];
    readonly urls?: readonly string[];
    /** URL of the page that a browser step opened or used. */
    readonly url?: string;
    /** Label of the control that a browser step used. */
    readonly label?: string;
  };
}

/**
 * Status of a job whose result is a single answer. JSON pointers into `data` identify the values in `sources`,
 * `missing` and `conflicts`.
 */
export interface JobAnswer
  extends Partial<Pick<ExtractAnswer, 'data' | 'sources' | 'missing' | 'conflicts' | 'tokensUsed'>>,
    Pick<AgentAnswer, 'partial' | 'budget' | 'stopReason' | 'threadId' | 'modelTokens'> {
  readonly status: string;
  readonly steps?: readonly AnswerStep[];
}

/** A page of a job. */
export interface PageRow {
  /** Position of the page in completion order. */
  readonly index: number;
  readonly url: string;
  readonly title: string;
  readonly statusCode: number;
  readonly finishedAt: string;
}

/** A URL found by a map. */
export type MapLink = Answer<typeof mapAnswerV2>['links'][number];

/** Number of credits per month, and number of credits left this month. */
export type CreditUsage = Answer<typeof creditUsageAnswer>['data'];

/** Request schemas, keyed by kind of job. */
export type JobSchemas = Readonly<Record<JobKind, JsonSchema>>;

/** File types for exports. */
export type ExportFormat = 'jsonl' | 'csv' | 'json' | 'xlsx' | 'sqlite' | 'markdown-zip' | 'warc';
