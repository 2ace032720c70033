import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { idParams, jobIdParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import { OutboxDispatcher } from '../../../jobs/delivery/outbox-dispatcher';
import { WebhookSecret } from '../../../jobs/delivery/webhook-secret';
import { JobReader } from '../../../jobs/job-reader';
import { deliveryItem } from '../../../ports/delivery/delivery-item';
import { Outbox } from '../../../ports/delivery/outbox';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const listQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Deliveries of a job with their tries, replay, and the webhook secret, for the window. */
@injectable()
export class DeliveryRoutes implements Routes {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(Outbox) private readonly outbox: Outbox,
    @inject(OutboxDispatcher) private readonly dispatcher: OutboxDispatcher,
    @inject(WebhookSecret) private readonly secret: WebhookSecret,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const hide = true;
    routes.get(
      '/local/jobs/:id/deliveries',
      { schema: { hide, params: jobIdParams, querystring: listQuery } },
      async ({ params: { id }, query }) => {
        await this.reader.job(id);
        const { deliveries, total } = await this.outbox.list(id, query);
        return { items: deliveries.map(deliveryItem), total };
      },
    );
    routes.post('/local/deliveries/:id/replay', { schema: { hide, params: idParams } }, async ({ params }) => {
      const delivery = await this.dispatcher.replay(params.id);
      if (!delivery) throw new AppError('NOT_FOUND', 'There is no such delivery; deliveries are kept for 24 hours.');
      return { item: deliveryItem(delivery) };
    });
    const { secret } = this;
    const config = { owner: true };
    routes.get('/local/webhook-secret', { config, schema: { hide } }, async () => ({
      secret: await secret.get(),
      source: secret.source,
    }));
    routes.post('/local/webhook-secret', { config, schema: { hide } }, async () => ({
      secret: await secret.rotate(),
      source: secret.source,
    }));
  }
}
