import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

let engine: EngineInProcess;
let site: FixtureSite;
let good: WebhookReceiver;
let bad: WebhookReceiver;

beforeAll(async () => {
  [engine, site, good, bad] = await Promise.all([
    startInProcess(),
    startFixtureSite(),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
  // A 410 response ends the delivery without retries.
  bad.answer({ status: 410 });
  for (const { url } of [good, bad]) {
    await engine.call('POST', '/v2/batch/scrape', {
      urls: [`${site.url}/article`],
      webhook: { url, events: ['completed'] },
    });
  }
  await Promise.all([good.until(1), bad.until(1)]);
  // Attempts are stored a moment after their requests arrive.
  await vi.waitFor(async () => expect((await list('state=pending')).total).toBe(0), 20_000);
});
afterAll(async () => {
  await engine.stop();
  await Promise.all([site.close(), good.close(), bad.close()]);
});

const list = async (query = '') => (await engine.call('GET', `/local/deliveries?${query}`)).body;

it('lists the deliveries of all jobs, newest first, by state, event and receiver', async () => {
  const all = await list();
  expect(all.total).toBe(2);
  expect(all.items.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
    all.items
      .map(({ createdAt }: { createdAt: string }) => createdAt)
      .toSorted()
      .reverse(),
  );
  expect(await list('state=delivered')).toMatchObject({ total: 1, items: [{ target: good.url }] });
  expect(await list(`receiver=${encodeURIComponent(bad.host)}`)).toMatchObject({
    total: 1,
    items: [{ target: bad.url }],
  });
  expect((await list('event=batch_scrape.completed')).total).toBe(2);
  expect((await list('event=crawl')).total).toBe(0);
  expect((await list('receiver=%25')).total).toBe(0);
  expect((await engine.call('GET', '/local/deliveries?state=lost')).status).toBe(400);
});

it('returns the payload as sent', async () => {
  const { items } = await list('state=delivered');
  const { payload } = (await engine.call('GET', `/local/deliveries/${items[0].id}/payload`)).body;
  expect(payload).toBe(good.received[0]!.body.toString('utf8'));
  expect((await engine.call('GET', `/local/deliveries/${crypto.randomUUID()}/payload`)).status).toBe(404);
});

it('signs and sends a test event once, reports it, and does not list it', async () => {
  const before = good.received.length;
  const { body } = await engine.call('POST', '/local/webhooks/test', { url: good.url });
  expect(body).toMatchObject({ ok: true, statusCode: 200 });
  const sent = good.received.at(-1)!;
  expect([good.received.length - before, sent.json.type]).toEqual([1, 'webhook.test']);
  expect(sent.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  const wrong = await engine.call('POST', '/local/webhooks/test', { url: bad.url });
  expect(wrong.body).toMatchObject({ ok: false, statusCode: 410 });
  expect((await list()).total).toBe(2);
  expect((await engine.call('POST', '/local/webhooks/test', { url: 'file:///etc/passwd' })).status).toBe(400);
});
