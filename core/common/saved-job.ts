import { z } from 'zod';
import type { Answer } from './answer';
import { changeCondition, pageCounts, pageJudgment } from './monitor';
import { changeLine } from './monitor-changes';

/** Name of a saved job. */
export const savedName = z.string().trim().min(1).max(80).describe('Name of the saved job.');

/** Schema of the details that a user can set for a saved job: its description and the number of runs to retain. */
export const savedDetails = z.strictObject({
  description: z.string().trim().max(500).optional().describe('Purpose of the job, in plain words.'),
  keepRuns: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Number of recent runs to keep for more than 24 hours. Defaults to 10. With 0, no runs are kept.'),
});
/** Details that a user can set for a saved job. */
export type SavedDetails = z.output<typeof savedDetails>;

/** Schema of the schedule of a saved job. */
export const scheduleRequest = z.strictObject({
  cron: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe(
      'Run times as a cron expression: minute, hour, day of the month, month and day of the week, e.g. `0 7 * * 1-5`.',
    ),
  timeZone: z.string().min(1).max(60).default('UTC').describe('IANA name of the time zone used for `cron`.'),
  isPaused: z.boolean().default(false).describe('True while the schedule is paused.'),
  runMissed: z
    .boolean()
    .default(true)
    .describe(
      'If true, the job runs once at startup if a scheduled time was missed while Gleaner was off. Missed times are always listed.',
    ),
});
/** Schedule of a saved job. */
export type ScheduleRequest = z.output<typeof scheduleRequest>;

/** Schema of a schedule with its next run time. */
export const schedule = scheduleRequest.extend({ nextAt: z.iso.datetime().describe('Time of the next run.') });
/** A schedule with its next run time. */
export type Schedule = Answer<typeof schedule>;

/** Schema of a scheduled time at which no run was started. */
export const scheduleNote = z.object({
  at: z.iso.datetime().describe('When the run was due.'),
  kind: z
    .enum(['missed', 'skipped', 'refused'])
    .describe(
      '`missed`: Gleaner was not running; `skipped`: the previous run had not finished; `refused`: the run could not start.',
    ),
  message: z.string().describe('Explanation, in one sentence.'),
});
/** A scheduled time at which no run was started. */
export type ScheduleNote = z.output<typeof scheduleNote>;

const isRegex = (text: string): boolean => {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
};
const ignoredPattern = z.string().min(1).max(1000).refine(isRegex, { message: 'Not a regular expression.' });

/** Schema of a monitor's comparison settings and recipients. */
export const monitorRequest = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Column that identifies rows; if omitted, a changed row counts as one removed row and one added row. Pages are identified by their URL.',
    ),
  ignore: z.array(z.string().min(1).max(200)).max(100).default([]).describe('Columns to exclude from the comparison.'),
  ignoreSelectors: z
    .array(z.string().min(1).max(1000))
    .max(100)
    .optional()
    .describe('Selectors of the parts of a page to exclude from the comparison.'),
  ignorePatterns: z
    .array(ignoredPattern)
    .max(50)
    .optional()
    .describe('Regular expressions; matching lines are excluded from the comparison.'),
  ignoreBelowPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Maximum percentage of changed words at which a page still counts as unchanged.'),
  conditions: z
    .array(changeCondition)
    .max(50)
    .optional()
    .describe(
      'Changes are reported only if at least one of these conditions is met. Other changes are only listed with the run.',
    ),
  goal: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe('Purpose of the monitor, in plain words. Only changes relevant to this purpose count as meaningful.'),
  judgeEnabled: z
    .boolean()
    .optional()
    .describe(
      'If true, only meaningful changes are reported. A model decides which changes are meaningful, or rules if no model is set up.',
    ),
  notify: z
    .strictObject({
      desktop: z.boolean().default(true).describe('If true, a desktop notification is shown.'),
      webhook: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional()
        .describe('URL that receives the changes. Requests are signed like all webhook requests.'),
      file: z
        .string()
        .regex(/^\w[\w.-]{0,99}\.jsonl$/, 'a plain name that ends in .jsonl')
        .optional()
        .describe('File in the `monitors` folder of the data folder; each change is appended as a line of JSON.'),
      email: z
        .strictObject({
          recipients: z
            .array(z.email().max(320))
            .max(50)
            .default([])
            .describe('Recipients; if empty, the recipients set in Settings are used.'),
          includeDiffs: z.boolean().default(true).describe('If true, the email contains the changed values and lines.'),
        })
        .optional()
        .describe('Email notification, sent through the SMTP server set in Settings.'),
    })
    .default({ desktop: true })
    .describe('Where changes are reported.'),
});
/** Comparison settings and recipients of a monitor. */
export type MonitorRequest = z.output<typeof monitorRequest>;

