import { z } from 'zod';
import { errorAnswers } from '../../../common/api/responses';
import { monitorRequest, savedName, savedRun, scheduleRequest } from '../../../common/saved-job';

/** The name of a saved job in a path or a body. */
export const nameParams = z.object({ name: savedName });

/** A kind of job and the request of one. */
export const savedRequest = {
  kind: z.string().describe('Kind of job.'),
  request: z.record(z.string(), z.unknown()).describe('The request that is sent when it runs, in its v2 form.'),
};

/** A schedule as it is shown. */
export const scheduleAnswer = scheduleRequest.extend({ nextAt: z.iso.datetime().describe('When it runs next.') });

/** A saved job as it is shown. */
export const savedFields = {
  name: savedName,
  ...savedRequest,
  description: z.string().optional().describe('What the job is for.'),
  keepRuns: z.int().describe('How many of its runs are kept beyond 24 hours.'),
  savedAt: z.iso.datetime().describe('When it was saved.'),
  lastRun: savedRun
    .pick({ id: true, at: true })
    .optional()
    .describe('The job it started last; absent before it ever ran.'),
  schedule: scheduleAnswer.optional().describe('When it runs by itself.'),
  monitor: monitorRequest.optional().describe('What is compared between its runs, and who is told.'),
};

/** Facts of a route that has one answer, for its description. */
export const answering = (description: string, schema: z.ZodType, tag = 'saved jobs') => ({
  response: { 200: schema, ...errorAnswers },
  tags: [tag],
  description,
});

/** The answer to something that was done. */
export const doneAnswer = z.object({ success: z.literal(true) });

/** The body of that answer. */
export const done = { success: true } as const;
