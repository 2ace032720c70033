import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { jobIdParams } from '../../common/api/params';
import { errorAnswers, scrapeAnswer } from '../../common/api/responses';
import { totalWaitMs } from '../../common/api/scrape-options';
import { scrapeRequest } from '../../common/api/scrape-request';
import { isUuid } from '../../common/ids';
import type { ScrapeSpec } from '../../common/model';
import { Budget } from '../../jobs/budget';
import { ScrapeService } from '../../jobs/kinds/scrape';
import { ApiSchemas } from '../../plugins/api-schemas';
import { callerGone } from '../caller-gone';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

/** POST /v1/scrape, POST /v2/scrape and reading past scrapes. */
@injectable()
export class ScrapeRoutes implements Routes {
  constructor(
    @inject(ScrapeService) private readonly scrapes: ScrapeService,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(Budget) private readonly budget: Budget,
  ) {}

  register(app: FastifyInstance): void {
    for (const version of ['v1', 'v2'] as const) {
      const routes = app.withTypeProvider<ZodRequests>();
      const body = scrapeRequest(version, this.schemas.parts);
      const answers = { 200: scrapeAnswer, ...errorAnswers };
      const description = 'Scrapes one page and answers with the requested formats.';
      routes.post(
        `/${version}/scrape`,
        {
          schema: { body, response: answers, tags: [version], description },
          preValidation: () => this.budget.assertCredits(1),
        },
        (request, reply) => this.#scrape(request.body, request, reply),
      );
      routes.get(
        `/${version}/scrape/:id`,
        {
          schema: {
            params: jobIdParams,
            response: answers,
            tags: [version],
            description: 'The result of a past scrape.',
          },
        },
        async ({ params }) => ({ success: true, data: (await this.scrapes.result(params.id)).document }),
      );
    }
  }

  async #scrape(spec: ScrapeSpec, request: FastifyRequest, reply: FastifyReply) {
    const wanted = request.headers['x-gleaner-job-id'];
    // Only our own window may choose ids: an id that is taken would replace what history holds under it.
    const mayChoose = request.keyId === 'desktop' && typeof wanted === 'string' && isUuid(wanted);
    const jobId = mayChoose ? wanted : undefined;
    const result = await this.scrapes.scrape(spec, {
      keyId: request.keyId,
      jobId,
      signal: callerGone(reply),
      waitMs: totalWaitMs(this.schemas.parts, spec.actions),
    });
    const scrapeId = spec.origin.includes('website') ? { scrape_id: result.jobId } : {};
    return { success: true, data: result.document, ...scrapeId };
  }
}
