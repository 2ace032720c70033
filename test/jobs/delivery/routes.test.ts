import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { newId } from '../../../core/common/values/ids';
import { WebhookTest } from '../../../core/jobs/delivery/webhook-test';
import { JobReader } from '../../../core/jobs/job-reader';
import { addErrorReply } from '../../../core/server/reply-error';
import { addRoute } from '../../../core/server/route';
import { deliveryRoutes, webhookRoutes } from '../../../core/server/routes/jobs/deliveries';
import { addValidation } from '../../../core/server/validation';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { jobOf, type Rig, startRig, webhook } from './support';

let rig: Rig;
let receiver: WebhookReceiver;
let app: FastifyInstance;

beforeEach(async () => {
  [rig, receiver] = await Promise.all([startRig(), startWebhookReceiver()]);
  app = Fastify();
  addErrorReply(app, silentLog);
  addValidation(app);
  const { jobs, frontier, results, outbox } = rig.storage;
  const deliveries = deliveryRoutes.routes(new JobReader(jobs, frontier, results), outbox, rig.dispatcher);
  const webhooks = webhookRoutes.routes(rig.secret, new WebhookTest(rig.sinks, rig.secret));
  for (const route of [...deliveries, ...webhooks]) await addRoute(app, route);
  rig.dispatcher.start();
});
afterEach(async () => {
  await app.close();
  await rig.close();
  await receiver.close();
});

const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, payload });
  return { status: answer.statusCode, body: answer.json() };
};

describe('deliveries', () => {
  it('are listed with attempts and next time, without webhook headers, and replayed by id', async () => {
    receiver.answer({ status: 500 }, { status: 200 });
    const job = jobOf({ webhook: webhook(receiver.url, { headers: { authorization: 'secret' } }) });
    await rig.storage.jobs.add(job);
    for (let page = 0; page < 3; page += 1) {
      await rig.page(job, page);
      await rig.tried(page + 1);
    }
    const all = await call('GET', `/local/jobs/${job.id}/deliveries`);
    expect(all.status).toBe(200);
    expect(all.body.total).toBe(3);
    expect(all.body.items[0]).toMatchObject({
      type: 'crawl.page',
      state: 'pending',
      target: receiver.url,
      tries: [{ statusCode: 500, error: 'The receiver responded with status 500.', durationMs: 0 }],
      nextAt: '2026-11-20T12:00:05.000Z',
    });
    expect(all.body.items[1]).toMatchObject({ state: 'delivered', tries: [{ statusCode: 200 }] });
    expect(all.body.items[1].nextAt).toBeUndefined();
    expect(JSON.stringify(all.body)).not.toContain('secret');
    const some = await call('GET', `/local/jobs/${job.id}/deliveries?skip=1&limit=1`);
    expect(some.body).toEqual({ items: [all.body.items[1]], total: 3 });

    const replay = await call('POST', `/local/deliveries/${all.body.items[1].id}/replay`);
    expect(replay).toMatchObject({ status: 200, body: { item: { id: all.body.items[1].id, state: 'pending' } } });
    await rig.tried(4);
    expect(receiver.received.at(-1)!.json.webhookId).toBe(all.body.items[1].id);
  });

  it('that failed are all replayed with the same id and bytes, without touching others', async () => {
    const job = jobOf({ webhook: webhook(receiver.url) });
    await rig.storage.jobs.add(job);
    for (let page = 0; page < 3; page += 1) await rig.page(job, page);
    await rig.tried(3);
    const [first, second] = await rig.deliveries(job.id);
    for (const { id } of [first!, second!]) await rig.storage.outbox.update(id, { state: 'failed' });
    const sent = receiver.received.map(({ body }) => body.toString()).slice(0, 2);
    expect(await call('POST', '/local/deliveries/replay', {})).toMatchObject({ status: 200, body: { replayed: 2 } });
    await rig.tried(5);
    expect(
      receiver.received
        .slice(3)
        .map(({ body }) => body.toString())
        .sort(),
    ).toEqual(sent.sort());
    const left = await call('GET', '/local/deliveries?state=failed');
    expect(left.body.total).toBe(0);
    expect((await call('POST', '/local/deliveries/replay', { receiver: 'nowhere' })).body).toEqual({ replayed: 0 });
  });

  it('that do not exist are reported', async () => {
    expect(await call('GET', `/local/jobs/${newId()}/deliveries`)).toMatchObject({
      status: 404,
      body: { code: 'JOB_NOT_FOUND' },
    });
    expect((await call('GET', '/local/jobs/nonsense/deliveries')).status).toBe(400);
    expect(await call('POST', `/local/deliveries/${newId()}/replay`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
});

it('shows and rotates the webhook secret', async () => {
  const { body } = await call('GET', '/local/webhook-secret');
  expect(body).toEqual({ secret: expect.stringMatching(/^whsec_/), source: 'generated' });
  const rotated = await call('POST', '/local/webhook-secret');
  expect(rotated.body.secret).not.toBe(body.secret);
  expect((await call('GET', '/local/webhook-secret')).body.secret).toBe(rotated.body.secret);
});
