import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  cancelAnswer,
  cancelledAnswer,
  jobErrorsAnswer,
  jobStatusAnswer,
  pageQuery,
} from '../../../common/api/job-answers';
import { jobIdParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import type { JobKind } from '../../../common/model';
import { JobReader, type StatusPage } from '../../../jobs/job-reader';
import { JobService } from '../../../jobs/job-service';
import type { BackgroundJobHandler, JobResult } from '../../../ports/jobs/job-handler';
import { JobKinds } from '../../../ports/jobs/job-kinds';
import { listJson } from '../../list-json';
import { type Route, route, routeGroup } from '../../route';
import { JobSockets } from './job-sockets';

interface RoutePlace {
  readonly path: string;
  readonly common: { readonly params: typeof jobIdParams; readonly tag: string };
  /** Kinds of the jobs whose IDs are valid on this path. */
  readonly kinds: readonly JobKind[];
}

/**
 * Message for an unknown job. For kinds with a single result, the message names the kind, as published clients expect.
 */
const missing = ({ name, result }: BackgroundJobHandler): string | undefined =>
  result && `${name} job not found; results are kept for 24 hours.`;

/**
 * Returns the base URL that the caller used. Links in the response use this URL, because the caller may be unable to
 * reach the server at any other URL.
 */
export const ownAddress = ({ protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>): string =>
  `${protocol}://${headers.host}`;

/**
 * Routes for the status, errors, cancellation and live status of all background jobs. A path for a kind that returns
 * pages accepts the ID of any job that returns pages.
 */
export const jobRoutes = routeGroup(
  [JobKinds, JobReader, JobService, JobSockets],
  (jobKinds: JobKinds, reader: JobReader, jobs: JobService, sockets: JobSockets) => {
    const ofPages = jobKinds.background().filter(({ result }) => !result);
    return jobKinds.background().flatMap((handler) => {
      const kinds = handler.result ? [handler.kind] : ofPages.map(({ kind }) => kind);
      return (handler.versions ?? (['v1', 'v2'] as const)).flatMap((tag) => {
        const place = { path: `/${tag}/${handler.path}`, common: { params: jobIdParams, tag }, kinds };
        const status = handler.result
          ? [resultRoute(handler.result, place, reader, missing(handler))]
          : pageRoutes(place, reader, sockets);
        return [...status, cancelRoute(place, handler, reader, jobs)];
      });
    });
  },
);

/** Routes for a job's status (with documents) and errors. */
const pageRoutes = ({ path, common, kinds }: RoutePlace, reader: JobReader, sockets: JobSockets): readonly Route[] => [
  route(
    'GET',
    `${path}/:id`,
    {
      ...common,
      query: pageQuery,
      answer: jobStatusAnswer,
      description: 'Status and results of a job.',
      options: {
        // Passes validation errors to the handler, because a WebSocket must report a malformed ID through its close
        // code.
        attachValidation: true,
        wsHandler: (socket, request) =>
          void sockets.serve(socket, (request.params as { readonly id: string }).id, request),
      },
    },
    async ({ validationError, params: { id }, query, protocol, headers }, reply) => {
      if (validationError) throw validationError;
      const page = await reader.status(id, query, kinds);
      return sendPage(page, `${ownAddress({ protocol, headers })}${path}/${id}`, query, reply);
    },
  ),
  route(
    'GET',
    `${path}/:id/errors`,
    { ...common, answer: jobErrorsAnswer, description: 'Failed pages of a job, with the reason for each failure.' },
    async ({ params: { id } }) => {
      await reader.job(id, kinds);
      return reader.errors(id);
    },
  ),
];

/** Status route for a job kind with a single result. */
const resultRoute = (
  result: JobResult,
  { path, common, kinds }: RoutePlace,
  reader: JobReader,
  sentence: string | undefined,
): Route =>
  route(
    'GET',
    `${path}/:id`,
    { ...common, answer: result.schema, description: 'Status and result of a job.' },
    async ({ params }) => result.of(await reader.job(params.id, kinds, sentence)),
  );

/**
 * Route for cancelling a job. A second cancellation throws CONFLICT for kinds with a single result, but is allowed for
 * jobs with pages.
 */
function cancelRoute(
  { path, common, kinds }: RoutePlace,
  handler: BackgroundJobHandler,
  reader: JobReader,
  jobs: JobService,
): Route {
  const ofResult = handler.result !== undefined;
  const answer = ofResult ? cancelledAnswer : cancelAnswer;
  return route(
    'DELETE',
    `${path}/:id`,
    { ...common, answer, description: 'Cancels a job; finished pages stay available.' },
    async ({ params: { id } }) => {
      const { state } = await reader.job(id, kinds, missing(handler));
      if (ofResult && state === 'cancelled') throw new AppError('CONFLICT', 'The job has already been cancelled.');
      await jobs.cancel(id);
      return ofResult ? { success: true as const } : { status: 'cancelled' as const };
    },
  );
}

/** Sends a page of documents. Copies them into the response without parsing, because they are already JSON in UTF-8. */
function sendPage(
  { facts, documents, next }: StatusPage,
  address: string,
  query: { readonly limit?: number },
  reply: FastifyReply,
): FastifyReply {
  const limit = query.limit === undefined ? '' : `&limit=${query.limit}`;
  const more = next === undefined ? {} : { next: `${address}?skip=${next}${limit}` };
  const head = JSON.stringify({ ...facts, ...more });
  const body = listJson(`${head.slice(0, -1)},"data":[`, documents, ']}');
  return reply.type('application/json; charset=utf-8').send(body);
}
