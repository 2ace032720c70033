import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CrawlSite, startCrawlSite } from '../../support/crawl-site';
import { startTestEngine, type TestEngine } from '../../support/engine';
import { startInProcess } from '../../support/engine-in-process';
import { allResults, untilEnded } from '../../support/jobs';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

const pages = 120;
const secret = 'a secret of the test';
let site: CrawlSite;
let receiver: WebhookReceiver;
let dataDir: string;
beforeAll(async () => {
  [site, receiver, dataDir] = await Promise.all([
    startCrawlSite(pages),
    startWebhookReceiver(),
    mkdtemp(join(tmpdir(), 'gleaner-webhooks-')),
  ]);
});
afterAll(async () => {
  await Promise.all([site.close(), receiver.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

it('loses no event in crashes at random moments, and repeats events with the same id and bytes', async () => {
  site.slow(10);
  const options = { dataDir, env: { GLEANER_WEBHOOK_SECRET: secret } };
  const crawl = {
    url: `${site.url}/p/0`,
    crawlEntireDomain: true,
    sitemap: 'skip',
    scrapeOptions: { maxAge: 0 },
    webhook: { url: receiver.url, metadata: { order: 7 } },
  };
  let id = '';
  let read = 0;
  for (let kill = 1; kill <= 3; kill++) {
    const engine = await startTestEngine(options);
    id ||= (await engine.call('POST', '/v2/crawl', crawl)).body.id;
    await receiver.until(kill * 20 + Math.floor(Math.random() * 10));
    // Waits for progress between kills, because a page that was in flight at several kills is marked as failed.
    read = await untilMoreRead(engine, `/v2/crawl/${id}`, read);
    await engine.stop('SIGKILL');
  }
  const engine = await startInProcess(options);
  const path = `/v2/crawl/${id}`;
  expect((await untilEnded(engine, path, 60_000)).status).toBe('completed');
  const notes = () => receiver.received.filter(({ json }) => json.id === id);
  await expect.poll(() => new Set(notes().map(({ json }) => json.webhookId)).size, { timeout: 60_000 }).toBe(pages + 2);

  const bytes = new Map<string, Set<string>>();
  for (const { json, body: sent, headers } of notes()) {
    const digest = createHash('sha256').update(sent).digest('hex');
    bytes.set(json.webhookId, (bytes.get(json.webhookId) ?? new Set()).add(digest));
    expect(json.metadata).toEqual({ order: 7 });
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(sent).digest('hex')}`);
  }
  expect([...bytes.values()].every(({ size }) => size === 1)).toBe(true);
  const told = notes().filter(({ json }) => json.type === 'crawl.page');
  const urls = new Set(told.map(({ json }) => json.data[0].metadata.sourceURL));
  expect(urls).toEqual(new Set((await allResults(engine, path)).map(({ metadata }) => metadata.sourceURL)));

  const { items, total } = (await engine.call('GET', `/local/jobs/${id}/deliveries?limit=200`)).body;
  expect(total).toBe(pages + 2);
  expect(items.every(({ state }: { state: string }) => state === 'delivered')).toBe(true);
  await engine.stop();
}, 180_000);

/** Waits until more than `before` pages, or all pages, have been read. Returns the number of pages read. */
async function untilMoreRead(engine: TestEngine, path: string, before: number): Promise<number> {
  let read = before;
  const hasMore = async () => {
    const { status, completed } = (await engine.call('GET', `${path}?skip=0&limit=1`)).body;
    read = completed;
    return read > before || status === 'completed';
  };
  await vi.waitUntil(hasMore, { timeout: 60_000, interval: 10 });
  return read;
}
