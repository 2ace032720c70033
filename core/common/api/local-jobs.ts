import { z } from 'zod';
import type { Answer } from '../answer';
import { formatCost } from '../format-cost';
import { jsonSchema } from '../json-schema';
import { jobFacts, needsPersonField } from './job-answers';
import { documentAnswer } from './responses';

const count = z.int().min(0);
const time = z.iso.datetime();
const record = z.record(z.string(), z.unknown());
const problemState = z.enum(['failed', 'refused']);
const jobStates = ['queued', 'active', 'paused', 'completed', 'failed', 'cancelled'] as const;

/** Schema of a job's state. */
export const jobState = z.enum(jobStates);

const webhook = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()).describe('Additional headers; the values of secret headers are masked.'),
  metadata: record,
  events: z.array(z.string()),
});

const progress = z.object({
  queued: count,
  inFlight: count,
  done: count,
  failed: count,
  refused: count,
  credits: z.number(),
  lost: count.optional().describe('Number of results lost because data on disk was damaged.'),
});

/** Schema of a job in the job list. */
export const jobItem = z.object({
  id: z.string(),
  kind: z.string(),
  version: z.enum(['v1', 'v2']),
  state: jobState,
  url: z.string().describe('Start URL, or the first URL of a batch.'),
  webhook: webhook.optional(),
  createdAt: time,
  startedAt: time.optional(),
  finishedAt: time.optional(),
  pausedAt: time.optional().describe('When the job was paused; present only while it is paused.'),
  error: z.string().optional().describe('Why the job failed or was cancelled.'),
  spent: z
    .object({ pages: count, credits: z.number() })
    .optional()
    .describe('Page and credit counts of a finished job, if they differ from the totals of its results.'),
  zeroDataRetention: z.boolean().describe('True if nothing from the job is stored on disk.'),
  keptBy: z
    .enum(['person', 'saved job'])
    .optional()
    .describe(
      'Why the job is kept for more than 24 hours: a user chose to keep it (`person`), or it is a run of a saved job.',
    ),
  keyId: z.string().describe('ID of the API key that started the job; `desktop` for the app.'),
  count: count.optional().describe('Number of pages in a batch.'),
  doneBefore: count.optional().describe('Number of pages that were already done when failed pages were last retried.'),
  answerPath: z.string().optional().describe('API path of the result, for kinds of jobs with a single result.'),
  hasRows: z.boolean().describe('True if the job has data records in addition to its pages.'),
  rows: count.optional().describe('Number of rows of a finished table job.'),
  hasPictures: z.boolean().describe('True if the job takes screenshots of its pages.'),
  needsPerson: needsPersonField,
  request: record.describe('v2 request that starts the same job again. The URLs of a batch are omitted.'),
  progress: progress.optional(),
  facts: jobFacts.optional().describe('Job status as in the v2 API; present only if a single job is requested.'),
  errorPages: count.optional().describe('Number of pages with an HTTP status of 4xx or 5xx.'),
  firstPage: z
    .object({ url: z.string(), title: z.string() })
    .optional()
    .describe(
      'First completed page; present only in a list of jobs, if the page has a title and was read without an error.',
    ),
  savedName: z
    .string()
    .optional()
    .describe('Name of the saved job that this job is a run of; present only in a list of jobs.'),
  isCheck: z
    .literal(true)
    .optional()
    .describe('Present in a list of jobs if this job is a run that a monitor compares.'),
});
/** A job in the job list. */
export type JobItem = Answer<typeof jobItem>;

/** Response with a list of jobs of all kinds. */
export const jobsAnswer = z.object({ items: z.array(jobItem) });

/** Response with the number of pages that will be retried. */
export const retriedAnswer = z.object({ retried: count });

const problem = z.object({
  taskId: z.string().optional().describe('ID of the task; absent when no task was created for the URL.'),
  url: z.string(),
  state: problemState,
  code: z.string(),
  message: z.string(),
  reason: z.string().optional().describe('Why the URL was refused, e.g. `robots`.'),
  hidden: z.boolean(),
  at: time,
});
/** A URL that produced no result. */
export type JobProblem = Answer<typeof problem>;

/** Response with the URLs for which a job has no result. */
export const problemsAnswer = z.object({ problems: z.array(problem), total: count });

const problemReason = z.object({ reason: z.string(), state: problemState, count });
/** A reason why URLs have no result, and the number of affected URLs. */
export type ProblemReason = Answer<typeof problemReason>;

/** Reasons why URLs of a job have no result, most frequent first. */
export const reasonsAnswer = z.object({ items: z.array(problemReason) });

