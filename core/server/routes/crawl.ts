import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { crawlRequest, paramsPreviewRequest } from '../../common/api/crawl-request';
import { activeCrawlsAnswer, crawlStartAnswer, paramsPreviewAnswer } from '../../common/api/job-answers';
import { errorAnswers } from '../../common/api/responses';
import { AppError } from '../../common/errors';
import type { CrawlSpec } from '../../common/job-specs';
import type { ApiVersion } from '../../common/model';
import { CrawlService } from '../../jobs/crawl-service';
import { ApiSchemas } from '../../plugins/api-schemas';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';
import { ownAddress } from './jobs';

const noModel = () =>
  new AppError(
    'MODEL_NOT_CONFIGURED',
    'Making crawl options of a prompt needs a model, and none is configured; write the options down instead.',
  );

/** Starting crawls and listing those that run. */
@injectable()
export class CrawlRoutes implements Routes {
  constructor(
    @inject(CrawlService) private readonly crawls: CrawlService,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
  ) {}

  register(app: FastifyInstance): void {
    for (const version of ['v1', 'v2'] as const) this.#registerVersion(app, version);
    const schema = {
      body: paramsPreviewRequest,
      response: { 200: paramsPreviewAnswer, ...errorAnswers },
      tags: ['v2'],
    };
    const description = 'Crawl options made of a prompt; needs a model.';
    app.withTypeProvider<ZodRequests>().post('/v2/crawl/params-preview', { schema: { ...schema, description } }, () => {
      throw noModel();
    });
  }

  #registerVersion(app: FastifyInstance, version: ApiVersion): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const tags = [version];
    const body = crawlRequest(version, this.schemas.parts);
    const start = { body, response: { 200: crawlStartAnswer, ...errorAnswers }, tags, description: 'Starts a crawl.' };
    routes.post(`/${version}/crawl`, { schema: start }, (request) => this.#start(request.body, request));
    const active = {
      response: { 200: activeCrawlsAnswer, ...errorAnswers },
      tags,
      description: 'Crawls that are running.',
    };
    for (const path of ['active', 'ongoing']) {
      routes.get(`/${version}/crawl/${path}`, { schema: active }, async () => ({
        success: true,
        crawls: await this.crawls.active(),
      }));
    }
  }

  async #start(spec: CrawlSpec, request: FastifyRequest) {
    if (spec.prompt) throw noModel();
    const job = await this.crawls.start(spec, request.keyId, request.headers['x-idempotency-key']);
    return { success: true, id: job.id, url: `${ownAddress(request)}/${spec.version}/crawl/${job.id}` };
  }
}
