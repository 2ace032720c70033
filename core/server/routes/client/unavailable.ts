import type { FastifyReply } from 'fastify';
import { AppError } from '../../../common/errors';
import { errorBody } from '../../reply-error';
import { type Route, route, routeGroup } from '../../route';

/** What to use instead of the public service's own index. */
const alternatives = {
  developer:
    'The developer index belongs to the public service. Use POST /v2/search with `categories: ["developer"]` or `["github"]`, and `scrapeOptions` to read the pages.',
  papers:
    'The index of papers belongs to the public service. Use POST /v2/search with `categories: ["research"]`, and POST /v2/scrape to read a paper.',
  github:
    'The GitHub index belongs to the public service. Use POST /v2/search with `categories: ["github"]`, and `scrapeOptions` to read the pages.',
  tools:
    'The tool catalogue belongs to the public service. Use POST /v2/scrape with `formats` and `actions`, or POST /v2/agent.',
} as const;

const errorOf = (what: keyof typeof alternatives) => new AppError('NOT_AVAILABLE_LOCALLY', alternatives[what]);

/** Throws NOT_AVAILABLE_LOCALLY for a body that calls tools from the public service's catalogue. */
export function assertNoTools(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'alexandria' in body) throw errorOf('tools');
}

/** Responds with 501. The published research client reads the message from `detail`. */
function refuse(reply: FastifyReply, what: keyof typeof alternatives): FastifyReply {
  const error = errorOf(what);
  return reply.status(error.status).send({ ...errorBody(error), type: error.code, detail: error.message });
}

const unavailable = (method: Route['method'], url: string, what: keyof typeof alternatives): Route =>
  route(method, url, { tag: 'v2' }, (_, reply) => refuse(reply, what));

/** Routes that would need the public service's own index. Each responds with what to use instead. */
export const unavailableRoutes = routeGroup([], () => [
  unavailable('POST', '/v2/search/developer', 'developer'),
  unavailable('GET', '/v2/search/research/papers', 'papers'),
  unavailable('GET', '/v2/search/research/papers/:id', 'papers'),
  unavailable('GET', '/v2/search/research/papers/:id/similar', 'papers'),
  unavailable('GET', '/v2/search/research/github', 'github'),
]);
