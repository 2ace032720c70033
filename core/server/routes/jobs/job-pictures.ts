import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { readRanges } from '../../../common/values/ranges';
import { JobReader } from '../../../jobs/job-reader';
import { PagePictureReader } from '../../../jobs/rows/page-pictures';
import { ResultStore } from '../../../ports/jobs/result-store';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

/** Most pages in one answer: their documents are read. */
const mostPages = 60;

const querystring = z.object({
  pages: z
    .string()
    .max(1000)
    .transform((text, context) => {
      const read = readRanges(text);
      if (read && read.length <= mostPages) return read;
      context.addIssue({
        code: 'custom',
        message: `pages are places of pages and ranges of them, ${mostPages} at most, e.g. 0-23,40.`,
      });
      return z.NEVER;
    }),
});

/** Which pictures were taken of the pages of a job, for the window. */
@injectable()
export class JobPictureRoutes implements Routes {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(PagePictureReader) private readonly pictures: PagePictureReader,
  ) {}

  register(app: FastifyInstance): void {
    app
      .withTypeProvider<ZodRequests>()
      .get(
        '/local/jobs/:id/pictures',
        { schema: { hide: true, params: jobIdParams, querystring } },
        async ({ params: { id }, query }) => {
          const job = await this.reader.job(id);
          const [items, total] = await Promise.all([this.pictures.of(job, query.pages), this.results.count(id)]);
          return { items, total };
        },
      );
  }
}
