import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { cancelAnswer, jobErrorsAnswer, jobStatusAnswer, pageQuery } from '../../common/api/job-answers';
import { jobIdParams } from '../../common/api/params';
import { errorAnswers } from '../../common/api/responses';
import { JobReader } from '../../jobs/job-reader';
import { JobService } from '../../jobs/job-service';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';
import { JobSockets } from './job-sockets';

/** The address the caller used, so that links work for whoever asks. */
export const ownAddress = ({ protocol, headers }: FastifyRequest): string => `${protocol}://${headers.host}`;

/** Status, errors, cancelling and live status of crawls and batches; ids of both resolve on either path. */
@injectable()
export class JobRoutes implements Routes {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobService) private readonly jobs: JobService,
    @inject(JobSockets) private readonly sockets: JobSockets,
  ) {}

  register(app: FastifyInstance): void {
    for (const version of ['v1', 'v2']) {
      for (const path of ['crawl', 'batch/scrape']) this.#registerKind(app, version, `/${version}/${path}`);
    }
  }

  #registerKind(app: FastifyInstance, version: string, path: string): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const common = { params: jobIdParams, tags: [version] };
    const answers = (answer: object) => ({ response: { 200: answer, ...errorAnswers } });
    routes.route({
      method: 'GET',
      url: `${path}/:id`,
      schema: {
        ...common,
        querystring: pageQuery,
        ...answers(jobStatusAnswer),
        description: 'Status and results of a job.',
      },
      // A WebSocket hears of a malformed id by its close code.
      attachValidation: true,
      handler: (request, reply) => {
        if (request.validationError) throw request.validationError;
        return this.#status(`${path}/${request.params.id}`, request.params.id, request.query, request, reply);
      },
      wsHandler: (socket, request) =>
        void this.sockets.serve(socket, (request.params as { readonly id: string }).id, request),
    });
    routes.delete(
      `${path}/:id`,
      { schema: { ...common, ...answers(cancelAnswer), description: 'Cancels a job; finished pages stay readable.' } },
      async ({ params }) => {
        await this.reader.job(params.id);
        await this.jobs.cancel(params.id);
        return { status: 'cancelled' };
      },
    );
    routes.get(
      `${path}/:id/errors`,
      { schema: { ...common, ...answers(jobErrorsAnswer), description: 'Pages of a job that failed, and why.' } },
      ({ params }) => this.reader.errors(params.id),
    );
  }

  /** The documents are JSON texts already; they are put into the answer as they are. */
  async #status(
    path: string,
    id: string,
    query: { readonly skip: number; readonly limit?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { facts, documents, next } = await this.reader.status(id, query);
    const limit = query.limit === undefined ? '' : `&limit=${query.limit}`;
    const more = next === undefined ? {} : { next: `${ownAddress(request)}${path}?skip=${next}${limit}` };
    const head = JSON.stringify({ ...facts, ...more });
    reply.type('application/json; charset=utf-8').serializer((text) => text as string);
    return `${head.slice(0, -1)},"data":[${documents.join(',')}]}`;
  }
}
