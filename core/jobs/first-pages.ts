import { LRUCache } from 'lru-cache';
import type { ResultStore } from '../ports/jobs/result-store';

const maxJobs = 1000;

/** URL and title of a job's first completed page. */
interface FirstPage {
  readonly url: string;
  readonly title: string;
}

/**
 * Returns a function that reads the URL and title of a job's first completed page. Undefined if the page has no title
 * or an error status. The answer is cached, because a job's first result never changes.
 */
export function firstPageReader(results: Pick<ResultStore, 'rows'>) {
  const known = new LRUCache<string, { readonly page?: FirstPage }>({ max: maxJobs });
  return async (jobId: string): Promise<FirstPage | undefined> => {
    const cached = known.get(jobId);
    if (cached) return cached.page;
    const [row] = (await results.rows(jobId, { skip: 0, limit: 1 })).rows;
    if (!row) return undefined;
    const title = row.title.trim();
    const page = title && row.statusCode < 400 ? { url: row.url, title } : undefined;
    known.set(jobId, { page });
    return page;
  };
}
