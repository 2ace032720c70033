import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

/** With this lease, workers that miss a notification look for jobs every 50 seconds (a twelfth of the lease). */
const leaseSeconds = 600;
/** The timeout is far below the 50 seconds after which workers look for jobs anyway. */
const soon = { timeout: 20_000, interval: 20 };
let server: PostgresServer;
let url: string;
const listeners = async () => {
  const text = `select pid from pg_stat_activity where datname = '${nameIn(url)}' and query like 'listen %'`;
  return (await server.query(text)).map(({ pid }) => Number(pid));
};
const cutOff = (pid: number | undefined) => server.query(`select pg_terminate_backend(${pid})`);

describe.skipIf(noPostgres)('notifications between processes of a database', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    url = await server.database();
  });
  afterAll(() => server?.remove());

  it('arrive once per committed transaction, and all of them after a lost connection', async () => {
    const [one, other] = [await PostgresDatabase.open(url), await PostgresDatabase.open(url)];
    expect(await other.nextNotifications()).toEqual({ words: ['jobs', 'told', 'outbox'], isAvailable: true });
    await one
      .write(async (db) => {
        await one.notify(db, 'jobs');
        throw new Error('undone');
      })
      .catch(() => undefined);
    await one.write(async (db) => {
      await one.notify(db, 'told');
      await one.notify(db, 'told');
    });
    expect(await other.nextNotifications()).toEqual({ words: ['told'], isAvailable: true });
    const [pid] = await listeners();
    const woken = other.nextNotifications();
    await cutOff(pid);
    expect(await woken).toEqual({ words: [], isAvailable: false });
    expect(await other.nextNotifications()).toEqual({ words: ['jobs', 'told', 'outbox'], isAvailable: true });
    const last = other.nextNotifications();
    await other.close();
    expect(await last).toEqual({ words: [], isAvailable: false });
    await expect(other.nextNotifications()).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
    await one.close();
  });

  it('let a worker start and stop jobs of an API node immediately, even after a lost connection', async () => {
    let open = 0;
    const site = createServer((request, response) => {
      open += 1;
      response.on('close', () => (open -= 1));
      if (request.url === '/never') return;
      response.setHeader('content-type', 'text/html').end('<title>Page</title><main><p>Some words.</p></main>');
    }).listen(0, '127.0.0.1');
    const base = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const shared = { databaseUrl: url, secretKey: randomBytes(32).toString('base64'), leaseSeconds };
    const engines: EngineInProcess[] = [];
    for (const role of ['api', 'worker'] as const) engines.push(await startInProcess({ ...shared, role }));
    const [api] = engines as [EngineInProcess, EngineInProcess];
    const start = async (path: string) =>
      (await api.call('POST', '/v2/batch/scrape', { urls: [`${base()}${path}`], maxAge: 0 })).body.id as string;
    const endsSoon = async (path: string) => {
      const id = await start(path);
      const isDone = async () => (await api.call('GET', `/v2/batch/scrape/${id}`)).body.status === 'completed';
      await vi.waitUntil(isDone, soon);
    };
    try {
      await endsSoon('/first');
      await endsSoon('/second');
      const id = await start('/never');
      await vi.waitUntil(() => open === 1, soon);
      await api.call('DELETE', `/v2/batch/scrape/${id}`);
      await vi.waitUntil(() => open === 0, soon);
      const before = await listeners();
      expect(before).toHaveLength(2);
      for (const pid of before) await cutOff(pid);
      await vi.waitUntil(async () => (await listeners()).filter((pid) => !before.includes(pid)).length === 2, soon);
      await endsSoon('/third');
    } finally {
      await Promise.all(engines.map((engine) => engine.stop()));
      site.closeAllConnections();
      site.close();
    }
  });
});
