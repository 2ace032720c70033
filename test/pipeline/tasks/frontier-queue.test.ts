import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../core/common/errors';
import { HostPace } from '../../../core/net/politeness/host-pace';
import { FrontierQueue } from '../../../core/pipeline/tasks/frontier-queue';
import { FrontierQueues } from '../../../core/pipeline/tasks/frontier-queues';
import type { Storage } from '../../../core/ports/storage';
import { memoryStorage, openStorage } from '../../../core/storage/open-storage';
import { turnedClock } from '../../jobs/delivery/support';
import { type Child, startChild } from '../../storage/child';
import { folders, rememberingLog } from '../../storage/support';
import { resultPage } from '../../support/result-page';

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';

describe('the queue of a job', () => {
  let storage: Storage;
  let pace: HostPace;
  let queue: FrontierQueue;
  const open = (limit?: number) =>
    new FrontierQueue(jobId, { frontier: storage.frontier, slots: pace, claimAhead: 4, limit });
  const pages = (host: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ url: `http://${host}/${n}`, depth: 0 }));
  const fetched = async () => (await queue.fetchNextRequest())?.url;

  beforeEach(async () => {
    storage = await memoryStorage({ clock: turnedClock(), log: rememberingLog() });
    pace = new HostPace();
    queue = open();
  });
  afterEach(() => storage.close());

  it('dispatches a page only with a host slot, and skips paused hosts', async () => {
    await queue.add([...pages('busy.test', 2), ...pages('free.test', 1)]);
    pace.report('busy.test', { status: 429, retryAfter: '60', durationMs: 1 });
    expect(await queue.isEmpty()).toBe(false);
    expect(await fetched()).toBe('http://free.test/0');
    expect(await queue.isEmpty()).toBe(true);
    expect(await fetched()).toBeUndefined();
    expect(await queue.isFinished()).toBe(false);
    expect(queue.claimed).toBe(2);
    expect((await queue.next()).waitMs).toBeGreaterThan(50_000);
  });

  it('finds pages of another host behind many of a paused one, immediately and when added', async () => {
    await queue.add([...pages('busy.test', 40), ...pages('free.test', 1)]);
    pace.report('busy.test', { status: 429, retryAfter: '60', durationMs: 1 });
    expect(await fetched()).toBe('http://free.test/0');
    expect(await fetched()).toBeUndefined();
    await queue.add(pages('late.test', 1));
    expect(await fetched()).toBe('http://late.test/0');
  });

  it('finds pages of other hosts behind more of a paused one than it may claim', async () => {
    queue = new FrontierQueue(jobId, { frontier: storage.frontier, slots: pace, claimAhead: 256 });
    await queue.add([...pages('busy.test', 400), ...pages('free.test', 2), ...pages('busy.test:81', 1)]);
    pace.report('busy.test', { status: 429, retryAfter: '60', durationMs: 1 });
    expect(await fetched()).toBe('http://free.test/0');
    expect(await fetched()).toBe('http://free.test/1');
    expect(await fetched()).toBe('http://busy.test:81/0');
    expect(await fetched()).toBeUndefined();
    expect(queue.claimed).toBe(256);
    expect(await queue.counts()).toMatchObject({ queued: 144, inFlight: 259 });
    // The queue checks again soon, because pages of other hosts may be added.
    expect((await queue.next()).waitMs).toBeLessThanOrEqual(1000);
  });

  it('makes no claim for callers older than an unsuccessful claim', async () => {
    const claim = vi.spyOn(storage.frontier, 'claim');
    const call = (n: number) => Promise.all(Array.from({ length: n }, () => fetched()));
    expect(await call(8)).toEqual(Array(8).fill(undefined));
    expect(claim).toHaveBeenCalledTimes(1);
    let answer = (_: readonly []): void => undefined;
    claim.mockReturnValueOnce(new Promise((done) => (answer = done)));
    const early = call(2);
    await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(2));
    await queue.add(pages('late.test', 2));
    const late = call(2);
    answer([]);
    expect(await early).toEqual([undefined, undefined]);
    expect(await late).toEqual(['http://late.test/0', 'http://late.test/1']);
  });

  it('releases the slot at the end of a page, whatever its outcome', async () => {
    await queue.add(pages('small.test', 20));
    const inWork = [];
    for (let next = await queue.fetchNextRequest(); next; next = await queue.fetchNextRequest()) inWork.push(next);
    expect(inWork).toHaveLength(6);
    const [handled, reclaimed, aside, left] = inWork;
    await queue.markRequestHandled(handled!);
    await queue.reclaimRequest(reclaimed!);
    queue.postpone(aside!);
    queue.release(left!);
    queue.release(left!);
    const more = [];
    for (let next = await queue.fetchNextRequest(); next; next = await queue.fetchNextRequest()) more.push(next.url);
    expect(more).toHaveLength(4);
    expect(more[0]).toBe(aside!.url);
  });

  it('enforces the concurrency and delay of the job', async () => {
    const pace = { maxPages: 2, delayMs: 60 };
    queue = new FrontierQueue(jobId, { frontier: storage.frontier, slots: new HostPace(), claimAhead: 4, ...pace });
    await queue.add(pages('site.test', 5));
    const [one, other, none] = await Promise.all([queue.next(), queue.next(), queue.next()]);
    expect(none).toEqual({ waitMs: Number.POSITIVE_INFINITY });
    await queue.markRequestHandled(one!.request!);
    const { waitMs } = await queue.next();
    expect([waitMs! > 0, waitMs! <= 60]).toEqual([true, true]);
    await vi.waitFor(async () => expect((await queue.next()).request).toBeDefined());
    queue.postpone(other!.request!);
    expect((await queue.next()).request).toEqual(other!.request);
  });

  it('reports when nothing is left to claim', async () => {
    expect(await queue.next()).toEqual({});
  });

  it('batches a result only while other pages of any job are in progress', async () => {
    const complete = vi.spyOn(storage.frontier, 'complete');
    const queues = new FrontierQueues({ frontier: storage.frontier, slots: pace });
    const opened = [jobId, '0193486b-7b1e-7abc-8def-0123456789ac'].map((id) => queues.open(id, { claimAhead: 1 }));
    const requests = [];
    for (const each of opened) {
      await each.add(pages('site.test', 1));
      requests.push((await each.next()).request!);
    }
    for (const [place, request] of requests.entries()) {
      const facts = { taskId: request.id!, jobId, url: request.url, links: [], credits: 1, finishedAt: '' };
      const result = { ...facts, page: resultPage(request.url), document: { metadata: {} } };
      opened[place]!.keep(request, { completion: { result } });
      await opened[place]!.markRequestHandled(request);
    }
    expect(complete.mock.calls.map(([, , , mayGather]) => mayGather)).toEqual([true, false]);
  });

  it('stores the kept result when a request is marked handled, once, or a failure', async () => {
    await queue.add(pages('site.test', 2));
    const [one, other] = [await queue.fetchNextRequest(), await queue.fetchNextRequest()];
    const facts = { taskId: one!.id!, jobId, url: one!.url, links: [], credits: 1, finishedAt: '' };
    const result = { ...facts, page: resultPage(one!.url), document: { metadata: {} } };
    queue.keep(one!, { completion: { result, discovered: [{ url: 'http://site.test/new', depth: 1 }] } });
    expect(await queue.markRequestHandled(one!)).toMatchObject({ wasAlreadyHandled: false, report: { index: 0 } });
    expect(await queue.markRequestHandled(one!)).toMatchObject({ wasAlreadyHandled: true });
    other!.pushErrorMessage(new Error('it was broken'));
    await queue.markRequestHandled(other!);
    expect(await queue.counts()).toMatchObject({ done: 1, failed: 1, queued: 1, inFlight: 0 });
    const { problems } = await storage.frontier.problems(jobId, { skip: 0, limit: 9 });
    expect(problems).toMatchObject([{ url: other!.url, message: expect.stringContaining('it was broken') }]);
  });

  it('checks admission before dispatching, and ends refused pages', async () => {
    const told: string[] = [];
    const refusal = { error: new AppError('CRAWL_DENIED', 'robots.txt asks to leave it alone'), reason: 'robots' };
    queue = new FrontierQueue(jobId, {
      frontier: storage.frontier,
      slots: pace,
      claimAhead: 4,
      admit: async ({ url }) => (url.endsWith('/private') ? refusal : undefined),
      onRefused: async ({ url }, { reason }) => void told.push(`${url} ${reason}`),
    });
    await queue.add([{ url: 'http://site.test/private', depth: 0 }, ...pages('site.test', 2)]);
    expect([await fetched(), await fetched(), await fetched()]).toEqual([
      'http://site.test/0',
      'http://site.test/1',
      undefined,
    ]);
    expect(told).toEqual(['http://site.test/private robots']);
    expect(await queue.counts()).toMatchObject({ refused: 1, inFlight: 2, queued: 0 });
    const { problems } = await storage.frontier.problems(jobId, { skip: 0, limit: 9 });
    expect(problems).toMatchObject([{ code: 'CRAWL_DENIED', reason: 'robots', state: 'refused' }]);
  });

  it('puts lost claims back when renewing, and keeps pages in progress', async () => {
    await queue.add(pages('site.test', 4));
    // Simulates a claim whose response was lost.
    await storage.frontier.claim(jobId, 2);
    const [inWork, ahead] = [await queue.fetchNextRequest(), await queue.fetchNextRequest()];
    queue.postpone(ahead!);
    expect(await queue.counts()).toMatchObject({ queued: 0, inFlight: 4 });
    await queue.renew();
    expect(await queue.counts()).toMatchObject({ queued: 2, inFlight: 2 });
    expect(await queue.markRequestHandled(inWork!)).toMatchObject({ wasAlreadyHandled: false });
    const left = [await fetched(), await fetched(), await fetched()];
    expect(left.map((url) => url?.slice(-1)).sort()).toEqual(['0', '1', '3']);
  });

  it('holds a page whose admission failed for the next fetch, and aborts admission when closed', async () => {
    let admit = async (_: AbortSignal): Promise<undefined> => Promise.reject(new Error('no answer'));
    queue = new FrontierQueue(jobId, {
      frontier: storage.frontier,
      slots: pace,
      claimAhead: 1,
      admit: (_, signal) => admit(signal),
    });
    await queue.add(pages('site.test', 1));
    await expect(queue.fetchNextRequest()).rejects.toThrow('no answer');
    expect(queue.claimed).toBe(1);
    const asked = new Promise<void>((resolve) => {
      admit = (signal) => {
        resolve();
        return once(signal, 'abort').then(() => Promise.reject(new Error('closed')));
      };
    });
    const fetching = expect(queue.fetchNextRequest()).rejects.toThrow('closed');
    await asked;
    await queue.close();
    await fetching;
    expect(await fetched()).toBeUndefined();
    expect(await queue.counts()).toMatchObject({ queued: 1, inFlight: 0 });
  });

  it('accepts Crawlee requests, each key once, and reports those over its limit', async () => {
    queue = open(3);
    const sources = ['http://a.test/1', { url: 'http://a.test/2', uniqueKey: 'two' }, 'http://a.test/1'];
    const first = await queue.addRequestsBatched(sources);
    expect(first.addedRequests.map(({ wasAlreadyPresent }) => wasAlreadyPresent)).toEqual([false, false, true]);
    const second = await queue.addRequestsBatched(['http://a.test/3', 'http://a.test/4']);
    expect(second.requestsOverLimit.map(({ url }) => url)).toEqual(['http://a.test/4']);
    const third = await queue.addRequestsBatched(['http://a.test/5'], { maxNewRequests: 0 });
    expect(third.requestsOverLimit).toHaveLength(1);
    expect(queue.getTotalCount()).toBe(3);
    const keys = [];
    for await (const { uniqueKey } of queue) keys.push(uniqueKey);
    expect(keys).toEqual(['http://a.test/1', 'two', 'http://a.test/3']);
  });

  it('restores the attempt number of a page after a restart', async () => {
    await queue.add(pages('site.test', 1));
    await queue.reclaimRequest((await queue.fetchNextRequest())!);
    await queue.fetchNextRequest();
    await queue.close();
    queue = open();
    expect((await queue.fetchNextRequest())?.retryCount).toBe(1);
  });
});

