import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { jobIdParams } from '../../../common/api/params';
import { errorAnswers, scrapeAnswer } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import { ScrapeStore } from '../../../ports/jobs/history';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

/** GET /v1/scrape/:id and /v2/scrape/:id: past scrapes. */
@injectable()
export class ScrapeRoutes implements Routes {
  constructor(@inject(ScrapeStore) private readonly store: ScrapeStore) {}

  register(app: FastifyInstance): void {
    const description = 'The result of a past scrape.';
    for (const version of ['v1', 'v2']) {
      const schema = { params: jobIdParams, response: { 200: scrapeAnswer, ...errorAnswers }, tags: [version] };
      app
        .withTypeProvider<ZodRequests>()
        .get(`/${version}/scrape/:id`, { schema: { ...schema, description } }, async ({ params }) => {
          const result = await this.store.result(params.id);
          if (!result) throw new AppError('JOB_NOT_FOUND');
          return { success: true, data: result.document };
        });
    }
  }
}
