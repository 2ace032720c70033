import { z } from 'zod';
import { type LiveRequest, liveRequest, navigateRequest, resizeRequest } from '../../../common/api/live-request';
import { idParams } from '../../../common/api/params';
import { done, doneAnswer } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import { liveElement, liveFacts, liveInput, livePlace } from '../../../common/live';
import { LivePages } from '../../../live/live-pages';
import { warmTables } from '../../../live/records/warm-tables';
import { ApiSchemas } from '../../../platform/plugins/api-schemas';
import { route, routeGroup } from '../../route';
import { LiveSockets } from './live-sockets';

const path = '/local/live/:id';
const tag = 'live';
/**
 * Delay in ms between a request to open a page and the warm-up (`warmTables`), so that the warm-up runs while the
 * engine waits for the browser.
 */
const warmMs = 150;
const one = { tag, params: idParams };
const facts = { ...one, answer: liveFacts };

/** Routes for opening, reading and closing live pages. */
export const liveRoutes = routeGroup([LivePages, ApiSchemas], (pages, schemas) => [
  route(
    'POST',
    '/local/live',
    { tag, body: liveRequest(schemas.parts), answer: liveFacts, description: 'Opens a live page.' },
    async ({ body }) => {
      setTimeout(warmTables, warmMs).unref();
      const { spec, width } = body as LiveRequest;
      return (await pages.open(spec, { width })).facts();
    },
  ),
  route('GET', path, { ...facts, description: 'A live page.' }, ({ params }) => pages.get(params.id).facts()),
  route(
    'DELETE',
    path,
    { ...one, answer: doneAnswer, description: 'Closes a live page.' },
    async ({ params: { id } }) => {
      if (!(await pages.close(id))) throw new AppError('NOT_FOUND', 'This live page does not exist.');
      return done;
    },
  ),
]);

const moves = [
  ['back', 'back', 'Goes back one page.'],
  ['reload', 'reload', 'Reloads the page.'],
  ['reopen', 'open', 'Reopens the page after its browser has stopped.'],
] as const;

const streamQuery = z.strictObject({
  nodes: z.enum(['true', 'false']).default('true').describe('`false`: messages contain only versions, not the page.'),
});

/** Routes for controlling a live page, and for streaming it. */
export const liveMoveRoutes = routeGroup([LivePages, LiveSockets], (pages, sockets) => [
  route(
    'POST',
    `${path}/navigate`,
    { ...facts, body: navigateRequest, description: 'Opens another URL in a live page.' },
    ({ params, body }) => pages.get(params.id).navigate(body.url),
  ),
  route(
    'POST',
    `${path}/resize`,
    { ...facts, body: resizeRequest, description: 'Sets the viewport width of a live page.' },
    ({ params, body }) => pages.get(params.id).resize(body.width),
  ),
  ...moves.map(([name, move, description]) =>
    route('POST', `${path}/${name}`, { ...facts, description }, ({ params }) => pages.get(params.id)[move]()),
  ),
  route(
    'POST',
    `${path}/at`,
    { ...one, body: livePlace, answer: liveElement, description: 'Element at a position in a live page.' },
    async ({ params, body }) => (await pages.get(params.id).elementAt(body.x, body.y)) ?? {},
  ),
  route(
    'POST',
    `${path}/input`,
    { ...one, body: liveInput, answer: doneAnswer, description: 'Sends user input to a live page.' },
    async ({ params, body }) => {
      await pages.get(params.id).act(body);
      return done;
    },
  ),
  route(
    'GET',
    `${path}/stream`,
    {
      answer: 'application/json',
      query: streamQuery,
      options: { wsHandler: (socket, request) => sockets.serve(socket, request) },
    },
    () => {
      throw new AppError('BAD_REQUEST', 'The stream of a live page accepts only WebSocket connections.');
    },
  ),
]);
