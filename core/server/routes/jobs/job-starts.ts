import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiVersion } from '../../../common/model';
import { isUuid } from '../../../common/values/ids';
import { Budget } from '../../../jobs/budget';
import { JobStarter } from '../../../jobs/job-starter';
import type { JobHandler, JobSpec } from '../../../ports/jobs/job-handler';
import { JobKinds } from '../../../ports/jobs/job-kinds';
import { abortOnDisconnect } from '../../callers';
import { type Route, route, routeGroup } from '../../route';
import { assertNoTools } from '../client/unavailable';
import { ownAddress } from './jobs';

/** API versions that offer a job kind, unless the kind specifies its own versions. */
export const apiVersions = ['v1', 'v2'] as const;

/** Routes that start jobs, one for each kind: POST /v1/scrape, POST /v2/crawl, … */
export const jobStartRoutes = routeGroup([JobKinds, JobStarter, Budget], (kinds, starter, budget) => {
  const preValidation = async ({ body }: FastifyRequest) => {
    assertNoTools(body);
    await budget.assertCredits(1);
  };
  const startOf = (handler: JobHandler, version: ApiVersion): Route =>
    route(
      'POST',
      `/${version}/${handler.path}`,
      {
        tag: version,
        body: handler.schema(version),
        answer: handler.answer(version),
        description: handler.summary,
        example: handler.example,
        takesFile: handler.takesFile,
        options: { preValidation },
      },
      (request, reply) => start(starter, handler, request.body, request as FastifyRequest, reply),
    );
  return kinds
    .list()
    .flatMap((handler) => (handler.versions ?? apiVersions).map((version) => startOf(handler, version)));
});

async function start(
  starter: JobStarter,
  handler: JobHandler,
  spec: JobSpec,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wanted = request.headers['x-gleaner-job-id'];
  // Only Gleaner's UI may choose job IDs, because reusing an ID would overwrite the earlier job in the history.
  const mayChoose = request.keyId === 'desktop' && typeof wanted === 'string' && isUuid(wanted);
  const started = await starter.start(handler, spec, {
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
