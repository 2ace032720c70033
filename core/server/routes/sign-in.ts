import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { AppError } from '../../common/errors';
import { KeyService } from '../../platform/auth/key-service';
import { Sessions, sessionSeconds } from '../../platform/auth/sessions';
import { FileStore } from '../../ports/page-stores';
import { cookieName } from '../guard';
import { route, routeGroup } from '../route';

/**
 * Maximum body size of a sign-in request, in bytes. It is small because anyone on this machine can send such a request.
 */
const maxSignInBytes = 4096;
const access = 'open';

/** Routes that need no key. They sign windows in, or serve files with unguessable IDs. */
export const signInRoutes = routeGroup(
  [Sessions, KeyService, FileStore],
  (sessions: Sessions, keys: KeyService, files: FileStore) => [
    route('GET', '/signin', { access, query: z.object({ token: z.string() }) }, async ({ method, query }, reply) => {
      // A HEAD request does not redeem the token, because link previews send HEAD requests before the user opens the
      // one-time link.
      const session = method === 'HEAD' ? undefined : await sessions.redeem(query.token);
      if (session) setCookie(reply, session);
      return reply.redirect('/');
    }),
    route(
      'POST',
      '/local/session',
      { access, body: z.object({ key: z.string() }), answer: doneAnswer, options: { bodyLimit: maxSignInBytes } },
      async ({ body }, reply) => {
        const keyId = await keys.identify(body.key);
        if (!keyId) throw new AppError('UNAUTHORIZED', 'Unauthorized: Invalid token');
        setCookie(reply, await sessions.open(keyId));
        return done;
      },
    ),
    route('DELETE', '/local/session', { answer: doneAnswer }, async ({ session }, reply) => {
      if (!session) throw new AppError('NOT_FOUND', 'This request used an API key, so there is no session to end.');
      await sessions.end(session);
      setCookie(reply, '', 0);
      return done;
    }),
    route(
      'GET',
      '/files/:id',
      { access, params: z.object({ id: z.string() }), description: 'A screenshot or PDF.' },
      async ({ params }, reply) => {
        const file = await files.get(params.id);
        if (!file) throw new AppError('FILE_NOT_FOUND');
        return reply
          .type(file.mediaType)
          .header('cache-control', 'private, max-age=86400')
          .send(Buffer.from(file.bytes));
      },
    ),
  ],
);

function setCookie(reply: FastifyReply, session: string, maxAgeSeconds = sessionSeconds): void {
  const port = reply.request.socket.localPort ?? 0;
  reply.header(
    'set-cookie',
    `${cookieName(port)}=${session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`,
  );
}
