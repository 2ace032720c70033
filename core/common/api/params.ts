import { z } from 'zod';

/** Path parameter of routes about one job. */
export const jobIdParams = z.object({
  id: z.guid({ message: 'Invalid job id: it must be a UUID.' }).describe('Job id.'),
});

/** Path parameter of routes about anything else that has an id. */
export const idParams = z.object({ id: z.string().min(1).max(128).describe('Id.') });

/** Answer to the start of a job; each kind names its own after it. */
export const jobStarted = z.object({
  success: z.literal(true),
  id: z.string().describe('Job id.'),
  url: z.string().describe('Address the job can be read at.'),
});
