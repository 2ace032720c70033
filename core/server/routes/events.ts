import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { Revocations } from '../../platform/auth/revocations';
import { EventBus } from '../../ports/delivery/event-bus';
import type { Routes } from '../http-server';

/** A window that lets more than this wait is hung up on; it comes back by itself and asks anew. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** Pause between comments that keep an idle stream open. */
const keepAliveMs = 15_000;

/** Server-sent events: everything that happens in the engine, for the window. */
@injectable()
export class EventRoutes implements Routes {
  constructor(
    @inject(EventBus) private readonly events: EventBus,
    @inject(Revocations) private readonly revocations: Revocations,
  ) {}

  register(app: FastifyInstance): void {
    app.get('/local/events', { schema: { hide: true } }, (request, reply) => {
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      raw.write('retry: 1000\n\n');
      const stop = this.events.listen((event) => {
        raw.write(`data: ${JSON.stringify(event)}\n\n`);
        if (raw.writableLength > maxUnreadBytes) raw.destroy();
      });
      const forget = this.revocations.listen(request.credentials, () => raw.destroy());
      const beat = setInterval(() => raw.write(':\n\n'), keepAliveMs);
      raw.once('close', () => {
        clearInterval(beat);
        stop();
        forget();
      });
    });
  }
}
