import { z } from 'zod';
import type { Answer } from '../../answer';
import { monitorEvents, pageCounts, pageJudgment } from '../../monitor';
import { headersField } from '../../options/headers-field';
import { monitorRequest, savedName } from '../../saved-job';
import { originFields } from '../scrape-options';
import { targetUrl } from '../target-url';
import { monitorTargets } from './monitor-targets';

const record = z.record(z.string(), z.unknown());

const schedule = z
  .strictObject({
    cron: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Cron expression with five fields, e.g. `*/30 * * * *`.'),
    text: z.string().trim().min(1).max(200).optional().describe('Schedule in plain English, e.g. `daily at 9:00`.'),
    timezone: z.string().min(1).max(60).optional().describe('IANA name of the time zone; defaults to UTC.'),
  })
  .refine(({ cron, text }) => (cron === undefined) !== (text === undefined), {
    message: 'Provide either `cron` or `text`.',
  })
  .describe('When the monitor runs.');

const eventNames = ['page', 'check.completed', ...monitorEvents] as const;
const webhook = z
  .strictObject({
    url: targetUrl.describe('URL that receives the events. Requests are signed like all webhook requests.'),
    headers: headersField('Additional headers for each request.'),
    metadata: record.default({}).describe('Custom data, included unchanged in each event.'),
    events: z
      .array(z.enum(eventNames))
      .default([...monitorEvents])
      .transform((names) =>
        monitorEvents.filter((name) => names.some((one) => name === one || name === `monitor.${one}`)),
      )
      .describe(
        'Events to send: `monitor.page` for each page whose status is not `same`, `monitor.check.completed` for each check.',
      ),
  })
  .describe('Webhook that receives the events of the monitor.');

const notification = z
  .strictObject({
    email: z
      .strictObject({
        enabled: z.boolean().default(true),
        recipients: z
          .array(z.email().max(320))
          .max(50)
          .default([])
          .describe('Recipients; if empty, the recipients set in Settings are used.'),
        includeDiffs: z.boolean().default(true).describe('If true, the email contains the changed values and lines.'),
      })
      .optional()
      .describe('Email notifications, sent through the SMTP server set in Settings.'),
  })
  .describe('How users are notified of changes.');

const { key, ignore, ignoreSelectors, ignorePatterns, ignoreBelowPercent, conditions } = monitorRequest.shape;
/** Monitor options that Gleaner adds to the public API. */
const own = {
  key,
  ignore: ignore.unwrap().optional(),
  ignoreSelectors,
  ignorePatterns,
  ignoreBelowPercent,
  conditions,
};

const shared = {
  retentionDays: z
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe('Number of days to keep results; at most 100 checks are kept.'),
  judgeEnabled: z
    .boolean()
    .optional()
    .describe(
      'If true, only meaningful changes are reported. A model decides which changes are meaningful, or rules if no model is set up.',
    ),
  ...own,
};
const goal = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .describe('Purpose of the monitor, in plain words. Only changes relevant to this purpose count as meaningful.');

/** Schema of a request that creates a monitor. */
export const createMonitor = z
  .strictObject({
    ...originFields,
    name: savedName.describe('Name of the monitor.'),
    schedule,
    webhook: webhook.optional(),
    notification: notification.optional(),
    targets: monitorTargets.describe('Pages, sites or searches to monitor.'),
    goal: goal.optional(),
    ...shared,
  })
  .transform(({ origin: _, integration: __, ...body }) => body);
/** Request that creates a monitor. */
export type CreateMonitor = z.output<typeof createMonitor>;

/** Schema of a request that changes a monitor. Omitted fields retain their values. */
export const updateMonitor = z
  .strictObject({
    ...originFields,
    name: savedName.optional(),
    status: z.enum(['active', 'paused']).optional(),
    schedule: schedule.optional(),
    webhook: webhook.nullable().optional(),
    notification: notification.nullable().optional(),
    targets: monitorTargets.optional(),
    goal: goal.nullable().optional(),
    ...shared,
  })
  .transform(({ origin: _, integration: __, ...body }) => body);
/** Request that changes a monitor. */
export type UpdateMonitor = z.output<typeof updateMonitor>;

const time = z.iso.datetime().nullable();

const subscription = z.object({
  email: z.string(),
  status: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(['team', 'opt_in', 'legacy']),
});

/** Schema of a monitor. */
export const monitorRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'paused', 'deleted']),
    schedule: z.object({ cron: z.string().optional(), timezone: z.string().optional() }),
    nextRunAt: time,
    lastRunAt: time,
    currentCheckId: z.string().nullable(),
    targets: z.array(record),
    webhook: record.nullable(),
    notification: record.nullable(),
    emailRecipientSubscriptions: z.array(subscription).optional(),
    retentionDays: z.int(),
    estimatedCreditsPerMonth: z.number().nullable(),
    lastCheckSummary: pageCounts.nullable(),
    goal: z.string().nullable(),
    judgeEnabled: z.boolean(),
    ...monitorRequest.pick({
      key: true,
      ignoreSelectors: true,
      ignorePatterns: true,
      ignoreBelowPercent: true,
      conditions: true,
    }).shape,
    ignore: z.array(z.string()).optional(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Monitor' });
/** A monitor. */
export type MonitorRecord = Answer<typeof monitorRecord>;

const check = z.object({
  id: z.string(),
  monitorId: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'partial', 'skipped_overlap', 'skipped_no_credits']),
  trigger: z.enum(['scheduled', 'manual']),
  scheduledFor: time,
  startedAt: time,
  finishedAt: time,
  estimatedCredits: z.number().nullable(),
  reservedCredits: z.number().nullable(),
  actualCredits: z.number().nullable(),
  billingStatus: z.enum(['not_applicable', 'reserved', 'confirmed', 'released', 'failed']),
  summary: pageCounts,
  targetResults: z.array(record).optional(),
  notificationStatus: z.unknown().optional(),
  conditionsMet: z.array(z.string()).optional().describe('Which of the `conditions` were met, one sentence each.'),
  warning: z
    .string()
    .optional()
    .describe('Values and columns that the monitor watches but that the check did not find.'),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** Schema of a monitor check. */
export const monitorCheck = check.meta({ id: 'MonitorCheck' });
/** A monitor check. */
export type MonitorCheck = Answer<typeof check>;

/** Possible states of a page in a check. */
export const pageStates = ['same', 'new', 'changed', 'removed', 'error'] as const;

const page = z.object({
  id: z.string(),
  targetId: z.string(),
  url: z.string(),
  status: z.enum(pageStates),
  previousScrapeId: z.string().nullable(),
  currentScrapeId: z.string().nullable(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  metadata: z.unknown().optional(),
  diff: z.object({ text: z.string().optional(), json: record.optional() }).nullable(),
  snapshot: z.object({ json: record.optional() }).nullable(),
  judgment: pageJudgment.nullable(),
  createdAt: z.iso.datetime(),
});
/** A page in a check. */
export type MonitorPage = Answer<typeof page>;

const success = z.literal(true);
/** Response with one monitor. */
export const monitorAnswer = z.object({ success, data: monitorRecord });
/** Response with a list of monitors. */
export const monitorListAnswer = z.object({ success, data: z.array(monitorRecord) });
/** Response with one check. */
export const checkAnswer = z.object({ success, data: monitorCheck });
/** Response with a list of checks. */
export const checkListAnswer = z.object({ success, data: z.array(monitorCheck) });
/** Response with a check and its pages. */
export const checkDetailAnswer = z.object({
  success,
  data: check.extend({ pages: z.array(page), next: z.string().optional() }).meta({ id: 'MonitorCheckDetail' }),
});
