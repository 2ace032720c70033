import { inject, injectable } from 'inversify';
import type { JobFacts } from '../common/api/job-answers';
import { AppError } from '../common/errors';
import { isFinal, type Job, retentionMs } from '../common/job';
import type { JobKind, JobState } from '../common/model';
import { needsPersonOf } from '../common/needs-person';
import { Frontier, type FrontierCounts, type Problem } from '../ports/jobs/frontier';
import { JobStore } from '../ports/jobs/job-store';
import { allProblems } from '../ports/jobs/problem-reasons';
import { ResultStore } from '../ports/jobs/result-store';
import { exportNameOf } from './export-name';

/** Maximum total size in bytes of the documents in a response. */
const maxPageBytes = 10 * 1024 * 1024;
const maxProblems = 10_000;

const statusNames: Readonly<Record<JobState, JobFacts['status']>> = {
  queued: 'scraping',
  active: 'scraping',
  paused: 'scraping',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/**
 * Job status with one page of results: state and counters, documents as JSON in UTF-8, and the position of the next
 * page.
 */
export interface StatusPage {
  readonly facts: JobFacts;
  readonly documents: readonly Uint8Array[];
  /** `skip` of the next page. Absent when no more results are available yet. */
  readonly next?: number;
  /** End position of this page, counting damaged results. */
  readonly end: number;
}

/** Expiry of a job that is retained until released. */
const never = '9999-12-31T23:59:59.000Z';

/**
 * Returns the time at which a job's results expire: 24 hours after the job's end, rounded down to a full second.
 * Retained jobs never expire.
 */
export const expiryOf = ({ finishedAt, keptBy }: Pick<Job, 'finishedAt' | 'keptBy'>): string => {
  if (keptBy) return never;
  const end = finishedAt ? Date.parse(finishedAt) : Date.now();
  return new Date(Math.floor((end + retentionMs) / 1000) * 1000).toISOString();
};

/** Returns the status of an agent, extract or table job: `processing` until the job ends, then its final state. */
export const statusWord = ({ state }: Pick<Job, 'state'>): string => (isFinal(state) ? state : 'processing');

/** Reads the status, results and problems of jobs. */
@injectable()
export class JobReader {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  /** Returns an unexpired job whose kind is in `kinds`. Throws JOB_NOT_FOUND, with the message `missing` if given. */
  async job(id: string, kinds?: readonly JobKind[], missing?: string): Promise<Job> {
    const job = await this.jobs.get(id);
    if (!job || kinds?.includes(job.kind) === false || Date.parse(expiryOf(job)) < Date.now())
      throw new AppError('JOB_NOT_FOUND', missing);
    return job;
  }

  /** True if a job exists and has not expired. */
  async has(id: string): Promise<boolean> {
    const job = await this.jobs.get(id);
    return job !== undefined && Date.parse(expiryOf(job)) >= Date.now();
  }

  /** Returns the name of a job's exported file, without its extension. */
  exportName(job: Job): Promise<string> {
    return exportNameOf(job, this.jobs, this.results);
  }

  /** Returns the status of a job and its results from `skip` onwards. The job's kind must be in `kinds`. */
  async status(
    id: string,
    range: { readonly skip: number; readonly limit?: number },
    kinds?: readonly JobKind[],
  ): Promise<StatusPage> {
    // Reads the job before its results. A job that is finished at this point has all of its results, so the answer is
    // complete.
    const job = await this.job(id, kinds);
    const [{ results, total, next }, counts] = await Promise.all([
      this.results.pageJson(id, { ...range, maxBytes: maxPageBytes }),
      this.frontier.counts(id),
    ]);
    const end = next ?? Math.max(range.skip, total);
    // Damaged results found during this read count as lost. This may have changed the state of the job, so the job is
    // read again.
    const isWhole = results.length === end - range.skip;
    const facts = isWhole ? factsOf(job, counts) : await this.facts(await this.job(id));
    return { facts, documents: results, next, end };
  }

  /** Returns the status of a job without its documents. */
  async facts(job: Job): Promise<JobFacts> {
    return factsOf(job, await this.frontier.counts(job.id));
  }

  /**
   * Returns the failed and refused pages of a job, and the URLs blocked by robots.txt. If the start page failed or was
   * refused, it comes first.
   */
  async errors(id: string) {
    const { url: start } = await this.job(id);
    const errors: Problem[] = [];
    const robotsBlocked: string[] = [];
    for await (const problem of allProblems(this.frontier, id)) {
      const { state, reason, taskId, hidden, url } = problem;
      if (reason === 'robots' && robotsBlocked.length < maxProblems) robotsBlocked.push(url);
      // A link that was never fetched counts as skipped, not as an error.
      const isPage = state === 'failed' || taskId !== undefined;
      if (isPage && !hidden && (errors.length < maxProblems || url === start)) errors.push(problem);
    }
    const first = errors.filter(({ url }) => url === start);
    const others = errors.filter(({ url }) => url !== start);
    return { errors: [...first, ...others].map(toError), robotsBlocked };
  }
}

function factsOf(job: Job, counts: FrontierCounts): JobFacts {
  const { queued, inFlight, done, failed, credits, refused, lost = 0 } = counts;
  const found = (job.options as { readonly warning?: string }).warning;
  const warning = [found, lostSentence(lost)].filter(Boolean).join(' ');
  const needsPerson = needsPersonOf(job);
  return {
    success: true,
    status: statusNames[job.state],
    completed: done - lost,
    total: done + queued + inFlight,
    failed,
    skipped: refused,
    creditsUsed: job.spent?.credits ?? credits,
    expiresAt: expiryOf(job),
    createdAt: job.createdAt,
    ...(job.finishedAt ? { completedAt: job.finishedAt } : {}),
    ...(job.error ? { error: job.error } : {}),
    ...(warning ? { warning } : {}),
    ...(needsPerson ? { needsPerson } : {}),
  };
}

/** Returns counters for display. Lost results do not count as done. */
export const withoutLostPages = (counts: FrontierCounts): FrontierCounts => ({
  ...counts,
  done: counts.done - (counts.lost ?? 0),
});

const lostSentence = (lost: number): string | undefined =>
  lost > 0
    ? `${lost} results of this job were lost because data on disk is damaged; start the job again to get them.`
    : undefined;

const toError = ({ taskId, at, url, code, message, reason }: Problem) => ({
  id: taskId ?? '',
  timestamp: at,
  url,
  code,
  error: message,
  ...(reason ? { reason } : {}),
});
