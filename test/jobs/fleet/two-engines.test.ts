import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresDatabases } from '../../storage/postgres-kind';
import {
  type EngineInProcess,
  startInProcess,
  type TestTimerClock,
  testTimerClock,
} from '../../support/engine-in-process';
import { noPostgres } from '../../support/postgres';
import { type S3Server, s3Keys, startS3Server } from '../../support/s3-server';
import { type ShopSite, startShopSite } from '../../support/shop-site';

const hourMs = 3_600_000;
const databases = postgresDatabases();
let clock: TestTimerClock;
let shop: ShopSite;
let store: S3Server;
let engines: readonly [EngineInProcess, EngineInProcess];
const ok = async (engine: EngineInProcess, method: string, path: string, body?: unknown) => {
  const answer = await engine.call(method, path, body);
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined]);
  return answer.body;
};
const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 20_000, interval: 50 });

describe.skipIf(noPostgres)('two engines on one database', () => {
  beforeAll(async () => {
    clock = testTimerClock('2026-11-22T06:30:00Z');
    [shop, store] = await Promise.all([startShopSite(), startS3Server()]);
    const objects = { ...s3Keys, endpoint: store.url };
    const shared = { databaseUrl: await databases.make(), secretKey: randomBytes(32).toString('base64'), objects };
    const start = () => startInProcess({ clock, ...shared });
    engines = [await start(), await start()];
  }, 60_000);
  afterAll(async () => {
    await Promise.all((engines ?? []).map((engine) => engine.stop()));
    await Promise.all([shop?.close(), store?.close()]);
  });

  it('have the same keys, settings, recipes and secrets', async () => {
    const [one, other] = engines;
    const { key, item } = await ok(one, 'POST', '/local/keys', { name: 'New' });
    const shown = (body?: unknown) =>
      fetch(`${other.url}/local/settings`, {
        method: body ? 'PATCH' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    expect((await shown({ cacheHours: 3 })).status).toBe(200);
    await until(async () => (await ok(one, 'GET', '/local/settings')).settings.cacheHours === 3);
    await ok(one, 'DELETE', `/local/keys/${item.id}`);
    await until(async () => (await shown()).status === 401);
    const model = { apiKey: 'hidden-word' };
    await ok(one, 'PUT', '/local/plugins/model/anthropic/settings', model);
    await until(async () => 'model:anthropic' in (await ok(other, 'GET', '/local/settings')).settings.plugins);
    const secret = { site: 'https://shop.example', value: 'hidden-word' };
    await ok(one, 'PUT', '/local/secrets/door', secret);
    expect((await ok(other, 'GET', '/local/secrets')).items).toMatchObject([{ name: 'door' }]);
    const secrets = await Promise.all(engines.map((engine) => ok(engine, 'GET', '/local/webhook-secret')));
    expect(secrets[0].secret).toBe(secrets[1].secret);
  });

  it('run a due schedule once, and report a missed run once', async () => {
    shop.put('/list', '<!doctype html><title>Shop</title><main><h1>Products</h1><p>Kettle, pan and board.</p></main>');
    const [one, other] = engines;
    await ok(one, 'PUT', '/local/saved/news', { kind: 'batch', request: { urls: [`${shop.url}/list`] } });
    await ok(one, 'PUT', '/local/saved/news/schedule', { cron: '0 * * * *', timeZone: 'UTC' });
    const runs = async () => (await ok(other, 'GET', '/local/saved/news/runs')).runs as readonly { state: string }[];
    const isSeen = async () => (await ok(other, 'GET', '/local/schedules')).items.length === 1;
    await until(isSeen);
    const areCompleted = async (count: number) => {
      const all = await runs();
      return all.length >= count && all.every(({ state }) => state === 'completed');
    };
    for (const count of [1, 2, 3]) {
      clock.pass(hourMs / (count === 1 ? 2 : 1));
      await until(() => areCompleted(count));
    }
    expect(await runs()).toHaveLength(3);
    clock.pass(3 * hourMs + hourMs / 4);
    const notes = async () => (await ok(one, 'GET', '/local/saved/news/runs')).notes as readonly unknown[];
    // One run replaces all missed runs.
    await until(() => areCompleted(4));
    clock.pass(1000);
    // Once both engines have responded to another change, both have checked the schedules.
    for (const engine of engines) await ok(engine, 'PATCH', '/local/saved/news', { description: 'Seen' });
    expect(await notes()).toMatchObject([{ kind: 'missed' }]);
    expect(await runs()).toHaveLength(4);
  });

  it('store large results in one object store, once each supports it', async () => {
    const words = Array.from({ length: 300 }, () => `<p>${randomBytes(4000).toString('base64')} is a name.</p>`);
    shop.put('/names', `<!doctype html><title>Names</title><main><h1>Names</h1>${words.join('')}</main>`);
    const [one, other] = engines;
    const asked = { urls: [`${shop.url}/names`], maxAge: 0, storeInCache: false, formats: ['markdown'] };
    const read = async () => {
      const { id } = await ok(one, 'POST', '/v2/batch/scrape', asked);
      const path = `/v2/batch/scrape/${id}`;
      await until(async () => (await ok(other, 'GET', path)).status === 'completed');
      const answers = await Promise.all(engines.map((engine) => ok(engine, 'GET', path)));
      expect(answers.map(({ data }) => data[0].markdown.length > 1_500_000)).toEqual([true, true]);
      return store.objects.size > 0;
    };
    await until(read);
  }, 60_000);
});
