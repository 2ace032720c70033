import { LRUCache } from 'lru-cache';
import type { ResultStore } from '../ports/jobs/result-store';

const maxJobs = 1000;

/**
 * Returns a function that counts a job's pages with a 4xx or 5xx status. Each call reads only the results added since
 * the previous call, because existing results never change.
 */
export function errorPageCounter(results: ResultStore): (jobId: string) => Promise<number> {
  const counted = new LRUCache<string, { readonly errors: number; readonly end: number }>({ max: maxJobs });
  return async (jobId) => {
    const before = counted.get(jobId) ?? { errors: 0, end: 0 };
    const { errors, end } = await results.countErrors(jobId, before.end);
    const now = { errors: before.errors + errors, end };
    counted.set(jobId, now);
    return now.errors;
  };
}
