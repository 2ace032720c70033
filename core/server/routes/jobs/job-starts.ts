import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { errorAnswers } from '../../../common/api/responses';
import type { ApiVersion } from '../../../common/model';
import { isUuid } from '../../../common/values/ids';
import { Budget } from '../../../jobs/budget';
import { JobStarter } from '../../../jobs/job-starter';
import type { JobHandler, JobSpec } from '../../../ports/jobs/job-handler';
import { JobKinds } from '../../../ports/jobs/job-kinds';
import { abortOnDisconnect } from '../../callers';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { ownAddress } from './jobs';

/** Every version of the API; a kind is in both unless it says otherwise. */
export const apiVersions = ['v1', 'v2'] as const;

/** The route that starts a job, for each kind: POST /v1/scrape, POST /v2/crawl, … */
@injectable()
export class JobStartRoutes implements Routes {
  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(JobStarter) private readonly starter: JobStarter,
    @inject(Budget) private readonly budget: Budget,
  ) {}

  register(app: FastifyInstance): void {
    for (const handler of this.kinds.list()) {
      for (const version of handler.versions ?? apiVersions) this.#register(app, handler, version);
    }
  }

  #register(app: FastifyInstance, handler: JobHandler, version: ApiVersion): void {
    const schema = {
      body: handler.schema(version),
      response: { 200: handler.answer(version), ...errorAnswers },
      tags: [version],
      description: handler.summary,
    };
    const preValidation = () => this.budget.assertCredits(1);
    app
      .withTypeProvider<ZodRequests>()
      .post(
        `/${version}/${handler.path}`,
        { schema, preValidation, config: { example: handler.example } },
        (request, reply) => this.#start(handler, request.body, request, reply),
      );
  }

  async #start(handler: JobHandler, spec: JobSpec, request: FastifyRequest, reply: FastifyReply) {
    const wanted = request.headers['x-gleaner-job-id'];
    // Only our own window may choose ids: an id that is taken would replace what history holds under it.
    const mayChoose = request.keyId === 'desktop' && typeof wanted === 'string' && isUuid(wanted);
    const started = await this.starter.start(handler, spec, {
      keyId: request.keyId,
      jobId: mayChoose ? wanted : undefined,
      idempotencyKey: request.headers['x-idempotency-key'],
      signal: abortOnDisconnect(reply),
    });
    if ('body' in started) return { success: true, ...started.body };
    const { id } = started.job;
    return {
      success: true,
      id,
      url: `${ownAddress(request)}/${spec.version}/${handler.path}/${id}`,
      ...started.answer,
    };
  }
}
