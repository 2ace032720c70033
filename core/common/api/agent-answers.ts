import { z } from 'zod';
import { statusSuccess } from './job-answers';
import { jobStarted } from './params';
import { takenStep } from './taken-step';

/** Response to a request that starts an agent. */
export const agentStartAnswer = jobStarted
  .extend({
    threadId: z
      .string()
      .describe('ID of the thread, a series of runs. Later runs in the thread can use this run’s answer.'),
    threadTurn: z.int().describe('Position of the run in its thread, starting at 1.'),
  })
  .meta({ id: 'AgentStartResponse' });

const budget = z.object({
  maxPages: z.int().describe('Maximum number of pages.'),
  maxSteps: z.int().describe('Maximum number of steps.'),
  maxCredits: z.number().describe('Maximum number of credits.'),
  maxMinutes: z.number().describe('Maximum duration in minutes. After that, the run takes no further steps.'),
});

/** Response with the status and data of an agent run. */
export const agentStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('State of the job.'),
    data: z.unknown().optional().describe('Data that matches the schema; present only after completion.'),
    partial: z
      .unknown()
      .optional()
      .describe('Data found before the run was cancelled or failed; absent if no page was read.'),
    model: z.string().describe('Model profile used by the run, e.g. `spark-1-mini`.'),
    effort: z.enum(['low', 'medium', 'high']).optional().describe('Requested effort.'),
    threadId: z.string().optional().describe('ID of the run’s thread.'),
    threadTurn: z.int().optional().describe('Position of the run in its thread, starting at 1.'),
    mode: z.enum(['extract', 'chat']).optional().describe('Requested mode.'),
    message: z.string().optional().describe('Text answer; only in chat mode.'),
    expiresAt: z.iso.datetime().describe('When the data is deleted.'),
    creditsUsed: z.int().optional().describe('Credits used by the run; the first five runs each day are free.'),
    modelTokens: z.int().optional().describe('Tokens that the language model used; present only after completion.'),
    error: z.string().optional().describe('Why the job failed.'),
    warning: z
      .string()
      .optional()
      .describe('Warning about guessed or missing values, and pages that could not be read.'),
    stopReason: z
      .enum([
        'filled',
        'no-gain',
        'no-pages',
        'max-credits',
        'max-pages',
        'max-steps',
        'max-time',
        'cancelled',
        'failed',
      ])
      .optional()
      .describe('Why the run stopped; the data may be partial unless this is `filled`.'),
    sources: z
      .record(z.string(), z.array(z.unknown()))
      .optional()
      .describe('Sources of each value, keyed by its JSON pointer into `data`.'),
    missing: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .optional()
      .describe('Values that were not found on any page.'),
    conflicts: z
      .array(z.unknown())
      .optional()
      .describe('Values that differ between pages; the value from the first page is used.'),
    budget: budget.optional().describe('Limits of the run.'),
    steps: z.array(takenStep).describe('Steps that the run has taken so far.'),
  })
  .meta({ id: 'AgentStatusResponse' });
