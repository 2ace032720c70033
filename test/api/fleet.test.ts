import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { walk } from '../kinds/crawl/walk';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { startTestEngine, type TestEngine } from '../support/engine';
import { allResults, untilEnded } from '../support/jobs';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

const pages = 60;
let server: PostgresServer;
let site: CrawlSite;
let api: TestEngine;
const workers: TestEngine[] = [];
const start = (role: string) =>
  startTestEngine({
    args: ['--role', role],
    env: { GLEANER_DATABASE_URL: url, GLEANER_LEASE_SECONDS: '4' },
  });
let url: string;
const batch = async (more: object = {}) => {
  const urls = Array.from({ length: pages }, (_, n) => `${site.url}/p/${n}`);
  const { body } = await api.call('POST', '/v2/batch/scrape', { urls, maxAge: 0, ...more });
  return body.id as string;
};
const completed = async (id: string) =>
  (await api.call('GET', `/v2/batch/scrape/${id}?limit=1`)).body.completed as number;

/** A process, as listed by `/local/workers`. */
interface WorkerItem {
  readonly role: string;
  readonly pid: number;
  readonly pages: number;
  readonly jobs: number;
  readonly seenAt: string;
}

/** Returns the value of a worker's metric. */
const metricOf = async (worker: TestEngine, name: string) => {
  const { body } = await worker.call('GET', '/metrics');
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)`, 'm').exec(body as string)?.[1] ?? 0);
};
const pagesOf = (worker: TestEngine) => metricOf(worker, 'gleaner_pages_total');

describe.skipIf(noPostgres)('an API node and two workers', () => {
  beforeAll(async () => {
    [server, site] = await Promise.all([startPostgres(), startCrawlSite(pages)]);
    url = await server.database();
    api = await start('api');
    workers.push(...(await Promise.all([start('worker'), start('worker')])));
  }, 90_000);
  afterAll(async () => {
    await Promise.all([api, ...workers].map((engine) => engine?.stop()));
    await site?.close();
    await server?.remove();
  });

  it('require a shared database for a role', async () => {
    const failed = await startTestEngine({ args: ['--role', 'worker'] }).catch((thrown: Error) => thrown.message);
    expect(failed).toContain(
      'Gleaner could not start: The role worker shares work with other processes through PostgreSQL',
    );
  }, 30_000);

  it('a worker serves only /health and /metrics', async () => {
    const [worker] = workers;
    const statuses = await Promise.all(
      ['/health', '/metrics', '/local/jobs', '/openapi.json', '/'].map(
        async (path) => (await worker!.call('GET', path)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404]);
  });

  it('the API node answers a scrape, and both workers read a batch, each page once', async () => {
    const scrape = await api.call('POST', '/v2/scrape', { url: `${site.url}/p/3` });
    expect(scrape.body.data.markdown).toContain('harbour number 3');
    site.slow(30);
    const id = await batch();
    expect(await untilEnded(api, `/v2/batch/scrape/${id}`, 60_000)).toMatchObject({
      status: 'completed',
      total: pages,
    });
    const urls = (await allResults(api, `/v2/batch/scrape/${id}`)).map(({ metadata }) => metadata.sourceURL as string);
    expect([urls.length, new Set(urls).size]).toEqual([pages, pages]);
    const shares = await Promise.all(workers.map(pagesOf));
    expect(shares.every((share) => share > 0)).toBe(true);
  }, 90_000);

  it('events of jobs read by workers reach the event stream of the API node, except with zero retention', async () => {
    site.slow(30);
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${api.key}` };
    const { body } = await fetch(`${api.url}/local/events`, { headers, signal: leaving.signal });
    const heard: { type: string; jobId?: string; data: { done?: number } }[] = [];
    const reading = (async () => {
      let text = '';
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        const lines = (text + chunk).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)));
      }
    })().catch(() => undefined);
    const of = (id: string) => heard.filter(({ jobId }) => jobId === id);
    const [id, zeroRetention] = await Promise.all([batch(), batch({ zeroDataRetention: true })]);
    const ended = (job: string) => of(job).some(({ type }) => type === 'batch_scrape.completed');
    await vi.waitUntil(() => ended(id) && ended(zeroRetention), { timeout: 60_000, interval: 50 });
    const types = of(id).map(({ type }) => type);
    expect(types.filter((type) => /started|completed/.test(type))).toEqual([
      'batch_scrape.started',
      'batch_scrape.completed',
    ]);
    expect(of(id).some(({ type, data }) => type === 'batch_scrape.progress' && (data.done ?? 0) > 0)).toBe(true);
    const told = await server.query('select distinct job from told', nameIn(url));
    expect(told.map(({ job }) => job)).not.toContain(zeroRetention);
    expect(told.map(({ job }) => job)).toContain(id);
    leaving.abort();
    await reading;
  }, 90_000);

  it('a WebSocket of the API node sends each document of a job read by workers, and its end', async () => {
    site.slow(30);
    const id = await batch();
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v2/batch/scrape/${id}`, api.key);
    const heard: { type: string; data: { data?: object[]; metadata: { sourceURL: string } } }[] = [];
    socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))));
    const [code, reason] = await new Promise<[number, string]>((resolve) =>
      socket.addEventListener('close', (event) => resolve([event.code, event.reason])),
    );
    expect([code, JSON.parse(reason)]).toEqual([1000, { type: 'done' }]);
    const [first, ...rest] = heard;
    expect([first?.type, ...new Set(rest.map(({ type }) => type))]).toEqual(['catchup', 'document']);
    const documents = [...(first?.data.data ?? []), ...rest.map(({ data }) => data)] as (typeof heard)[0]['data'][];
    expect(documents.map(({ metadata }) => metadata.sourceURL).sort()).toEqual(
      Array.from({ length: pages }, (_, n) => `${site.url}/p/${n}`).sort(),
    );
  }, 90_000);

  it('the API node lists every process with its work; an ended one disappears', async () => {
    // Delays each page by more than a worker's heartbeat interval, so that a heartbeat reports the page in flight.
    site.slow(1000);
    const list = async () => (await api.call('GET', '/local/workers')).body.items as WorkerItem[];
    const id = await batch({ maxConcurrency: 4 });
    await vi.waitUntil(
      async () => (await list()).some(({ role, pages, jobs }) => role === 'worker' && pages > 0 && jobs > 0),
      { timeout: 20_000, interval: 100 },
    );
    const another = await start('worker');
    const pids = [api, ...workers, another].map(({ process }) => process.pid);
    const listed = await list();
    expect(listed.map(({ pid }) => pid).sort()).toEqual(pids.sort());
    expect(listed[0]).toMatchObject({ role: 'api', isThis: true, isLost: false, jobs: 0 });
    expect((await another.call('GET', '/local/workers')).status).toBe(404);
    await another.stop();
    expect(await list()).toHaveLength(pids.length - 1);
    await api.call('DELETE', `/v2/batch/scrape/${id}`);
    // Jobs that have ended do not count towards `jobs`.
    await vi.waitUntil(async () => (await list()).every(({ jobs }) => jobs === 0), { timeout: 20_000, interval: 100 });
  }, 90_000);

  it('a worker stopped for longer than its lease sends no more requests for its page', async () => {
    const first = workers[0]!.process;
    let another: Promise<TestEngine> | undefined;
    const hits = new Map<string, number>();
    const held: ServerResponse[] = [];
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Here</h1><p>The page is here now.</p>');
    const moved: ServerResponse[] = [];
    const moving = createServer(({ url: path = '' }, response) => {
      hits.set(path, (hits.get(path) ?? 0) + 1);
      if (path === '/held') held.push(response);
      else if (path === '/moved') moved.push(response);
      else answer(response);
      if (held.length === 0) return;
      // Once both pages are in flight, stops the worker before it receives the redirect.
      if (hits.size === 2 && hits.get(path) === 1) {
        first.kill('SIGSTOP');
        another = start('worker');
      }
      for (const each of moved.splice(0)) each.writeHead(302, { location: '/here' }).end();
    });
    await new Promise<void>((resolve) => moving.listen(0, '127.0.0.1', resolve));
    const { port } = moving.address() as AddressInfo;
    try {
      await workers.pop()?.stop();
      // The `/held` page keeps the job running. Interrupted pages are read again one at a time, so `/moved` completes
      // first.
      const urls = ['moved', 'held'].map((path) => `http://127.0.0.1:${port}/${path}`);
      const { body } = await api.call('POST', '/v2/batch/scrape', { urls, maxAge: 0 });
      const waiting = { timeout: 40_000, interval: 50 };
      await vi.waitUntil(async () => (await completed(body.id)) === 1 && held.length === 2, waiting);
      first.kill('SIGCONT');
      const ofFirst = async () => {
        const { items } = (await api.call('GET', '/local/workers')).body;
        return items.find(({ pid }: { pid: number }) => pid === first.pid) as { slots: number; isLost: boolean };
      };
      await vi.waitUntil(async () => !(await ofFirst()).isLost, waiting);
      // The worker processes its pending input before responding to this request.
      await workers[0]!.call('GET', '/metrics');
      for (const response of held) answer(response);
      expect(await untilEnded(api, `/v2/batch/scrape/${body.id}`, 40_000)).toMatchObject({ total: 2, completed: 2 });
      expect(Object.fromEntries(hits)).toEqual({ '/held': 2, '/moved': 2, '/here': 1 });
    } finally {
      first.kill('SIGCONT');
      if (another) workers.push(await another);
      moving.closeAllConnections();
      moving.close();
    }
  }, 120_000);

  it('a page that takes longer than a lease is requested once', async () => {
    site.slow(5500);
    const before = site.hits('/p/7');
    const urls = [`${site.url}/p/7`];
    const { body } = await api.call('POST', '/v2/batch/scrape', { urls, maxAge: 0 });
    expect(await untilEnded(api, `/v2/batch/scrape/${body.id}`, 40_000)).toMatchObject({ completed: 1, failed: 0 });
    expect(site.hits('/p/7') - before).toBe(1);
  }, 60_000);

  it('workers without access to private addresses crawl the demo site', async () => {
    const only = await server.database();
    const env = { GLEANER_DATABASE_URL: only, GLEANER_LEASE_SECONDS: '4' };
    const begin = (role: string) => startTestEngine({ args: ['--role', role], env, allowPrivateNetwork: false });
    const fleet = [await begin('api'), await begin('worker')];
    try {
      const [node] = fleet as [TestEngine];
      const { url: demo } = (await node.call('POST', '/local/demo-site')).body;
      const { body } = await node.call('POST', '/v2/crawl', { url: demo });
      const ended = await untilEnded(node, `/v2/crawl/${body.id}`, 60_000);
      expect(ended).toMatchObject({ status: 'completed', failed: 0 });
      expect(ended.completed).toBeGreaterThan(20);
      const other = await node.call('POST', '/v2/scrape', { url: site.url });
      expect(other.body.code).toBe('PRIVATE_ADDRESS_BLOCKED');
    } finally {
      await Promise.all(fleet.map((engine) => engine.stop()));
    }
  }, 90_000);

  it('an endless calendar costs two workers as many pages as one', async () => {
    const day = (path: string) => Date.parse(`${/date=(.*)$/.exec(path)?.[1] ?? '2026-11-20'}T00:00:00Z`);
    const links = (path: string) =>
      [1, -1, 7].map((by) => `/?date=${new Date(day(path) + by * 86_400_000).toISOString().slice(0, 10)}`);
    const calendar = createServer(({ url: path = '' }, response) => {
      const anchors = links(path).map((link) => `<a href="${link}">${link}</a>`);
      const page = `<h1>Day</h1><p>What is on that day, and who comes to it, is said here. ${anchors.join(' ')}</p>`;
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 20);
    });
    await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve));
    const start = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}/`;
    try {
      const asked = { url: start, limit: 2000, maxConcurrency: 4, sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
      const { body } = await api.call('POST', '/v2/crawl', asked);
      const { completed: read } = await untilEnded(api, `/v2/crawl/${body.id}`, 60_000);
      const alone = (await walk(start, ({ pathname, search }) => links(pathname + search), 2000)).visited.length;
      expect(read).toBeGreaterThanOrEqual(alone);
      // The two workers have up to eight pages in flight, so they may read up to eight more pages than one worker.
      expect(read).toBeLessThanOrEqual(alone + 8);
    } finally {
      calendar.closeAllConnections();
      calendar.close();
    }
  }, 90_000);

  it('workers apply decisions about a job made at the API node', async () => {
    site.slow(100);
    const id = await batch({ maxConcurrency: 2 });
    await expect.poll(() => completed(id), { timeout: 30_000, interval: 20 }).toBeGreaterThan(2);
    await api.call('POST', `/local/jobs/${id}/pause`);
    const counts = async () => (await api.call('GET', `/local/jobs/${id}`)).body.progress;
    await expect.poll(async () => (await counts())?.inFlight, { timeout: 10_000, interval: 50 }).toBe(0);
    const paused = await completed(id);
    expect(paused).toBeLessThan(pages);
    await api.call('POST', `/local/jobs/${id}/resume`);
    await expect.poll(() => completed(id), { timeout: 30_000, interval: 20 }).toBeGreaterThan(paused);
    await api.call('DELETE', `/v2/batch/scrape/${id}`);
    await expect.poll(async () => (await counts())?.inFlight, { timeout: 10_000, interval: 50 }).toBe(0);
    expect((await api.call('GET', `/v2/batch/scrape/${id}`)).body.status).toBe('cancelled');
  }, 120_000);

  it('pages that no longer fit a recipe count for all workers, including one that takes the job over', async () => {
    const held: ServerResponse[] = [];
    const answer = (response: ServerResponse) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Item</title><main><h1>Item</h1><p>Made by hand.</p></main>');
    let answered = 0;
    const shop = createServer((_, response) => {
      // Delays the response, so that the other workers are notified of each page before the next one is fetched.
      if (answered !== 4) setTimeout(() => answer(response), 100);
      else held.push(response);
      answered += 1;
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const fields = [
      { name: 'name', type: 'text', sources: [{ selector: 'h1' }] },
      { name: 'price', type: 'price', sources: [{ selector: '.price' }], required: true },
    ];
    const health = { pages: 3, fill: { name: 1, price: 1 } };
    const recipe = { version: 1, name: 'items', pages: [`${at}/*`], fields, health };
    try {
      const urls = Array.from({ length: 20 }, (_, n) => `${at}/${n}`);
      const asked = { urls, maxAge: 0, maxConcurrency: 1, formats: [{ type: 'recipe', recipe }] };
      const before = new Map(await Promise.all(workers.map(async (each) => [each, await pagesOf(each)] as const)));
      const { body } = await api.call('POST', '/v2/batch/scrape', asked);
      const waiting = { timeout: 40_000, interval: 50 };
      await vi.waitUntil(() => held.length === 1, waiting);
      // An idle worker reports zero pages in flight between its polls. The worker that never reports zero is reading
      // the page.
      const readers = new Set(workers);
      await vi.waitUntil(async () => {
        for (const each of workers) if ((await metricOf(each, 'gleaner_pages_in_work')) === 0) readers.delete(each);
        return readers.size === 1;
      }, waiting);
      const [reader] = [...readers] as [TestEngine];
      // The worker that is reading the fifth page is stopped if it has read any of the earlier pages. Another worker
      // then reads the fifth page.
      if ((await pagesOf(reader)) > before.get(reader)!) await reader.stop();
      else answer(held[0]!);
      await untilEnded(api, `/v2/batch/scrape/${body.id}`, 40_000);
      const { progress, facts } = (await api.call('GET', `/local/jobs/${body.id}`)).body;
      expect(progress).toMatchObject({ done: 5, refused: 15 });
      expect(facts.warning).toMatch(/Stopped early: the last 5 pages lack .*price/);
    } finally {
      shop.closeAllConnections();
      shop.close();
    }
  }, 90_000);
});
