import { z } from 'zod';

const record = z.record(z.string(), z.unknown());
const effort = z.enum(['low', 'medium', 'high']).optional();
const success = z.literal(true);

/** Agent runs, newest first. */
export const agentListAnswer = z.object({
  success,
  agents: z.array(
    z.object({
      id: z.string(),
      createdAt: z.iso.datetime(),
      targetHint: z.string(),
      origin: z.string(),
      integration: z.string().optional(),
      settings: z.object({ hidden: z.boolean(), starred: z.boolean() }),
      status: z.enum(['processing', 'completed', 'failed']),
      options: z.object({
        urls: z.array(z.string()),
        prompt: z.string(),
        schema: record.optional(),
        model: z.string(),
        effort,
      }),
    }),
  ),
  next: z.string().optional().describe('URL of the next page of runs; absent on the last page.'),
});

/** Steps of an agent run, as events. */
export const agentTraceAnswer = z.object({
  success,
  id: z.string(),
  events: z.array(record).describe('Events, oldest first.'),
  creditsUsed: z.number(),
  activeBrowserSessions: z.array(record).optional(),
});

/** Part of an agent run, as a JSON string: the run's data or one of its steps. */
export const agentSnapshotAnswer = z.object({ success, id: z.string(), snapshotId: z.string(), snapshot: z.string() });

/** Runs in a thread. */
export const agentThreadAnswer = z.object({
  success,
  thread: z.object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    status: z.enum(['idle', 'running']),
    runs: z.array(
      z.looseObject({
        id: z.string(),
        turn: z.int(),
        mode: z.enum(['extract', 'chat']),
        prompt: z.string(),
        status: z.enum(['processing', 'succeeded', 'failed', 'cancelled', 'refused', 'credit_limit_reached']),
        createdAt: z.iso.datetime(),
        finishedAt: z.iso.datetime().nullable(),
        creditsUsed: z.number().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
});
