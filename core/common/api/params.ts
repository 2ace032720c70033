import { z } from 'zod';

/** Path parameters for the job routes. */
export const jobIdParams = z.object({
  id: z.guid({ message: 'Invalid job id: it must be a UUID.' }).describe('ID of the job.'),
});

/** Path parameters for routes that address an object other than a job. */
export const idParams = z.object({ id: z.string().min(1).max(128).describe('ID of the object.') });

/** Response to a request that starts a job. The responses for specific kinds of jobs extend this schema. */
export const jobStarted = z.object({
  success: z.literal(true),
  id: z.string().describe('ID of the job.'),
  url: z.string().describe('URL that returns the status of the job.'),
});
