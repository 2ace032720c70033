import type { CrawlSpec } from '../../common/job-specs';
import type { Frontier, Problem } from '../../ports/jobs/frontier';
import { allProblems, problemReasons } from '../../ports/jobs/problem-reasons';

type EndedCrawl = Pick<CrawlSpec, 'url' | 'limit' | 'crawlEntireDomain'> & { readonly stoppedByLimit: boolean };

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** Returns a warning about pages that a crawl could not read. Undefined if it read all of them. */
export async function crawlWarning(
  frontier: Frontier,
  jobId: string,
  { url, limit, crawlEntireDomain, stoppedByLimit }: EndedCrawl,
): Promise<string | undefined> {
  const { done } = await frontier.counts(jobId);
  const reasons = await problemReasons(frontier, jobId);
  const refused = (test: (reason: string) => boolean) =>
    reasons.reduce((sum, { reason, state, count }) => sum + (state === 'refused' && test(reason) ? count : 0), 0);
  const traps = refused((reason) => reason.startsWith('trap-'));
  const robots = refused((reason) => reason === 'robots');
  const above = refused((reason) => reason === 'path');
  const start = await refusedStart(frontier, jobId, url);
  return (
    [
      start && `The start page is not among the results: ${start.message}`,
      stoppedByLimit &&
        `The crawl stopped at its limit of ${many(limit, 'page', 'pages')} before all pages were read; raise the limit to get the rest.`,
      traps > 0 && `Skipped ${many(traps, 'URL', 'URLs')} that look like crawler traps; see the job's problems.`,
      robots > 0 && !start && `robots.txt disallows ${many(robots, 'URL', 'URLs')}; see the job's problems.`,
      done === 1 &&
        above > 0 &&
        !crawlEntireDomain &&
        'The crawl found no pages below its start page; set `crawlEntireDomain` to follow links to the rest of the site.',
    ]
      .filter(Boolean)
      .join(' ') || undefined
  );
}

async function refusedStart(frontier: Frontier, jobId: string, url: string): Promise<Problem | undefined> {
  for await (const problem of allProblems(frontier, jobId, 'refused')) {
    if (problem.taskId !== undefined && problem.url === url) return problem;
  }
  return undefined;
}
