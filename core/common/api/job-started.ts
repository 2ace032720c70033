import { z } from 'zod';

/** Answer to the start of a job; each kind names its own after it. */
export const jobStarted = z.object({
  success: z.literal(true),
  id: z.string().describe('Job id.'),
  url: z.string().describe('Address the job can be read at.'),
});
