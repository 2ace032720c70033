import { z } from 'zod';
import type { Answer } from './answer';

/** Name of a saved job. */
export const savedName = z.string().trim().min(1).max(80).describe('Name of the saved job.');

/** Description of a saved job by its user, and the number of retained runs. */
export const savedDetails = z.strictObject({
  description: z.string().trim().max(500).optional().describe('What the job is for, in plain words.'),
  keepRuns: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('How many of its runs are kept beyond 24 hours, the newest; 10 when absent, 0 keeps none.'),
});
/** Description of a saved job by its user. */
export type SavedDetails = z.output<typeof savedDetails>;

/** Schema of the schedule of a saved job. */
export const scheduleRequest = z.strictObject({
  cron: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('When it runs: minute, hour, day of the month, month and day of the week, e.g. `0 7 * * 1-5`.'),
  timeZone: z.string().min(1).max(60).default('UTC').describe('IANA name of the time zone of `cron`.'),
  isPaused: z.boolean().default(false).describe('True while it does not run by itself.'),
  runMissed: z
    .boolean()
    .default(true)
    .describe('Whether it runs once, late, when Gleaner was off at the time; missed times are told in any case.'),
});
/** Schedule of a saved job. */
export type ScheduleRequest = z.output<typeof scheduleRequest>;

/** A schedule with its next time. */
export const schedule = scheduleRequest.extend({ nextAt: z.iso.datetime().describe('When it runs next.') });
/** A schedule with its next time. */
export type Schedule = Answer<typeof schedule>;

/** Schema of a time at which a schedule started no run. */
export const scheduleNote = z.object({
  at: z.iso.datetime().describe('When the run was due.'),
  kind: z
    .enum(['missed', 'skipped', 'refused'])
    .describe('`missed`: Gleaner was off; `skipped`: the run before was still at work; `refused`: it could not start.'),
  message: z.string().describe('What happened, in a sentence.'),
});
/** A time at which a schedule started no run. */
export type ScheduleNote = z.output<typeof scheduleNote>;

/** Schema of what a monitor compares and whom it notifies. */
export const monitorRequest = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Column that tells rows apart; without it a row that changed is one removed and one added. Pages are told apart by their address.',
    ),
  ignore: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe('Columns that are left out of the comparison.'),
  notify: z
    .strictObject({
      desktop: z.boolean().default(true).describe('Whether a notification is shown on the desktop.'),
      webhook: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional()
        .describe('Address that gets the change, signed like every webhook.'),
      file: z
        .string()
        .regex(/^\w[\w.-]{0,99}\.jsonl$/, 'a plain name that ends in .jsonl')
        .optional()
        .describe('File in the folder `monitors` of the data folder to which the change is added, a line of JSON.'),
    })
    .default({ desktop: true })
    .describe('Who is told of a change.'),
});
/** What a monitor compares and whom it notifies. */
export type MonitorRequest = z.output<typeof monitorRequest>;

/** Schema of the differences between a run's rows and those of an earlier run. */
export const runVerdict = z.object({
  kind: z
    .enum(['base', 'same', 'changed', 'failed'])
    .describe('`base`: the first run, others are compared with it; `failed`: nothing to compare came.'),
  against: z.int().optional().describe('Number of the run it was compared with.'),
  added: z.int().default(0).describe('Rows that are new.'),
  removed: z.int().default(0).describe('Rows that are gone.'),
  changed: z.int().default(0).describe('Rows with other values.'),
  note: z.string().optional().describe('What else is to be known, in a sentence.'),
  isPartial: z.boolean().optional().describe('True when some pages failed: later runs are not compared with this one.'),
});
/** Differences between a run's rows and those of an earlier run. */
export type RunVerdict = z.output<typeof runVerdict>;

/** Schema of a run of a saved job. */
export const savedRun = z.object({
  number: z.int().min(1).describe('1 for the first run.'),
  id: z.string().describe('Id of the job.'),
  at: z.iso.datetime().describe('When it was started.'),
  startedBy: z.enum(['person', 'schedule']).describe('What started it.'),
  state: z.string().describe('State of the job when it was last heard of.'),
  rows: z.int().optional().describe('Rows or pages that came; absent until it has ended.'),
  error: z.string().optional().describe('Why it failed.'),
  verdict: runVerdict.optional().describe('What changed; absent without a monitor.'),
  isKept: z.boolean().optional().describe('True while its results can be read.'),
});
/** A run of a saved job. */
export type SavedRun = z.output<typeof savedRun>;

/** Default number of runs retained beyond 24 hours. */
export const usualKeptRuns = 10;

/** A row of a run: column names and values. */
export type Row = Readonly<Record<string, unknown>>;

/** A value that differs between two runs. */
const changedCell = z.object({ column: z.string(), before: z.unknown(), after: z.unknown() });
/** A value that differs between two runs. */
export type ChangedCell = Answer<typeof changedCell>;

/** A row with other values than before. */
export const changedRow = z.object({
  key: z.string().describe('What tells the row apart: the value of its key, the address of a page.'),
  cells: z.array(changedCell).describe('Values that are no longer what they were.'),
  diff: z.string().optional().describe('Changed lines of a page, as a unified diff.'),
});
/** A row with other values than before. */
export type ChangedRow = Answer<typeof changedRow>;

/** Differences between two lists of rows. */
export interface RowDifference {
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
  readonly changed: readonly ChangedRow[];
}
