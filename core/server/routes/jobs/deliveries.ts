import { z } from 'zod';
import {
  deliveriesAnswer,
  deliveryState,
  payloadAnswer,
  replayAnswer,
  replayedAnswer,
  webhookSecretAnswer,
  webhookTestReport,
} from '../../../common/api/delivery-answers';
import { idParams, jobIdParams } from '../../../common/api/params';
import { testReport } from '../../../common/api/workspace-answers';
import { AppError } from '../../../common/errors';
import { OutboxDispatcher } from '../../../jobs/delivery/outbox-dispatcher';
import { SinkTest } from '../../../jobs/delivery/sink-test';
import { WebhookSecret } from '../../../jobs/delivery/webhook-secret';
import { WebhookTest } from '../../../jobs/delivery/webhook-test';
import { JobReader } from '../../../jobs/job-reader';
import { deliveryItem } from '../../../ports/delivery/delivery-item';
import { Outbox } from '../../../ports/delivery/outbox';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';

const page = z.object({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const replayBody = z.object({ event: z.string().max(100).optional(), receiver: z.string().max(300).optional() });
const listQuery = z.object({ state: deliveryState.optional(), ...replayBody.shape, ...page.shape });
const testBody = z.object({ url: z.url({ protocol: /^https?$/ }) });
const sinkParams = z.object({ id: z.string().max(100) });
const sinkConfig = z.record(z.string(), z.unknown());
/** Maximum number of deliveries to replay at once. */
const maxReplayed = 10_000;
const notFound = () => new AppError('NOT_FOUND', 'This delivery does not exist; deliveries are kept for 24 hours.');

/**
 * Routes for deliveries from one job or all jobs. The UI uses these routes to filter and replay deliveries, and to show
 * their content.
 */
export const deliveryRoutes = routeGroup(
  [JobReader, Outbox, OutboxDispatcher],
  (reader: JobReader, outbox: Outbox, dispatcher: OutboxDispatcher) => [
    route(
      'GET',
      '/local/jobs/:id/deliveries',
      { params: jobIdParams, query: page, answer: deliveriesAnswer },
      async ({ params: { id }, query }) => {
        await reader.job(id);
        const { deliveries, total } = await outbox.list(id, query);
        return { items: deliveries.map(deliveryItem), total };
      },
    ),
    route('POST', '/local/deliveries/:id/replay', { params: idParams, answer: replayAnswer }, async ({ params }) => {
      const delivery = await dispatcher.replay(params.id);
      if (!delivery) throw notFound();
      return { item: deliveryItem(delivery) };
    }),
    route('GET', '/local/deliveries', { query: listQuery, answer: deliveriesAnswer }, async ({ query }) => {
      const { skip, limit, ...wanted } = query;
      const { deliveries, total } = await outbox.find(wanted, { skip, limit });
      return { items: deliveries.map(deliveryItem), total };
    }),
    route('GET', '/local/deliveries/:id/payload', { params: idParams, answer: payloadAnswer }, async ({ params }) => {
      const bytes = await outbox.body(params.id);
      if (!bytes) throw notFound();
      return { payload: Buffer.from(bytes).toString('utf8') };
    }),
    route('POST', '/local/deliveries/replay', { body: replayBody, answer: replayedAnswer }, async ({ body }) => {
      // Reads the entire list before the first replay, because each replay changes the list. Otherwise a delivery could
      // be replayed twice.
      const { deliveries } = await outbox.find({ ...body, state: 'failed' }, { skip: 0, limit: maxReplayed });
      for (const { id } of deliveries) await dispatcher.replay(id);
      return { replayed: deliveries.length };
    }),
  ],
);

/** Routes for the webhook secret and for testing webhooks and sinks. Used by the UI. */
export const webhookRoutes = routeGroup(
  [WebhookSecret, WebhookTest, SinkTest],
  (secret: WebhookSecret, test: WebhookTest, sinkTest: SinkTest) => {
    const owned = { access: 'owner', answer: webhookSecretAnswer } as const;
    const trial = { access: 'owner', params: sinkParams, body: sinkConfig, answer: testReport } as const;
    return [
      route('GET', '/local/webhook-secret', owned, async () => ({ secret: await secret.get(), source: secret.source })),
      route('POST', '/local/webhook-secret', owned, async () => ({
        secret: await secret.rotate(),
        source: secret.source,
      })),
      route('POST', '/local/webhooks/test', { body: testBody, answer: webhookTestReport }, ({ body }, reply) =>
        test.run(body.url, abortOnDisconnect(reply)),
      ),
      route('POST', '/local/sinks/:id/test', trial, ({ params: { id }, body }, reply) =>
        sinkTest.run(id, body, abortOnDisconnect(reply)),
      ),
    ];
  },
);
