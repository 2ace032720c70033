import { z } from 'zod';
import type { Answer } from './answer';

const change = z.object({
  type: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string(),
});

/** Schema of a verdict on a page's changes. */
export const pageJudgment = z.object({
  meaningful: z.boolean().describe('False if the change is irrelevant to the goal.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('Confidence in this verdict.'),
  reason: z.string().describe('Reason for the verdict, in one sentence.'),
  meaningfulChanges: z.array(change).describe('Meaningful changes.'),
});
/** Verdict on a page's changes. */
export type PageJudgment = z.output<typeof pageJudgment>;

const count = z.int().min(0);
/** Schema of the number of pages per state in a check. */
export const pageCounts = z.object({
  totalPages: count,
  same: count,
  changed: count,
  new: count,
  removed: count,
  error: count,
});
/** Number of pages per state in a check. */
export type PageCounts = Answer<typeof pageCounts>;

const column = z.string().min(1).max(200);
const text = z.string().trim().min(1).max(1000);

/** Schema of a condition that decides whether a change is reported. */
export const changeCondition = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('changed'),
    column: column.describe('Column whose values are reported whenever they change.'),
  }),
  z.strictObject({
    type: z.literal('falls'),
    column: column.describe('Column whose value is reported if it is lower than in the previous run.'),
  }),
  z.strictObject({
    type: z.literal('rises'),
    column: column.describe('Column whose value is reported if it is higher than in the previous run.'),
  }),
  z.strictObject({ type: z.literal('below'), column, value: z.number().describe('Reports values below this number.') }),
  z.strictObject({ type: z.literal('above'), column, value: z.number().describe('Reports values above this number.') }),
  z.strictObject({
    type: z.literal('changedBy'),
    column,
    percent: z.number().positive().max(100_000).describe('Reports values that changed by at least this percentage.'),
  }),
  z.strictObject({
    type: z.literal('newLow'),
    column: column.describe('Column whose value is reported if it is lower than all previous values.'),
  }),
  z.strictObject({
    type: z.literal('newHigh'),
    column: column.describe('Column whose value is reported if it is higher than all previous values.'),
  }),
  z.strictObject({
    type: z.literal('newRow'),
    column: column.optional().describe('Column to check; all columns if omitted.'),
    contains: text.optional().describe('Reports only new rows that contain this text.'),
  }),
  z.strictObject({ type: z.literal('textAppears'), text: text.describe('Reports the page when this text appears.') }),
  z.strictObject({
    type: z.literal('textDisappears'),
    text: text.describe('Reports the page when this text disappears.'),
  }),
]);
/** Condition that decides whether a change is reported. */
export type ChangeCondition = z.output<typeof changeCondition>;

/** Schema of the lowest and highest values of a cell across all runs. */
export const seenRange = z.object({ key: z.string(), column: z.string(), low: z.number(), high: z.number() });
/** Lowest and highest values of a cell across all runs. */
export type SeenRange = z.output<typeof seenRange>;

/** Events of a monitor. */
export const monitorEvents = ['monitor.page', 'monitor.check.completed'] as const;

const metadata = z.record(z.string(), z.unknown());

/** Schema of a monitor's webhook. */
export const monitorWebhook = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  metadata,
  events: z.array(z.enum(monitorEvents)),
});

/** Schema of the data that is stored only for monitors created through the API. */
export const monitorFacts = z.object({
  id: z.string(),
  /** Name of the monitor, as given in the request. */
  title: z.string(),
  webhook: monitorWebhook.optional(),
  retentionDays: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** Additional data of a monitor that was created through the API. */
export type MonitorFacts = z.output<typeof monitorFacts>;
