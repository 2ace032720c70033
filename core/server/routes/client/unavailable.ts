import type { FastifyReply } from 'fastify';
import { AppError } from '../../../common/errors';
import { errorBody } from '../../reply-error';
import { type Route, route, routeGroup } from '../../route';

/** Alternatives to features that only the public service offers. */
const alternatives = {
  developer:
    'The developer index exists only in the public service. Use POST /v2/search with `categories: ["developer"]` or `["github"]`, and `scrapeOptions` to read the pages.',
  papers:
    'The paper index exists only in the public service. Use POST /v2/search with `categories: ["research"]`, and POST /v2/scrape to read a paper.',
  github:
    'The GitHub index exists only in the public service. Use POST /v2/search with `categories: ["github"]`, and `scrapeOptions` to read the pages.',
  tools:
    'The tool catalogue exists only in the public service. Use POST /v2/scrape with `formats` and `actions`, or POST /v2/agent.',
  support:
    'Support diagnoses exist only in the public service. Read the error of the job with GET /v2/crawl/:id/errors, or see Diagnostics in the app.',
  deepResearch:
    'Deep research is not part of Gleaner. Use POST /v2/agent with a `prompt`, or POST /v2/search with `scrapeOptions` to read the pages.',
  llmsText:
    'Gleaner does not write llms.txt files. Use POST /v2/map for the URLs and titles of a site, and POST /v2/crawl with the format `summary` for its pages.',
} as const;

const errorOf = (what: keyof typeof alternatives) => new AppError('NOT_AVAILABLE_LOCALLY', alternatives[what]);

/** Throws NOT_AVAILABLE_LOCALLY for a body that calls tools from the public service's catalogue. */
export function assertNoTools(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'alexandria' in body) throw errorOf('tools');
}

/** Responds with status 501. The published research client reads the message from `detail`. */
function refuse(reply: FastifyReply, what: keyof typeof alternatives): FastifyReply {
  const error = errorOf(what);
  return reply.status(error.status).send({ ...errorBody(error), type: error.code, detail: error.message });
}

const unavailable = (method: Route['method'], url: string, what: keyof typeof alternatives): Route =>
  route(method, url, {}, (_, reply) => refuse(reply, what));

/** Routes that only the public service offers. Each responds with an error that suggests an alternative. */
export const unavailableRoutes = routeGroup([], () => [
  unavailable('GET', '/v2/search/developer', 'developer'),
  unavailable('POST', '/v2/search/developer', 'developer'),
  unavailable('GET', '/v2/search/research/papers', 'papers'),
  unavailable('GET', '/v2/search/research/papers/:id', 'papers'),
  unavailable('GET', '/v2/search/research/papers/:id/similar', 'papers'),
  unavailable('GET', '/v2/search/research/github', 'github'),
  unavailable('GET', '/exchange/discover', 'tools'),
  unavailable('POST', '/v2/support/ask', 'support'),
  unavailable('POST', '/v1/deep-research', 'deepResearch'),
  unavailable('GET', '/v1/deep-research/:id', 'deepResearch'),
  unavailable('POST', '/v1/llmstxt', 'llmsText'),
  unavailable('GET', '/v1/llmstxt/:id', 'llmsText'),
]);
