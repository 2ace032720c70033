import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { rowQuery } from '../../../common/rows';
import { JobReader } from '../../../jobs/job-reader';
import { JobRows } from '../../../jobs/rows/job-rows';
import { ResultStore } from '../../../ports/jobs/result-store';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const skip = z.coerce.number().int().min(0).default(0);
const rowsQuery = rowQuery.extend({
  skip,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  whole: z.stringbool().default(false),
  partial: z.stringbool().default(false),
});
const numbersQuery = rowQuery.extend({ skip, limit: z.coerce.number().int().min(1).max(1_000_000).default(100) });
const rowParams = z.object({ id: z.guid(), index: z.coerce.number().int().min(0) });
const hide = true;

/** The rows of a job for a grid, and the page of one. */
@injectable()
export class JobRowRoutes implements Routes {
  constructor(
    @inject(JobRows) private readonly rows: JobRows,
    @inject(JobReader) private readonly reader: JobReader,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const params = jobIdParams;
    routes.get(
      '/local/jobs/:id/rows',
      { schema: { hide, params, querystring: rowsQuery } },
      async ({ params: { id }, query: { whole, partial, skip, limit, ...query } }) => {
        const part = { skip, limit, length: whole ? 'whole' : 'short', partial } as const;
        const { numbers: _, ...slice } = await this.rows.slice(id, query, part);
        return slice;
      },
    );
    routes.get(
      '/local/jobs/:id/rows/numbers',
      { schema: { hide, params, querystring: numbersQuery } },
      async ({ params: { id }, query: { skip, limit, ...query } }) => {
        const { numbers, revision } = await this.rows.slice(id, query, { skip, limit });
        return { numbers, revision };
      },
    );
    routes.get(
      '/local/jobs/:id/rows/:index',
      { schema: { hide, params: rowParams } },
      async ({ params: { id, index } }) => {
        await this.reader.job(id);
        return { data: (await this.results.at(id, index))?.document };
      },
    );
  }
}
