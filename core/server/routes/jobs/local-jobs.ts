import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { JobReader, withoutLost } from '../../../jobs/job-reader';
import { JobService } from '../../../jobs/job-service';
import { Frontier } from '../../../ports/jobs/frontier';
import { JobStore } from '../../../ports/jobs/job-store';
import { problemReasons, problemsByReason } from '../../../ports/jobs/problem-reasons';
import { ResultStore } from '../../../ports/jobs/result-store';
import type { Routes } from '../../http-server';
import { JobViews } from '../../job-views';
import type { ZodRequests } from '../../type-provider';

const states = z.enum(['queued', 'active', 'paused', 'completed', 'failed', 'cancelled']);
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().optional(),
  state: states.optional(),
  kind: z.string().max(100).optional(),
});
const paging = {
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
};
const problemsQuery = z.object({
  ...paging,
  state: z.enum(['failed', 'refused']).optional(),
  reason: z.string().max(200).optional(),
});
const hide = true;
const one = { hide, params: jobIdParams };

/** Jobs of every kind and their problems, for the window and the command line. */
@injectable()
export class LocalJobRoutes implements Routes {
  constructor(
    @inject(JobViews) private readonly views: JobViews,
    @inject(JobStore) private readonly store: JobStore,
    @inject(JobService) private readonly jobs: JobService,
    @inject(JobReader) private readonly reader: JobReader,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  register(app: FastifyInstance): void {
    this.#registerJobs(app);
    this.#registerProblems(app);
  }

  #registerJobs(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get(
      '/local/jobs',
      { schema: { hide, querystring: listQuery } },
      async ({ query: { kind, state, ...query } }) => {
        const listed = await this.store.list({ ...query, kinds: kind ? [kind] : undefined, states: state && [state] });
        return { items: listed.map(({ job, progress }) => ({ ...this.views.of(job), progress })) };
      },
    );
    routes.get('/local/jobs/:id', { schema: one }, async ({ params: { id } }) => {
      const job = await this.reader.job(id);
      const [progress, facts, errorPages] = await Promise.all([
        this.frontier.counts(id),
        this.reader.facts(job),
        this.#errorPages(id),
      ]);
      return { ...this.views.of(job), progress: withoutLost(progress), facts, errorPages };
    });
    routes.post('/local/jobs/:id/cancel', { schema: one }, async ({ params: { id } }) => {
      await this.reader.job(id);
      await this.jobs.cancel(id);
      return { status: 'cancelled' };
    });
    routes.post('/local/jobs/:id/retry', { schema: one }, async ({ params: { id } }) => {
      await this.reader.job(id);
      return { retried: await this.jobs.retryFailed(id) };
    });
  }

  /** Pages that came, with a status of 4xx or 5xx. */
  async #errorPages(id: string): Promise<number> {
    const classes = await Promise.all([4, 5].map((status) => this.results.rows(id, { status, skip: 0, limit: 1 })));
    return classes.reduce((sum, { total }) => sum + total, 0);
  }

  #registerProblems(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get(
      '/local/jobs/:id/problems',
      { schema: { ...one, querystring: problemsQuery } },
      async ({ params: { id }, query }) => {
        await this.reader.job(id);
        return problemsByReason(this.frontier, id, query);
      },
    );
    routes.get('/local/jobs/:id/reasons', { schema: one }, async ({ params: { id } }) => {
      await this.reader.job(id);
      return { items: await problemReasons(this.frontier, id) };
    });
  }
}
