import type { FastifyReply, FastifyRequest } from 'fastify';
import { Revocations } from '../../platform/auth/revocations';
import { EventBus } from '../../ports/delivery/event-bus';
import { route, routeGroup } from '../route';

/** Number of unread bytes above which a client is disconnected. The client then reconnects and reloads. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** Interval in ms at which comments are sent to keep an idle stream open. */
const keepAliveMs = 15_000;

/** Route for the stream of engine events (server-sent events). Used by the UI. */
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
