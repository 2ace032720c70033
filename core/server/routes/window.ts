import type { FastifyInstance, FastifyReply } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { KeyService } from '../../platform/auth/key-service';
import { Sessions, sessionSeconds } from '../../platform/auth/sessions';
import { FileStore } from '../../ports/page-stores';
import { cookieName } from '../guard';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

/** Largest body of a request to sign in, which anyone on this machine may send. */
const maxSignInBytes = 4096;

/** What needs no key: signing a window in, files behind unguessable ids. */
@injectable()
export class WindowRoutes implements Routes {
  constructor(
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(KeyService) private readonly keys: KeyService,
    @inject(FileStore) private readonly files: FileStore,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const open = { config: { open: true } };
    routes.get(
      '/signin',
      { ...open, schema: { hide: true, querystring: z.object({ token: z.string() }) } },
      async ({ method, query }, reply) => {
        // Programs that look a link up before a person opens it ask with HEAD.
        const session = method === 'HEAD' ? undefined : await this.sessions.redeem(query.token);
        if (session) setCookie(reply, session);
        return reply.redirect('/');
      },
    );
    routes.post(
      '/local/session',
      { ...open, bodyLimit: maxSignInBytes, schema: { hide: true, body: z.object({ key: z.string() }) } },
      async ({ body }, reply) => {
        const keyId = await this.keys.identify(body.key);
        if (!keyId) throw new AppError('UNAUTHORIZED', 'Unauthorized: Invalid token');
        setCookie(reply, await this.sessions.open(keyId));
        return { success: true };
      },
    );
    routes.delete('/local/session', { schema: { hide: true } }, async ({ session }, reply) => {
      if (!session) throw new AppError('NOT_FOUND', 'This call came with an API key and has no session to end.');
      await this.sessions.end(session);
      setCookie(reply, '', 0);
      return { success: true };
    });
    routes.get(
      '/files/:id',
      { ...open, schema: { params: z.object({ id: z.string() }), description: 'A screenshot or PDF.' } },
      async ({ params }, reply) => {
        const file = await this.files.get(params.id);
        if (!file) throw new AppError('FILE_NOT_FOUND');
        return reply
          .type(file.mediaType)
          .header('cache-control', 'private, max-age=86400')
          .send(Buffer.from(file.bytes));
      },
    );
  }
}

function setCookie(reply: FastifyReply, session: string, maxAgeSeconds = sessionSeconds): void {
  const port = reply.request.socket.localPort ?? 0;
  reply.header(
    'set-cookie',
    `${cookieName(port)}=${session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`,
  );
}
