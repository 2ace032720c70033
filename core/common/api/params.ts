import { z } from 'zod';

/** Path parameters of routes about a job. */
export const jobIdParams = z.object({
  id: z.guid({ message: 'Invalid job id: it must be a UUID.' }).describe('Job id.'),
});

/** Path parameters of routes about any other object with an ID. */
export const idParams = z.object({ id: z.string().min(1).max(128).describe('Id.') });

/** Response to the start of a job; each kind derives its own from it. */
export const jobStarted = z.object({
  success: z.literal(true),
  id: z.string().describe('Job id.'),
  url: z.string().describe('URL of the job.'),
});
