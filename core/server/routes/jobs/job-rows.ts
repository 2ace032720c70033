import { z } from 'zod';
import { pageAnswer } from '../../../common/api/local-jobs';
import { jobIdParams } from '../../../common/api/params';
import { rowNumbers, rowQuery, rowSlice, rowUrls } from '../../../common/rows';
import { JobReader } from '../../../jobs/job-reader';
import { ColumnUrls } from '../../../jobs/rows/column-urls';
import { JobRows } from '../../../jobs/rows/job-rows';
import { ResultStore } from '../../../ports/jobs/result-store';
import { route, routeGroup } from '../../route';
import { selectedNumbers } from './selected-numbers';

const skip = z.coerce.number().int().min(0).default(0);
const rowsQuery = rowQuery.extend({
  skip,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  whole: z.stringbool().default(false),
  partial: z.stringbool().default(false),
});
const numbersQuery = rowQuery.extend({ skip, limit: z.coerce.number().int().min(1).max(1_000_000).default(100) });
const urlsQuery = rowQuery.extend({ column: z.string().min(1).max(500), numbers: selectedNumbers });
const rowParams = z.object({ id: z.guid(), index: z.coerce.number().int().min(0) });
const path = '/local/jobs/:id/rows';

/** Routes for a grid of a job's rows: rows, row numbers, URLs in a column, and the page from which a row was read. */
export const jobRowRoutes = routeGroup(
  [JobRows, JobReader, ResultStore, ColumnUrls],
  (rows: JobRows, reader: JobReader, results: ResultStore, columns: ColumnUrls) => [
    route(
      'GET',
      path,
      { params: jobIdParams, query: rowsQuery, answer: rowSlice },
      async ({ params: { id }, query: { whole, partial, skip, limit, ...query } }) => {
        const part = { skip, limit, length: whole ? 'whole' : 'short', partial } as const;
        const { numbers: _, ...slice } = await rows.slice(id, query, part);
        return slice;
      },
    ),
    route(
      'GET',
      `${path}/numbers`,
      { params: jobIdParams, query: numbersQuery, answer: rowNumbers },
      async ({ params: { id }, query: { skip, limit, ...query } }) => {
        const { numbers, revision } = await rows.slice(id, query, { skip, limit });
        return { numbers, revision };
      },
    ),
    route(
      'GET',
      `${path}/urls`,
      { params: jobIdParams, query: urlsQuery, answer: rowUrls },
      async ({ params: { id: jobId }, query: { numbers, ...query } }) => ({
        urls: await columns.read({ ...query, jobId, filter: query.filter?.slice() }, numbers),
      }),
    ),
    route('GET', `${path}/:index`, { params: rowParams, answer: pageAnswer }, async ({ params: { id, index } }) => {
      await reader.job(id);
      return { data: (await results.at(id, index))?.document };
    }),
  ],
);
