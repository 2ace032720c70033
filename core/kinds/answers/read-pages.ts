import { AppError } from '../../common/errors';
import type { Result } from '../../common/model';
import type { Refusal } from '../../contract/hooks';
import type { RobotsCache } from '../../net/politeness/robots-cache';
import type { Frontier } from '../../ports/jobs/frontier';
import { allProblems } from '../../ports/jobs/problem-reasons';
import type { ResultStore } from '../../ports/jobs/result-store';
import { type ReadPage, toReadPage } from './merge-pages';

/** Maximum size in bytes of results held in memory. */
const maxBytes = 8 * 1024 * 1024;

/** A job's pages, to be merged into one answer. */
export interface PagesRead {
  readonly all: readonly ReadPage[];
  /** Pages without an error status. */
  readonly good: readonly ReadPage[];
  /** Warning about pages that could not be read. */
  readonly problems?: string;
}

/** Loads the data from all pages that a job has read so far. */
export async function readPages(
  jobId: string,
  { results, frontier }: { readonly results: ResultStore; readonly frontier: Frontier },
): Promise<PagesRead> {
  const all: ReadPage[] = [];
  for (let skip: number | undefined = 0; skip !== undefined; ) {
    const page: { readonly results: readonly Result[]; readonly next?: number } = await results.page(jobId, {
      skip,
      maxBytes,
    });
    all.push(...page.results.map(toReadPage));
    skip = page.next;
  }
  const isBad = ({ statusCode }: ReadPage) => statusCode >= 400;
  const isRead = new Set(all.flatMap((page) => (isBad(page) ? [] : [page.askedUrl])));
  // A missing start page is not a problem if its URL without the trailing slash was read instead.
  const bad = all.filter((page) => isBad(page) && !isRead.has(page.askedUrl.replace(/\/$/, '')));
  const reasons = bad.map(({ url, statusCode }) => `${url} returned status ${statusCode}.`);
  for await (const { hidden, message, state } of allProblems(frontier, jobId)) {
    if (!hidden && (state === 'failed' || !message.startsWith('robots.txt'))) reasons.push(message);
  }
  const [first] = reasons;
  const count = reasons.length === 1 ? 'A page' : `${reasons.length} pages`;
  const problems = first === undefined ? undefined : `${count} could not be read: ${first}`;
  return { all, good: all.filter((page) => !isBad(page)), problems };
}

/** Returns a refusal when robots.txt disallows a page. */
export async function robotsRefusal(
  robots: RobotsCache,
  url: string,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const target = new URL(url);
  const rules = await robots.rulesFor(target, signal);
  if (rules.allowsPage(target)) return undefined;
  return { error: new AppError('CRAWL_DENIED', `robots.txt disallows ${url}.`), reason: 'robots' };
}
