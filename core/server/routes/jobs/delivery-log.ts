import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { idParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import { OutboxDispatcher } from '../../../jobs/delivery/outbox-dispatcher';
import { WebhookTest } from '../../../jobs/delivery/webhook-test';
import { deliveryItem } from '../../../ports/delivery/delivery-item';
import { Outbox } from '../../../ports/delivery/outbox';
import { abortOnDisconnect } from '../../callers';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const filter = z.object({
  state: z.enum(['pending', 'delivered', 'failed', 'disabled']).optional(),
  event: z.string().max(100).optional(),
  receiver: z.string().max(300).optional(),
});
const listQuery = filter.extend({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const replayBody = filter.omit({ state: true });
const testBody = z.object({ url: z.url({ protocol: /^https?$/ }) });
/** Most deliveries that are made again at once. */
const mostReplayed = 10_000;
const hide = true;

/** Deliveries of all jobs: a list with filters, what was sent, replay of those that failed, and a test event, for the window. */
@injectable()
export class DeliveryLogRoutes implements Routes {
  constructor(
    @inject(Outbox) private readonly outbox: Outbox,
    @inject(OutboxDispatcher) private readonly dispatcher: OutboxDispatcher,
    @inject(WebhookTest) private readonly test: WebhookTest,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get('/local/deliveries', { schema: { hide, querystring: listQuery } }, async ({ query }) => {
      const { skip, limit, ...wanted } = query;
      const { deliveries, total } = await this.outbox.find(wanted, { skip, limit });
      return { items: deliveries.map(deliveryItem), total };
    });
    routes.get('/local/deliveries/:id/payload', { schema: { hide, params: idParams } }, async ({ params }) => {
      const bytes = await this.outbox.body(params.id);
      if (!bytes) throw new AppError('NOT_FOUND', 'There is no such delivery; deliveries are kept for 24 hours.');
      return { payload: Buffer.from(bytes).toString('utf8') };
    });
    routes.post('/local/deliveries/replay', { schema: { hide, body: replayBody } }, async ({ body }) => ({
      replayed: await this.#replayFailed(body),
    }));
    routes.post('/local/webhooks/test', { schema: { hide, body: testBody } }, ({ body }, reply) =>
      this.test.run(body.url, abortOnDisconnect(reply)),
    );
  }

  /** The list is read before the first is sent: one that fails again must not come up twice. */
  async #replayFailed(wanted: z.output<typeof replayBody>): Promise<number> {
    const { deliveries } = await this.outbox.find({ ...wanted, state: 'failed' }, { skip: 0, limit: mostReplayed });
    for (const { id } of deliveries) await this.dispatcher.replay(id);
    return deliveries.length;
  }
}
