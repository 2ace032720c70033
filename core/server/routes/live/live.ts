import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { liveRequest, navigateRequest, resizeRequest } from '../../../common/api/live-request';
import { idParams } from '../../../common/api/params';
import { errorAnswers } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import { liveElement, liveFacts, liveInput, livePlace } from '../../../common/live';
import type { ScrapeSpec } from '../../../common/model';
import { LivePages } from '../../../live/live-pages';
import { ApiSchemas } from '../../../platform/plugins/api-schemas';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { LiveSockets } from './live-sockets';

const done = z.object({ success: z.literal(true) });
const described = (schema: z.ZodType, description: string) => ({
  ...{ response: { 200: schema, ...errorAnswers }, tags: ['live'], description },
});

/** Live pages: opened, moved, used and closed. */
@injectable()
export class LiveRoutes implements Routes {
  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(LiveSockets) private readonly sockets: LiveSockets,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/live/:id';
    const body = liveRequest(this.schemas.parts);
    const opened = { ...described(liveFacts, 'Opens a page that is shown live.'), body };
    routes.post('/local/live', { schema: opened }, async (request) =>
      (await this.pages.open(request.body as ScrapeSpec)).facts(),
    );
    const one = { ...described(liveFacts, 'A live page.'), params: idParams };
    routes.get(path, { schema: one }, ({ params }) => this.pages.get(params.id).facts());
    const closed = { ...described(done, 'Closes a live page.'), params: idParams };
    routes.delete(path, { schema: closed }, async ({ params }) => {
      if (!(await this.pages.close(params.id))) throw new AppError('NOT_FOUND', 'There is no such live page.');
      return { success: true };
    });
    this.#registerMoves(app, path);
    app.route({
      method: 'GET',
      url: `${path}/stream`,
      schema: { hide: true },
      handler: () => {
        throw new AppError('BAD_REQUEST', 'The stream of a live page is a WebSocket.');
      },
      wsHandler: (socket, request) => this.sockets.serve(socket, request),
    });
  }

  /** What is done in a live page. */
  #registerMoves(app: FastifyInstance, path: string): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const go = {
      ...described(liveFacts, 'Opens another address in a live page.'),
      params: idParams,
      body: navigateRequest,
    };
    routes.post(`${path}/navigate`, { schema: go }, ({ params, body }) => this.pages.get(params.id).navigate(body.url));
    const resized = {
      ...described(liveFacts, 'Lays a live page out at another width.'),
      ...{ params: idParams, body: resizeRequest },
    };
    routes.post(`${path}/resize`, { schema: resized }, ({ params, body }) =>
      this.pages.get(params.id).resize(body.width),
    );
    const moves = {
      back: 'Goes one page back.',
      reload: 'Loads the page anew.',
      open: 'Opens the page again after its browser has ended.',
    } as const;
    for (const move of ['back', 'reload', 'open'] as const) {
      const schema = { ...described(liveFacts, moves[move]), params: idParams };
      const name = move === 'open' ? 'reopen' : move;
      routes.post(`${path}/${name}`, { schema }, ({ params }) => this.pages.get(params.id)[move]());
    }
    const at = {
      ...described(liveElement, 'The element at a place of a live page.'),
      params: idParams,
      body: livePlace,
    };
    routes.post(`${path}/at`, { schema: at }, async ({ params, body }) => {
      return (await this.pages.get(params.id).elementAt(body.x, body.y)) ?? {};
    });
    const input = {
      ...described(done, 'Does in a live page what a person would do.'),
      params: idParams,
      body: liveInput,
    };
    routes.post(`${path}/input`, { schema: input }, async ({ params, body }) => {
      await this.pages.get(params.id).act(body);
      return { success: true };
    });
  }
}
