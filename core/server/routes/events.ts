import type { FastifyReply, FastifyRequest } from 'fastify';
import { Revocations } from '../../platform/auth/revocations';
import { EventBus } from '../../ports/delivery/event-bus';
import { route, routeGroup } from '../route';

/** Maximum unread bytes of a client before it is disconnected; it reconnects automatically and reloads. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** Interval of comments that keep an idle stream open, ms. */
const keepAliveMs = 15_000;

/** Server-sent events of the engine, for the UI. */
export const eventRoutes = routeGroup([EventBus, Revocations], (events, revocations) => [
  route('GET', '/local/events', { answer: 'text/event-stream' }, (request, reply) =>
    stream(request, reply, events, revocations),
  ),
]);

function stream(
  { credentials }: Pick<FastifyRequest, 'credentials'>,
  reply: FastifyReply,
  events: EventBus,
  revocations: Revocations,
): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  raw.write('retry: 1000\n\n');
  const stop = events.listen((event) => {
    raw.write(`data: ${JSON.stringify(event)}\n\n`);
    if (raw.writableLength > maxUnreadBytes) raw.destroy();
  });
  const forget = revocations.listen(credentials, () => raw.destroy());
  const beat = setInterval(() => raw.write(':\n\n'), keepAliveMs);
  raw.once('close', () => {
    clearInterval(beat);
    stop();
    forget();
  });
}
