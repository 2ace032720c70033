import type { JobState } from '../common/model';

/** A count of zero for every state. */
export const noJobs = (): Record<JobState, number> => ({ queued: 0, active: 0, completed: 0, failed: 0, cancelled: 0 });

/** Whether a job in this state has ended. */
export const isFinal = (state: JobState): boolean => state !== 'queued' && state !== 'active';

/** Why a job has failed whose results are all gone. */
export const allLost =
  'All results of this job were lost because data on the disk is damaged; start the job again to get them.';
