import { z } from 'zod';
import { cancelAnswer } from '../../../common/api/job-answers';
import {
  jobItem,
  jobState,
  jobsAnswer,
  problemsAnswer,
  reasonsAnswer,
  retriedAnswer,
} from '../../../common/api/local-jobs';
import { jobIdParams as params } from '../../../common/api/params';
import { errorPageCounter } from '../../../jobs/error-page-counter';
import { firstPageReader } from '../../../jobs/first-pages';
import { JobReader, withoutLostPages } from '../../../jobs/job-reader';
import { JobService } from '../../../jobs/job-service';
import { SavedRuns } from '../../../jobs/saved-runs';
import { Frontier } from '../../../ports/jobs/frontier';
import { JobStore } from '../../../ports/jobs/job-store';
import { problemReasons, problemsByReason } from '../../../ports/jobs/problem-reasons';
import { ResultStore } from '../../../ports/jobs/result-store';
import { JobViews } from '../../job-views';
import { route, routeGroup } from '../../route';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().optional(),
  state: jobState.optional(),
  kind: z.string().max(100).optional(),
});
const problemsQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  state: z.enum(['failed', 'refused']).optional(),
  reason: z.string().max(200).optional(),
});
const path = '/local/jobs/:id';

/** Routes for jobs of all kinds. Used by the UI and the command line. */
export const localJobRoutes = routeGroup(
  [JobViews, JobStore, JobReader, Frontier, ResultStore, SavedRuns],
  (views: JobViews, store: JobStore, reader: JobReader, frontier: Frontier, results: ResultStore, runs: SavedRuns) => {
    const errorPagesOf = errorPageCounter(results);
    const firstPageOf = firstPageReader(results);
    return [
      route(
        'GET',
        '/local/jobs',
        { query: listQuery, answer: jobsAnswer },
        async ({ query: { kind, state, ...query } }) => {
          const asked = { ...query, kinds: kind ? [kind] : undefined, states: state && [state] };
          const [listed, names] = await Promise.all([store.list(asked), runs.names()]);
          const items = listed.map(async ({ job, progress }) => {
            const [errorPages, firstPage] = await Promise.all([
              errorPagesOf(job.id),
              progress?.done === 0 ? undefined : firstPageOf(job.id),
            ]);
            return { ...views.of(job), progress, errorPages, firstPage, ...names.get(job.id) };
          });
          return { items: await Promise.all(items) };
        },
      ),
      route('GET', path, { params, answer: jobItem }, async ({ params: { id } }) => {
        const job = await reader.job(id);
        const [progress, facts, errorPages] = await Promise.all([
          frontier.counts(id),
          reader.facts(job),
          errorPagesOf(id),
        ]);
        return { ...views.of(job), progress: withoutLostPages(progress), facts, errorPages };
      }),
    ];
  },
);

/** Routes that cancel jobs, retry failed pages and list problems. Used by the UI and the command line. */
export const jobProblemRoutes = routeGroup(
  [JobReader, JobService, Frontier],
  (reader: JobReader, jobs: JobService, frontier: Frontier) => [
    route('POST', `${path}/cancel`, { params, answer: cancelAnswer }, async ({ params: { id } }) => {
      await reader.job(id);
      await jobs.cancel(id);
      return { status: 'cancelled' as const };
    }),
    route('POST', `${path}/retry`, { params, answer: retriedAnswer }, async ({ params: { id } }) => {
      await reader.job(id);
      return { retried: await jobs.retryFailed(id) };
    }),
    route(
      'GET',
      `${path}/problems`,
      { params, query: problemsQuery, answer: problemsAnswer },
      async ({ params: { id }, query }) => {
        await reader.job(id);
        return problemsByReason(frontier, id, query);
      },
    ),
    route('GET', `${path}/reasons`, { params, answer: reasonsAnswer }, async ({ params: { id } }) => {
      await reader.job(id);
      return { items: await problemReasons(frontier, id) };
    }),
  ],
);
