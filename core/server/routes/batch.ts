import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { batchRequest } from '../../common/api/batch-request';
import { batchStartAnswer } from '../../common/api/job-answers';
import { errorAnswers } from '../../common/api/responses';
import type { BatchSpec } from '../../common/job-specs';
import { WebhookTargets } from '../../delivery/webhook-targets';
import { Budget } from '../../jobs/budget';
import { Idempotency } from '../../jobs/idempotency';
import { JobService } from '../../jobs/job-service';
import { batchTasks } from '../../jobs/kinds/batch';
import { ApiSchemas } from '../../plugins/api-schemas';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';
import { ownAddress } from './jobs';

/** POST /v1/batch/scrape and /v2/batch/scrape. */
@injectable()
export class BatchRoutes implements Routes {
  constructor(
    @inject(JobService) private readonly jobs: JobService,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(Budget) private readonly budget: Budget,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(WebhookTargets) private readonly targets: WebhookTargets,
  ) {}

  register(app: FastifyInstance): void {
    for (const version of ['v1', 'v2'] as const) {
      const body = batchRequest(version, this.schemas.parts);
      const response = { 200: batchStartAnswer, ...errorAnswers };
      const schema = {
        body,
        response,
        tags: [version],
        description: 'Starts scraping a list of pages with shared options.',
      };
      app
        .withTypeProvider<ZodRequests>()
        .post(`/${version}/batch/scrape`, { schema }, (request) => this.#start(request.body, request));
    }
  }

  async #start(spec: BatchSpec, request: FastifyRequest) {
    await this.budget.assertCredits(spec.urls.length);
    this.targets.assertAllowed(spec.webhook);
    await this.idempotency.claim(request.headers['x-idempotency-key']);
    const { urls, invalidURLs, appendToId } = spec;
    const job = appendToId
      ? await this.jobs.append(appendToId, 'batch', (count) => batchTasks(urls, count))
      : await this.jobs.start({
          kind: 'batch',
          url: urls[0] ?? '',
          spec: spec.scrape,
          options: { maxConcurrency: spec.maxConcurrency, count: urls.length },
          webhook: spec.webhook,
          zeroDataRetention: spec.zeroDataRetention,
          keyId: request.keyId,
          tasks: batchTasks(urls),
          seeded: true,
        });
    const url = `${ownAddress(request)}/${spec.version}/batch/scrape/${job.id}`;
    return { success: true, id: job.id, url, ...(invalidURLs ? { invalidURLs } : {}) };
  }
}