const pagePictures = z.object({
  page: count.describe('Index of the page in completion order.'),
  url: z.string(),
  title: z.string(),
  files: z
    .array(z.string())
    .describe('URLs of the screenshots; the screenshot from the `screenshot` format comes first.'),
});
/** Screenshots of one page in a job. */
export type PagePictures = Answer<typeof pagePictures>;

/** Screenshots of the requested pages, and the total number of pages in the job. */
export const picturesAnswer = z.object({ items: z.array(pagePictures), total: count });

/** Schema of the page text that values were extracted from. */
export const pageTextAnswer = z.object({
  markdown: z.string(),
  isKept: z.boolean().describe('False if the text was not stored, so the page had to be fetched again.'),
  keptAt: time.optional(),
});
/** The page text that values were extracted from. */
export type PageText = Answer<typeof pageTextAnswer>;

/** Document scraped from one page of a job. Absent if the job has no page at the requested index. */
export const pageAnswer = z.object({ data: documentAnswer.optional() });

/** Name of the file to which a job's rows are exported. */
export const fileNameAnswer = z.object({ name: z.string() });

/** Name of the saved job from which the job was started, if any. */
export const savedNameAnswer = z.object({ name: z.string().optional() });

const historyItem = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().optional(),
  state: z.enum(['completed', 'failed']),
  statusCode: z.int().optional(),
  formats: z.array(z.string()),
  credits: z.number(),
  createdAt: time,
  finishedAt: time,
  durationMs: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
/** A past scrape in the history list. */
export type HistoryItem = Answer<typeof historyItem>;

/** Past scrapes, newest first. */
export const historyAnswer = z.object({ items: z.array(historyItem) });

/** A past scrape with its v2 request. */
export const historyRecord = historyItem.extend({ request: record });
/** A past scrape with its v2 request. */
export type HistoryRecord = Answer<typeof historyRecord>;

const activityEntry = z.object({
  jobId: z.string(),
  kind: z.string(),
  url: z.string(),
  state: z.string(),
  pages: count,
  credits: z.number(),
  keyId: z.string(),
  at: time,
  hasNoResults: z.literal(true).optional().describe('True for a completed job that has no results.'),
  isCheck: z.literal(true).optional().describe('Present if the job is a run that a monitor compares.'),
  feedback: record.optional().describe('Feedback from a caller on an answer; only for the kind `feedback`.'),
});
/** An entry in the activity log: a job and its cost. The log is retained longer than job results. */
export type ActivityEntry = Answer<typeof activityEntry>;

const dayUsage = z.object({
  day: z.string().describe('Date in UTC, e.g. `2026-11-20`.'),
  entries: count,
  pages: count,
  credits: z.number(),
});
/** Usage on one day (UTC). */
export type DayUsage = Answer<typeof dayUsage>;

/** The activity log, and the usage in the last 31 days. */
export const activityAnswer = z.object({ items: z.array(activityEntry), days: z.array(dayUsage) });

const kindFacts = z.object({
  kind: z.string(),
  name: z.string().describe('Display name.'),
  summary: z.string(),
  path: z.string().describe('API path that starts a job of this kind.'),
  isListed: z.boolean().describe('False for kinds that return the result in the response to the request.'),
  takesFile: z.boolean().describe('True for kinds whose request includes a file.'),
  hasAnswer: z.boolean().describe('True for kinds that return a single result in addition to their pages.'),
  eventPrefix: z.string().optional().describe('Prefix of the event names for this kind.'),
  form: z
    .object({ submit: z.string(), plain: z.array(z.string()) })
    .optional()
    .describe('Texts of the form under *New job* in the app; absent for kinds without a form.'),
  schema: jsonSchema,
});
/** A kind of job, with the schema of its options. */
export type JobKindFacts = Answer<typeof kindFacts>;

/** All job kinds, formats, actions and parsers, each with the schema of its options. */
export const schemaAnswer = z.object({
  kinds: z.array(kindFacts),
  formats: z.array(
    z.object({
      id: z.string(),
      summary: z.string(),
      requires: z.array(z.string()).optional(),
      cost: formatCost.optional(),
      needsBrowser: z.boolean(),
      options: jsonSchema.optional(),
    }),
  ),
  actions: z.array(z.object({ type: z.string(), summary: z.string(), schema: jsonSchema })),
  parsers: z.array(
    z.object({ id: z.string(), summary: z.string(), optIn: z.boolean().optional(), options: jsonSchema.optional() }),
  ),
});
