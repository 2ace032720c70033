import { allLost } from '../common/job';
import type { Frontier } from '../tasks/frontier';
import { allProblems } from './problem-reasons';

/** How a job that has nothing left to do has ended. */
export interface Verdict {
  readonly state: 'completed' | 'failed';
  /** Why nothing came of it, in the words of the first page that failed. */
  readonly error?: string;
}

/** Judges a job by what became of its pages: one of which nothing is there and something failed or was lost has failed. */
export async function verdictOf(frontier: Frontier, jobId: string): Promise<Verdict> {
  const { done, lost = 0 } = await frontier.counts(jobId);
  if (done > lost) return { state: 'completed' };
  for await (const { hidden, message } of allProblems(frontier, jobId, 'failed'))
    if (!hidden) return { state: 'failed', error: message };
  return lost > 0 ? { state: 'failed', error: allLost } : { state: 'completed' };
}
