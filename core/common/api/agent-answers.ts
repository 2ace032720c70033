import { z } from 'zod';
import { statusSuccess } from './job-answers';
import { jobStarted } from './params';
import { takenStep } from './taken-step';

/** Response to the start of an agent. */
export const agentStartAnswer = jobStarted.meta({ id: 'AgentStartResponse' });

const budget = z.object({
  maxPages: z.int().describe('Most pages.'),
  maxSteps: z.int().describe('Most steps.'),
  maxCredits: z.number().describe('Most credits.'),
  maxMinutes: z.number().describe('Minutes after which no further step is taken.'),
});

/** Status and data of an agent. */
export const agentStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']).describe('Where the job is in its life.'),
    data: z.unknown().optional().describe('The data, in the shape of the schema; only when completed.'),
    partial: z
      .unknown()
      .optional()
      .describe('What a run that was cancelled or failed had found by then; only when it had read a page.'),
    model: z.string().describe('Model profile.'),
    expiresAt: z.iso.datetime().describe('When the data is removed.'),
    creditsUsed: z.int().optional().describe('Credits the run has cost; the first five runs of a day cost none.'),
    error: z.string().optional().describe('Why a failed job ended.'),
    warning: z.string().optional().describe('What was guessed, not found or not read.'),
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
      .describe('Why the run stopped; data may be partial for all but `filled`.'),
    sources: z
      .record(z.string(), z.array(z.unknown()))
      .optional()
      .describe('Where each value was read, by JSON pointer.'),
    missing: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .optional()
      .describe('Values no page states.'),
    conflicts: z.array(z.unknown()).optional().describe('Values about which pages disagree; the first page won.'),
    budget: budget.optional().describe('How far the run may go.'),
    steps: z.array(takenStep).describe('What the run has done so far.'),
  })
  .meta({ id: 'AgentStatusResponse' });
