import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import {
  cancelAnswer,
  cancelledAnswer,
  jobErrorsAnswer,
  jobStatusAnswer,
  pageQuery,
} from '../../../common/api/job-answers';
import { jobIdParams } from '../../../common/api/params';
import { errorAnswers } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import type { JobKind } from '../../../common/model';
import { JobReader, type StatusPage } from '../../../jobs/job-reader';
import { JobService } from '../../../jobs/job-service';
import type { BackgroundJobHandler, JobResult } from '../../../ports/jobs/job-handler';
import { JobKinds } from '../../../ports/jobs/job-kinds';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { JobSockets } from './job-sockets';

/** Where the routes of a kind are. */
interface RoutePlace {
  readonly path: string;
  readonly common: { readonly params: typeof jobIdParams; readonly tags: readonly string[] };
  /** Kinds of jobs whose ids resolve there. */
  readonly kinds: readonly JobKind[];
}

/** What is said when a job is not there; public clients look for the name of kinds that answer with one value. */
const missing = ({ name, result }: BackgroundJobHandler): string | undefined =>
  result && `${name} job not found; results are kept for 24 hours.`;

/** The address the caller used, so that links work for whoever asks. */
export const ownAddress = ({ protocol, headers }: FastifyRequest): string => `${protocol}://${headers.host}`;

/**
 * Status, errors, cancelling and live status of the jobs of every background kind. Ids of kinds that answer with pages
 * resolve on the paths of all of them.
 */
@injectable()
export class JobRoutes implements Routes {
  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(JobReader) private readonly reader: JobReader,
    @inject(JobService) private readonly jobs: JobService,
    @inject(JobSockets) private readonly sockets: JobSockets,
  ) {}

  register(app: FastifyInstance): void {
    const ofPages = this.kinds.background().filter(({ result }) => !result);
    for (const handler of this.kinds.background()) {
      const kinds = handler.result ? [handler.kind] : ofPages.map(({ kind }) => kind);
      for (const version of handler.versions ?? (['v1', 'v2'] as const)) {
        const place = { path: `/${version}/${handler.path}`, common: { params: jobIdParams, tags: [version] }, kinds };
        if (handler.result) this.#registerResult(app, handler.result, place, missing(handler));
        else this.#registerPages(app, place);
        this.#registerCancel(app, place, handler);
      }
    }
  }

  /** Status with documents, and failures. */
  #registerPages(app: FastifyInstance, { path, common, kinds }: RoutePlace): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.route({
      method: 'GET',
      url: `${path}/:id`,
      schema: {
        ...common,
        querystring: pageQuery,
        response: { 200: jobStatusAnswer, ...errorAnswers },
        description: 'Status and results of a job.',
      },
      // A WebSocket hears of a malformed id by its close code.
      attachValidation: true,
      handler: async (request, reply) => {
        if (request.validationError) throw request.validationError;
        const page = await this.reader.status(request.params.id, request.query, kinds);
        return this.#answer(page, `${ownAddress(request)}${path}/${request.params.id}`, request.query, reply);
      },
      wsHandler: (socket, request) =>
        void this.sockets.serve(socket, (request.params as { readonly id: string }).id, request),
    });
    const response = { 200: jobErrorsAnswer, ...errorAnswers };
    const description = 'Pages of a job that failed, and why.';
    routes.get(`${path}/:id/errors`, { schema: { ...common, response, description } }, async ({ params }) => {
      await this.reader.job(params.id, kinds);
      return this.reader.errors(params.id);
    });
  }

  /** The status of a kind that answers with one value. */
  #registerResult(
    app: FastifyInstance,
    result: JobResult,
    { path, common, kinds }: RoutePlace,
    sentence: string | undefined,
  ): void {
    const response = { 200: result.schema, ...errorAnswers };
    const schema = { ...common, response, description: 'Status and result of a job.' };
    app
      .withTypeProvider<ZodRequests>()
      .get(`${path}/:id`, { schema }, async ({ params }) =>
        result.of(await this.reader.job(params.id, kinds, sentence)),
      );
  }

  /** Cancels; the second time that is CONFLICT for a kind that answers with one value, and no error for jobs of pages. */
  #registerCancel(app: FastifyInstance, { path, common, kinds }: RoutePlace, handler: BackgroundJobHandler): void {
    const ofResult = handler.result !== undefined;
    const response = { 200: ofResult ? cancelledAnswer : cancelAnswer, ...errorAnswers };
    const description = 'Cancels a job; finished pages stay readable.';
    app
      .withTypeProvider<ZodRequests>()
      .delete(`${path}/:id`, { schema: { ...common, response, description } }, async ({ params }) => {
        const { state } = await this.reader.job(params.id, kinds, missing(handler));
        if (ofResult && state === 'cancelled') throw new AppError('CONFLICT', 'The job has already been cancelled.');
        await this.jobs.cancel(params.id);
        return ofResult ? { success: true } : { status: 'cancelled' };
      });
  }

  /** The documents are JSON texts already; they are put into the answer as they are. */
  #answer(
    { facts, documents, next }: StatusPage,
    address: string,
    query: { readonly limit?: number },
    reply: FastifyReply,
  ): string {
    const limit = query.limit === undefined ? '' : `&limit=${query.limit}`;
    const more = next === undefined ? {} : { next: `${address}?skip=${next}${limit}` };
    const head = JSON.stringify({ ...facts, ...more });
    reply.type('application/json; charset=utf-8').serializer((text) => text as string);
    return `${head.slice(0, -1)},"data":[${documents.join(',')}]}`;
  }
}
