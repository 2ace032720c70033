import type { JobKind, JobState } from '../common/model';
import type { JobFilter } from './job-ports';

/** A count of zero for every state. */
export const noJobs = (): Record<JobState, number> => ({ queued: 0, active: 0, completed: 0, failed: 0, cancelled: 0 });

/** Whether a job in this state has ended. */
export const isFinal = (state: JobState): boolean => state !== 'queued' && state !== 'active';

/** Whether a list shows a job. */
export const matchesFilter = (
  job: { readonly kind: JobKind; readonly state: JobState },
  { kinds, states }: JobFilter,
): boolean => (!kinds || kinds.includes(job.kind)) && (!states || states.includes(job.state));