/** Schema of a summary of the first run's values: text length, and lowest and highest value of each watched column. */
export const readValues = z.object({
  characters: z.int().optional().describe('Number of characters in the text of the pages; absent for rows.'),
  columns: z
    .array(z.object({ column: z.string(), low: z.string(), high: z.string() }))
    .describe('Lowest and highest value of each watched column, at most three columns.'),
});
/** Summary of the first run's values. */
export type ReadValues = z.output<typeof readValues>;

/** Schema of the differences between a run's rows and those of an earlier run. */
export const runVerdict = z.object({
  kind: z
    .enum(['base', 'same', 'changed', 'failed'])
    .describe('`base`: the first run, the baseline for later runs; `failed`: there was nothing to compare.'),
  against: z.int().optional().describe('Number of the earlier run that this run is compared with.'),
  added: z.int().default(0).describe('Number of new rows.'),
  removed: z.int().default(0).describe('Number of removed rows.'),
  changed: z.int().default(0).describe('Number of changed rows.'),
  note: z.string().optional().describe('Note about the comparison, in one sentence.'),
  errors: z.int().optional().describe('Number of pages that failed.'),
  met: z.array(z.string()).optional().describe('Which of the `conditions` were met, one sentence each.'),
  changes: z
    .array(changeLine)
    .optional()
    .describe('Details of the changes; if there are many changes, only the first changes are included.'),
  total: z.int().optional().describe('Total number of changes.'),
  warning: z.string().optional().describe('Values and columns that the monitor watches but that the run did not find.'),
  read: readValues.optional().describe('Values that the baseline contains; only for `base`.'),
  isMeaningful: z.boolean().optional().describe('False if all changes were judged not meaningful.'),
  isPartial: z
    .boolean()
    .optional()
    .describe('True when some pages failed; later runs are then not compared with this run.'),
});
/** Differences between a run's rows and those of an earlier run. */
export type RunVerdict = z.output<typeof runVerdict>;

/** Schema of a run of a saved job. */
export const savedRun = z.object({
  number: z.int().min(1).describe('Run number, starting at 1.'),
  id: z.string().describe('ID of this run’s job.'),
  at: z.iso.datetime().describe('When the run was started.'),
  startedBy: z.enum(['person', 'schedule']).describe('Who started the run: a user (`person`) or the schedule.'),
  state: z.string().describe('Last known state of the job.'),
  rows: z.int().optional().describe('Number of rows or pages; absent until the run has ended.'),
  hasNoResults: z
    .boolean()
    .optional()
    .describe('True if the run completed, but all its pages failed or returned an HTTP error.'),
  error: z.string().optional().describe('Why the run failed.'),
  finishedAt: z.iso.datetime().optional().describe('When the run ended.'),
  summary: pageCounts.optional().describe('Number of pages by state; only for monitors created through the API.'),
  judgments: z
    .array(pageJudgment.extend({ url: z.string() }))
    .optional()
    .describe('Verdicts on page changes.'),
  verdict: runVerdict.optional().describe('Detected changes; absent if the job has no monitor.'),
  isKept: z.boolean().optional().describe('True if the results of the run are still available.'),
});
/** A run of a saved job. */
export type SavedRun = z.output<typeof savedRun>;

/** Default number of runs retained beyond 24 hours. */
export const defaultKeptRuns = 10;

/** A row in a run's results: column names and values. */
export type Row = Readonly<Record<string, unknown>>;

/** Schema of a value that differs between two runs. */
const changedCell = z.object({ column: z.string(), before: z.unknown(), after: z.unknown() });
/** A value that differs between two runs. */
export type ChangedCell = Answer<typeof changedCell>;

/** Schema of a row whose values changed. */
export const changedRow = z.object({
  key: z.string().describe('Value that identifies the row, or the URL of the page.'),
  cells: z.array(changedCell).describe('Values that changed.'),
  diff: z.string().optional().describe('Changed lines of a page, as a unified diff.'),
});
/** A row whose values changed. */
export type ChangedRow = Answer<typeof changedRow>;

/** Differences between two lists of rows. */
export interface RowDifference {
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
  readonly changed: readonly ChangedRow[];
}