describe("Crawlee's BasicCrawler on the queue of a job", () => {
  const temporary = folders();
  const size = 120;
  const hits = new Map<string, number>();
  const children: Child[] = [];
  let site: Server;
  let base: string;
  let onHit: () => void = () => undefined;

  beforeEach(async () => {
    site = createServer((request, response) => {
      const path = request.url ?? '/';
      hits.set(path, (hits.get(path) ?? 0) + 1);
      onHit();
      const n = Number(path.slice(1));
      const links = [2 * n + 1, 2 * n + 2].filter((each) => each < size).map((each) => `${base}/${each}`);
      response.writeHead(n === 13 ? 500 : 200, { 'content-type': 'application/json' });
      setTimeout(() => response.end(JSON.stringify(links)), 5);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.process.kill('SIGKILL');
    site.closeAllConnections();
    site.close();
    await temporary.removeAll();
  });

  it('resumes after a crash, and has each page exactly once', async () => {
    const dir = await temporary.make();
    const crawl = () => {
      const child = startChild('../pipeline/tasks/basic-crawler-child.mjs', dir, jobId, `${base}/0`);
      children.push(child);
      return child;
    };
    const first = crawl();
    const killed = new Promise<void>((resolve) => {
      onHit = () => {
        if (hits.size === 40) resolve(first.kill());
      };
    });
    await killed;
    onHit = () => undefined;
    const second = crawl();
    const [word, ms] = (await second.line())!.split(' ');
    expect(word).toBe('first');
    expect(Number(ms)).toBeLessThan(15_000);
    expect(await second.line()).toBe('end');

    const storage = await openStorage(dir, { log: rememberingLog() });
    const counts = await storage.frontier.counts(jobId);
    const { rows } = await storage.results.rows(jobId, { skip: 0, limit: 1000 });
    await storage.close();
    // Page 13 always fails. Its two child pages are linked only from this page, so they are never found.
    const missing = new Set<number>();
    const leaveOut = (n: number): void => {
      if (n >= size) return;
      missing.add(n);
      leaveOut(2 * n + 1);
      leaveOut(2 * n + 2);
    };
    leaveOut(13);
    expect(counts).toMatchObject({ done: size - missing.size, failed: 1, queued: 0, inFlight: 0 });
    expect(new Set(rows.map(({ url }) => url)).size).toBe(size - missing.size);
    const twice = [...hits].filter(([path, count]) => path !== '/13' && count > 1);
    expect(twice.length).toBeLessThanOrEqual(8);
  }, 90_000);
});
