import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';

const html =
  '<main><h1>Harbour</h1><p>The ships come and go, and the cranes begin to move before the town is awake.</p></main>';
/** Responses on hold until the test releases them. */
const held: ServerResponse[] = [];
let active = 0;
let most = 0;
let engine: RunningTestEngine;

/** A request for `/held…` waits until the test releases it. All other requests take 200 ms. */
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.url?.startsWith('/held')) return void held.push(response);
  most = Math.max(most, ++active);
  setTimeout(() => {
    active--;
    response.end(html);
  }, 200);
});
const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}/${path}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  engine = await startInProcess();
});
afterAll(async () => {
  await engine?.stop();
  site.closeAllConnections();
  site.close();
});

const startBatch = async (body: object): Promise<string> =>
  `/v2/batch/scrape/${(await engine.call('POST', '/v2/batch/scrape', body)).body.id}`;

describe('a running job', () => {
  it('reports its cost from the first page on, and next while more can be read', async () => {
    const path = await startBatch({ urls: [address('a'), address('b'), address('held')] });
    const read = async (query = '') => (await engine.call('GET', path + query)).body;
    await expect.poll(async () => (await read()).completed, { timeout: 20_000 }).toBe(2);
    expect(await read('?limit=1')).toMatchObject({
      status: 'scraping',
      total: 3,
      creditsUsed: 2,
      next: expect.stringContaining('skip=1'),
    });
    const last = await read('?skip=1&limit=1');
    expect(last).toMatchObject({ status: 'scraping', data: [{ markdown: expect.stringContaining('Harbour') }] });
    expect(last).not.toHaveProperty('next');
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
    held.pop()?.end(html);
    expect(await untilEnded(engine, path)).toMatchObject({ status: 'completed', completed: 3, creditsUsed: 3 });
  });
});

describe('concurrency', () => {
  const urls = (count: number) => Array.from({ length: count }, (_, index) => address(`${index}`));

  it('is the setting by default', async () => {
    most = 0;
    await untilEnded(engine, await startBatch({ urls: urls(40) }));
    expect(most).toBe(8);
  });

  it('reaches the requested 20 on a fast host, and returns to the setting after the job', async () => {
    most = 0;
    const asking = await startBatch({ urls: urls(300), maxConcurrency: 20 });
    await expect.poll(() => most, { timeout: 8000, interval: 10 }).toBe(20);
    expect((await engine.call('GET', '/v2/concurrency-check')).body.maxConcurrency).toBe(20);
    await engine.call('DELETE', asking);
    expect((await engine.call('GET', '/v2/concurrency-check')).body.maxConcurrency).toBe(8);
    expect(most).toBe(20);
  });
});
