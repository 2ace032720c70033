import type { Job } from '../common/job';
import type { CrawlSpec } from '../common/job-specs';
import type { Frontier, FrontierCounts, Problem } from '../storage/job-ports';
import { allLost } from '../storage/job-states';
import { allProblems, problemReasons } from './problem-reasons';

/** How a job that has nothing left to do has ended. */
export interface Verdict {
  readonly state: 'completed' | 'failed';
  /** Why nothing came of it, in the words of the first page that failed. */
  readonly error?: string;
  /** What the caller should know about what is there, and what is not. */
  readonly warning?: string;
}

/** The options a crawl has gathered by its end. */
type EndedCrawl = Partial<CrawlSpec> & { readonly stoppedByLimit?: boolean };

/** Judges a job by what became of its pages: one of which nothing succeeded and something failed has failed. */
export async function verdictOf(frontier: Frontier, job: Job): Promise<Verdict> {
  const counts = await frontier.counts(job.id);
  const warning = job.kind === 'crawl' ? await crawlWarning(frontier, job, counts) : undefined;
  const { done, lost = 0 } = counts;
  const reason = done === lost ? await firstReason(frontier, job) : undefined;
  const error = reason ?? (lost > 0 && done === lost ? allLost : undefined);
  return error === undefined ? { state: 'completed', warning } : { state: 'failed', error, warning };
}

/** What the first page that failed says; undefined when none did. */
async function firstReason(frontier: Frontier, { id, kind, options }: Job): Promise<string | undefined> {
  if (kind === 'batch' && options.count === 0) {
    return 'None of the URLs is an address that can be fetched; see invalidURLs in the answer to the start.';
  }
  for await (const { hidden, message } of allProblems(frontier, id, 'failed')) if (!hidden) return message;
  return undefined;
}

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

async function crawlWarning(frontier: Frontier, job: Job, { done }: FrontierCounts): Promise<string | undefined> {
  const { limit, crawlEntireDomain, stoppedByLimit } = job.options as EndedCrawl;
  const reasons = await problemReasons(frontier, job.id);
  const refused = (test: (reason: string) => boolean) =>
    reasons.reduce((sum, { reason, state, count }) => sum + (state === 'refused' && test(reason) ? count : 0), 0);
  const traps = refused((reason) => reason.startsWith('trap-'));
  const robots = refused((reason) => reason === 'robots');
  const above = refused((reason) => reason === 'path');
  const start = await refusedStart(frontier, job);
  return (
    [
      start && `The start page is not among the results: ${start.message}`,
      stoppedByLimit &&
        `The crawl stopped at its limit of ${many(limit ?? done, 'page', 'pages')} although there were more; raise limit to get them.`,
      traps > 0 &&
        `${many(traps, 'address', 'addresses')} looked like parts of an endless trap and were left out; the job's problems name them.`,
      robots > 0 &&
        !start &&
        `robots.txt asks to leave ${many(robots, 'address', 'addresses')} alone; see robotsBlocked.`,
      done === 1 &&
        above > 0 &&
        !crawlEntireDomain &&
        'The crawl found no page below its start; set crawlEntireDomain to follow links to the rest of the site.',
    ]
      .filter(Boolean)
      .join(' ') || undefined
  );
}

/** The start page of a crawl when it was fetched or asked for and then left out. */
async function refusedStart(frontier: Frontier, { id, url }: Job): Promise<Problem | undefined> {
  for await (const problem of allProblems(frontier, id, 'refused')) {
    if (problem.taskId !== undefined && problem.url === url) return problem;
  }
  return undefined;
}
