import { z } from 'zod';
import { picturesAnswer } from '../../../common/api/local-jobs';
import { jobIdParams } from '../../../common/api/params';
import { readRanges } from '../../../common/values/ranges';
import { JobReader } from '../../../jobs/job-reader';
import { PagePictureReader } from '../../../jobs/rows/page-pictures';
import { ResultStore } from '../../../ports/jobs/result-store';
import { route, routeGroup } from '../../route';

/** Maximum number of pages per response. It is small because the document of each page must be read. */
const maxPages = 60;

const query = z.object({
  pages: z
    .string()
    .max(1000)
    .transform((text, context) => {
      const read = readRanges(text);
      if (read && read.length <= maxPages) return read;
      context.addIssue({
        code: 'custom',
        message: `pages must be page indexes or ranges, at most ${maxPages} pages, e.g. 0-23,40.`,
      });
      return z.NEVER;
    }),
});

/** Routes for screenshots of a job's pages. Used by the UI. */
export const jobPictureRoutes = routeGroup(
  [JobReader, ResultStore, PagePictureReader],
  (reader: JobReader, results: ResultStore, pictures: PagePictureReader) => [
    route(
      'GET',
      '/local/jobs/:id/pictures',
      { params: jobIdParams, query, answer: picturesAnswer },
      async ({ params: { id }, query: { pages } }) => {
        const job = await reader.job(id);
        const [items, total] = await Promise.all([pictures.of(job, pages), results.count(id)]);
        return { items, total };
      },
    ),
  ],
);
