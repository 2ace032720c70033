import type { JobState } from '../common/model';

/** A count of zero for every state. */
export const noJobs = (): Record<JobState, number> => ({ queued: 0, active: 0, completed: 0, failed: 0, cancelled: 0 });

/** Whether a job in this state has ended. */
export const isFinal = (state: JobState): boolean => state !== 'queued' && state !== 'active';
