import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from '../../core/common/job';
import { silentLog } from '../../core/common/log';
import type { Result } from '../../core/common/model';
import type { NewDelivery } from '../../core/ports/delivery/outbox';
import { addInParts, type FrontierTask, retryIn } from '../../core/ports/jobs/frontier';
import type { Storage } from '../../core/ports/storage';
import { memoryStorage, openStorage } from '../../core/storage/open-storage';
import { defaultRetention, Retention } from '../../core/storage/retention/retention';
import { noPostgres } from '../support/postgres';
import { resultPage } from '../support/result-page';
import { postgresDatabases } from './postgres-kind';
import { reclaimed } from './reclaimed';
import type { TestClock } from './support';
import { folders, hourMs, openByMessages, spec, testClock, text } from './support';

const temporary = folders();
let clock: TestClock;
let storage: Storage;
let reopen: () => Promise<void>;

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';

const onDisk = (openDir: (dir: string) => Promise<Storage>) => async () => {
  const dir = await temporary.make();
  reopen = async () => {
    await storage.close();
    storage = await openDir(dir);
  };
  return openDir(dir);
};

const databases = postgresDatabases();
const kinds = [
  { kind: 'disk', open: onDisk((dir) => openStorage(dir, { clock })) },
  { kind: 'messages', open: onDisk((dir) => openByMessages(dir, clock)) },
  {
    kind: 'memory',
    open: async () => {
      reopen = () => storage.frontier.close(jobId);
      return memoryStorage({ clock });
    },
  },
  {
    kind: 'PostgreSQL',
    without: noPostgres,
    open: async () => {
      const databaseUrl = await databases.make();
      return onDisk((dir) => openStorage(dir, { clock, databaseUrl }))();
    },
  },
];

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  kind: 'crawl',
  version: 'v2',
  state: 'queued',
  url: 'http://site.test/',
  spec: spec('http://site.test/'),
  options: { limit: 10, excludePaths: ['a.b$c'], '$weird.key': 1 },
  createdAt: '2026-11-20T12:00:00.000Z',
  zeroDataRetention: false,
  keyId: 'desktop',
  ...change,
});

const urls = (n: number, from = 0) =>
  Array.from({ length: n }, (_, each) => ({ url: `http://site.test/${from + each}`, depth: 1 }));

const resultOf = (task: FrontierTask, markdown = `# ${task.url}`): Result => ({
  taskId: task.id,
  jobId,
  url: task.url,
  page: resultPage(task.url, { title: `Title ${task.url}`, statusCode: task.url.endsWith('3') ? 404 : 200 }),
  document: { markdown, metadata: { title: `Title ${task.url}`, contentType: 'text/html; charset=utf-8' } },
  links: [`${task.url}/a`],
  credits: 2,
  finishedAt: new Date(clock.now()).toISOString(),
});

/** Claims a task and ends it with a result. */
const finish = async (markdown?: string) => {
  const [task] = await storage.frontier.claim(jobId, 1);
  await storage.frontier.complete(jobId, task!, { result: resultOf(task!, markdown) });
  return task!;
};

const delivery = (id: string, change: Partial<NewDelivery> = {}): NewDelivery => ({
  id,
  jobId,
  type: 'crawl.page',
  sink: 'http',
  config: { url: 'http://receiver.test/', 'headers.x': '$y' },
  body: Buffer.from(`body of ${id}`),
  ...change,
});

describe.each(kinds)('long work in $kind', ({ open, without }) => {
  beforeEach(async ({ skip }) => {
    skip(without !== undefined, without);
    clock = testClock();
    storage = await open();
  });
  afterEach(async () => {
    await storage?.close();
    await temporary.removeAll();
  });

  describe('jobs', () => {
    test('are added once, changed only from the right state, and counted', async () => {
      const { jobs } = storage;
      await jobs.add(job('a'));
      await expect(jobs.add(job('a'))).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await jobs.get('a')).toEqual(job('a'));
      expect(await jobs.get('b')).toBeUndefined();
      expect(await jobs.change('a', { state: 'active' }, ['queued'])).toEqual(job('a', { state: 'active' }));
      const ends = await Promise.all([
        jobs.change('a', { state: 'cancelled' }, ['queued', 'active']),
        jobs.change('a', { state: 'completed' }, ['queued', 'active']),
      ]);
      expect(ends.map((each) => each?.state)).toEqual(['cancelled', undefined]);
      expect(await jobs.count()).toEqual({ queued: 0, active: 0, paused: 0, completed: 0, failed: 0, cancelled: 1 });
    });

    test('are listed newest first by kind and state, page by page, with their progress', async () => {
      const { jobs } = storage;
      for (let n = 0; n < 6; n += 1) {
        const createdAt = `2026-11-20T12:00:0${n}.000Z`;
        await jobs.add(job(`job-${n}`, { createdAt, kind: n % 2 ? 'batch' : 'crawl' }));
      }
      await storage.frontier.add('job-5', urls(3));
      await storage.frontier.claim('job-5', 1);
      const progress = { queued: 2, inFlight: 1, done: 0, failed: 0, refused: 0, credits: 0 };
      await jobs.change('job-5', { state: 'active' });
      expect(await jobs.list({ limit: 1 })).toEqual([
        { job: job('job-5', { createdAt: '2026-11-20T12:00:05.000Z', kind: 'batch', state: 'active' }), progress },
      ]);
      const ids = async (filter: Parameters<typeof jobs.list>[0]) =>
        (await jobs.list(filter)).map((each) => each.job.id);
      expect(await ids({ limit: 2, before: 'job-4' })).toEqual(['job-3', 'job-2']);
      expect(await ids({ limit: 9, kinds: ['crawl'] })).toEqual(['job-4', 'job-2', 'job-0']);
      expect(await ids({ limit: 9, kinds: ['batch'], states: ['queued'] })).toEqual(['job-3', 'job-1']);
    });

    test('idempotency keys are claimed once in 24 hours', async () => {
      const { idempotency } = storage;
      expect(await idempotency.claim('key')).toBe(true);
      expect(await idempotency.claim('key')).toBe(false);
      clock.pass(24 * hourMs);
      expect(await idempotency.claim('key')).toBe(true);
    });
  });

  describe('the frontier', () => {
    test('stores results as JSON', async () => {
      const { frontier, results } = storage;
      await frontier.add(jobId, urls(1));
      const [task] = await frontier.claim(jobId, 1);
      if (!task) throw new Error('nothing was claimed');
      const { document, ...head } = resultOf(task);
      const odd = { ...document, find: () => 1, seen: { toJSON: () => 'twice' } };
      await frontier.complete(jobId, task, { result: { ...head, document: odd as unknown as Result['document'] } });
      expect((await results.at(jobId, 0))?.document).toEqual({ ...document, seen: 'twice' });
    });

    test('takes each key once, in order, and counts', async () => {
      const { frontier } = storage;
      const report = await frontier.add(jobId, [...urls(3), ...urls(2), { url: 'http://x.test/', key: 'k', depth: 0 }]);
      expect(report.added).toBe(4);
      expect(report.ids.map((id) => id !== undefined)).toEqual([true, true, true, false, false, true]);
      expect((await frontier.add(jobId, [{ url: 'http://other.test/', key: 'k', depth: 0 }])).added).toBe(0);
      const tasks = await frontier.claim(jobId, 2);
      expect(tasks.map(({ url }) => url)).toEqual(['http://site.test/0', 'http://site.test/1']);
      expect(tasks[0]).toEqual({
        ...urls(1)[0],
        id: report.ids[0],
        key: 'http://site.test/0',
        attempt: 1,
        interrupted: 0,
        fence: 1,
      });
      expect(tasks[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(await frontier.counts(jobId)).toMatchObject({ queued: 2, inFlight: 2, done: 0, failed: 0, refused: 0 });
      expect((await frontier.claim(jobId, 10)).length).toBe(2);
      expect(await frontier.claim(jobId, 10)).toEqual([]);
    });

    test('many concurrent adds of the same links add each link once', async () => {
      const { frontier } = storage;
      const reports = await Promise.all(Array.from({ length: 20 }, () => frontier.add(jobId, urls(50))));
      expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(50);
      expect((await frontier.counts(jobId)).queued).toBe(50);
    });

    test('stops at the limit, and a failed page frees its place', async () => {
      const { frontier } = storage;
      const first = await frontier.add(jobId, urls(5), 3);
      expect(first.added).toBe(3);
      expect(first.overLimit.map(({ url }) => url)).toEqual(['http://site.test/3', 'http://site.test/4']);
      const [task] = await frontier.claim(jobId, 1);
      const ended = { state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'slow' } as const;
      expect(await frontier.fail(jobId, task!, ended)).toBe(true);
      expect(await frontier.fail(jobId, task!, ended)).toBe(false);
      expect((await frontier.add(jobId, urls(5), 3)).added).toBe(1);
    });

    test('a result, its links and its event are stored atomically, and a second end is ignored', async () => {
      const { frontier, results } = storage;
      await frontier.add(jobId, urls(1));
      const [task] = await frontier.claim(jobId, 1);
      const refused = [{ url: 'http://evil.test/', reason: 'scope', code: 'FORBIDDEN_HOST', message: 'elsewhere' }];
      const completion = {
        result: resultOf(task!),
        discovered: urls(3),
        refused,
        deliveries: [delivery('event-1')],
      };
      const report = await frontier.complete(jobId, task!, completion);
      expect(report).toMatchObject({ index: 0, links: { added: 2 } });
      const again = await frontier.complete(jobId, task!, completion);
      expect(again.index).toBeUndefined();
      const unknown = await frontier.complete(jobId, { id: 'no-such-task', fence: 1 }, completion);
      expect(unknown.index).toBeUndefined();
      expect(await frontier.counts(jobId)).toEqual({
        queued: 2,
        inFlight: 0,
        done: 1,
        failed: 0,
        refused: 1,
        credits: 2,
      });
      expect(await results.count(jobId)).toBe(1);
      expect((await storage.outbox.due(9)).map(({ id }) => id)).toEqual(['event-1']);
    });

    test('pages of several jobs that end at once count once each, and no job exceeds its limit', async () => {
      const { frontier, results } = storage;
      const otherId = jobId.replace('0193', '0194');
      for (const id of [jobId, otherId]) await frontier.add(id, urls(4));
      const [own, others] = [await frontier.claim(jobId, 4), await frontier.claim(otherId, 4)];
      const late = { id: others[3]!.id, fence: others[3]!.fence - 1 };
      const discovered = (task: FrontierTask) =>
        ['shared', task.id].map((name) => ({ url: `http://site.test/${name}`, depth: 1 }));
      const end = (id: string, task: FrontierTask, claim = { id: task.id, fence: task.fence }) =>
        frontier.complete(id, claim, { result: resultOf(task), discovered: discovered(task), limit: 6 });
      const ends = await Promise.all([
        ...own.map((task) => end(jobId, task)),
        end(otherId, others[3]!, late),
        ...others.slice(0, 3).map((task) => end(otherId, task)),
      ]);
      expect(ends.map(({ index }) => index)).toEqual([0, 1, 2, 3, undefined, 0, 1, 2]);
      expect(ends.map(({ links }) => links.added)).toEqual([2, 0, 0, 0, 0, 2, 0, 0]);
      expect(await frontier.counts(jobId)).toMatchObject({ queued: 2, inFlight: 0, done: 4 });
      expect(await frontier.counts(otherId)).toMatchObject({ queued: 2, inFlight: 1, done: 3 });
      const { results: kept } = await results.page(jobId, { skip: 0, limit: 9 });
      expect(kept.map(({ taskId }) => taskId)).toEqual(own.map(({ id }) => id));
    });

    test('two ends of one task at once leave one result', async () => {
      const { frontier, results } = storage;
      await frontier.add(jobId, urls(1));
      const [task] = await frontier.claim(jobId, 1);
      const completion = { result: resultOf(task!) };
      const ends = await Promise.all([
        frontier.complete(jobId, task!, completion),
        frontier.complete(jobId, task!, completion),
        frontier.fail(jobId, task!, { state: 'failed', code: 'SCRAPE_TIMEOUT', message: '' }),
      ]);
      expect(ends.map((end) => (typeof end === 'boolean' ? end : end.index))).toEqual([0, undefined, false]);
      expect(await results.count(jobId)).toBe(1);
      expect(await frontier.counts(jobId)).toMatchObject({ done: 1, failed: 0, inFlight: 0 });
    });

    test('a task put back returns as its next attempt, at its time', async () => {
      const { frontier } = storage;
      await frontier.add(jobId, urls(2));
      const [first, second] = await frontier.claim(jobId, 2);
      await frontier.reclaim(jobId, first!, retryIn(5000, clock.now()));
      await frontier.reclaim(jobId, second!, retryIn(1000, clock.now()));
      expect(await frontier.claim(jobId, 2)).toEqual([]);
      expect((await frontier.outlook(jobId)).waitMs).toBe(1000);
      clock.pass(1000);
      expect(await frontier.claim(jobId, 2)).toEqual([reclaimed(second, { attempt: 2 })]);
      expect((await frontier.outlook(jobId)).waitMs).toBe(4000);
      clock.pass(4000);
      expect(await frontier.claim(jobId, 2)).toEqual([reclaimed(first, { attempt: 2 })]);
    });

    test('a task waits no longer after the clock was set back', async () => {
      const { frontier } = storage;
      await frontier.add(jobId, urls(1));
      const [task] = await frontier.claim(jobId, 1);
      const decided = retryIn(5000, clock.now() + 24 * 60 * 60_000);
      await frontier.reclaim(jobId, task!, decided);
      expect(await frontier.claim(jobId, 1)).toEqual([reclaimed(task, { attempt: 2 })]);
    });

    test('failed and refused URLs are listed with their reasons, and failed ones can be retried', async () => {
      const { frontier } = storage;
      await frontier.add(jobId, urls(3));
      const [a, b] = await frontier.claim(jobId, 2);
      await frontier.fail(jobId, a!, { state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'slow' });
      const robots = { code: 'NOT_FOUND', message: 'robots.txt', reason: 'robots' };
      await frontier.fail(jobId, b!, { state: 'refused', ...robots });
      await frontier.refuse(jobId, [
        { url: 'http://a.test/', reason: 'scope', code: 'FORBIDDEN_HOST' },
        { url: 'http://a.test/', reason: 'scope', code: 'FORBIDDEN_HOST' },
        { url: 'http://site.test/0', reason: 'scope', code: 'FORBIDDEN_HOST' },
      ]);
      await frontier.refuse(jobId, [{ url: 'http://a.test/', reason: 'scope', code: 'FORBIDDEN_HOST' }]);
      const at = new Date(clock.now()).toISOString();
      const all = await frontier.problems(jobId, { skip: 0, limit: 10 });
      expect(all).toEqual({
        total: 3,
        problems: [
          { taskId: a!.id, url: a!.url, state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'slow', hidden: false, at },
          { taskId: b!.id, url: b!.url, state: 'refused', ...robots, hidden: false, at },
          {
            url: 'http://a.test/',
            state: 'refused',
            code: 'FORBIDDEN_HOST',
            message: '',
            reason: 'scope',
            hidden: false,
            at,
          },
        ],
      });
      expect(await frontier.problems(jobId, { state: 'refused', skip: 1, limit: 1 })).toMatchObject({
        total: 2,
        problems: [{ url: 'http://a.test/' }],
      });
      await reopen();
      expect(await storage.frontier.problems(jobId, { skip: 0, limit: 10 })).toEqual(all);
      expect(await storage.frontier.retryFailed(jobId)).toBe(1);
      expect(await storage.frontier.problems(jobId, { skip: 0, limit: 10 })).toMatchObject({ total: 2 });
      const tasks = await storage.frontier.claim(jobId, 5);
      expect(tasks.map(({ url, attempt }) => [url, attempt])).toEqual([
        ['http://site.test/2', 1],
        ['http://site.test/0', 1],
      ]);
    });

    test('keys of a redirect target belong to the first task that reaches it', async () => {
      const { frontier } = storage;
      await frontier.add(jobId, urls(2));
      const [a, b] = await frontier.claim(jobId, 2);
      expect(await frontier.alias(jobId, a!, ['target'])).toBe(true);
      expect(await frontier.alias(jobId, a!, ['target'])).toBe(true);
      expect(await frontier.alias(jobId, b!, ['target'])).toBe(false);
      await reopen();
      expect((await storage.frontier.add(jobId, [{ url: 'target', depth: 0 }])).added).toBe(0);
      expect(await storage.frontier.alias(jobId, b!, ['target'])).toBe(false);
    });

    test('reopening finds everything, with tasks in flight first', async ({ task: { fullName } }) => {
      // An orderly close does not count as an interruption. In-memory storage can only be closed in this way.
      const interruptions = fullName.includes('memory') ? 0 : 1;
      await storage.frontier.add(jobId, [
        ...urls(5),
        { url: 'http://site.test/data', depth: 2, data: { spec: { a: 1 } } },
      ]);
      const done = await finish();
      const [flying] = await storage.frontier.claim(jobId, 1);
      await storage.slots.reserve({ jobId, pages: [{ host: 'site.test', claim: flying! }] });
      const [later] = await storage.frontier.claim(jobId, 1);
      await storage.frontier.reclaim(jobId, later!, retryIn(1000, clock.now()));
      const before = await storage.frontier.counts(jobId);
      await reopen();
      const { frontier } = storage;
      expect(await frontier.counts(jobId)).toEqual({ ...before, queued: 5, inFlight: 0 });
      // An interrupted task runs alone.
      const alone = await frontier.claim(jobId, interruptions);
      if (alone[0]) await frontier.reclaim(jobId, alone[0], retryIn(1, 0));
      const rest = await frontier.claim(jobId, 9);
      const tasks = [...alone, ...rest.filter(({ id }) => id !== alone[0]?.id)];
      expect(tasks.map(({ url, interrupted, attempt }) => [url.slice(17), interrupted, attempt])).toEqual([
        ['1', interruptions, 1],
        ['3', 0, 1],
        ['4', 0, 1],
        ['data', 0, 1],
      ]);
      expect(tasks.at(-1)?.data).toEqual({ spec: { a: 1 } });
      expect(tasks[0]?.id).toBe(flying?.id);
      expect((await frontier.add(jobId, urls(5))).added).toBe(0);
      expect(await storage.results.byUrl(jobId, done.url)).toEqual(resultOf(done));
    });

    test('the many first URLs of a job do not block other work, and keep their order and limit', async () => {
      const { frontier } = storage;
      const adding = addInParts(frontier, jobId, urls(1700), 1600);
      const seen = new Set<number>();
      while (!seen.has(1600)) {
        seen.add((await frontier.counts(jobId)).queued);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await adding;
      expect([...seen].some((queued) => queued > 0 && queued < 1600)).toBe(true);
      expect(await frontier.urls(jobId)).toEqual(urls(1600).map(({ url }) => url));
      expect((await frontier.counts(jobId)).queued).toBe(1600);
    });

    test('an unknown job leaves no trace when queried', async () => {
      expect((await storage.frontier.counts(jobId)).queued).toBe(0);
      expect(await storage.results.page(jobId, { skip: 0 })).toEqual({ results: [], total: 0 });
      await storage.frontier.close(jobId);
    });
  });

  describe('results', () => {
    test('are returned in completion order, page by page', async () => {
      await storage.frontier.add(jobId, urls(7));
      const tasks = await storage.frontier.claim(jobId, 7);
      for (const task of [...tasks].reverse()) {
        await storage.frontier.complete(jobId, task, { result: resultOf(task) });
      }
      const { results } = storage;
      const first = await results.page(jobId, { skip: 0, limit: 3 });
      expect(first).toEqual({ results: [6, 5, 4].map((n) => resultOf(tasks[n]!)), total: 7, next: 3 });
      const last = await results.page(jobId, { skip: 3, limit: 100 });
      expect(last.results).toHaveLength(4);
      expect(last.next).toBeUndefined();
      expect(await results.page(jobId, { skip: 7 })).toEqual({ results: [], total: 7 });
      expect(await results.at(jobId, 6)).toEqual(resultOf(tasks[0]!));
      expect(await results.at(jobId, 7)).toBeUndefined();
      expect(await results.byUrl(jobId, 'http://site.test/2')).toEqual(resultOf(tasks[2]!));
      expect(await results.byUrl(jobId, 'http://site.test/none')).toBeUndefined();
    });

    test('fill a page up to its byte limit, but at least one result', async () => {
      await storage.frontier.add(jobId, urls(4));
      for (let n = 0; n < 4; n += 1) await finish('ä'.repeat(1000));
      const { results } = storage;
      const one = (await results.pageJson(jobId, { skip: 0, limit: 1 })).results[0]!.length;
      expect(one).toBeGreaterThan(2000);
      expect(await results.pageJson(jobId, { skip: 0, maxBytes: one * 2 })).toMatchObject({ next: 2, total: 4 });
      expect(await results.pageJson(jobId, { skip: 0, maxBytes: one * 2 - 1 })).toMatchObject({ next: 1 });
      expect((await results.pageJson(jobId, { skip: 1, maxBytes: 1 })).results).toHaveLength(1);
      expect((await results.pageJson(jobId, { skip: 0 })).results).toHaveLength(4);
    });

    test('are read back complete, beyond ten megabytes', async () => {
      const count = 30;
      await storage.frontier.add(jobId, urls(count));
      for (let n = 0; n < count; n += 1) await finish(`${n} `.repeat(250_000));
      const seen: string[] = [];
      let skip: number | undefined = 0;
      let pages = 0;
      while (skip !== undefined) {
        const page: Awaited<ReturnType<typeof storage.results.page>> = await storage.results.page(jobId, {
          skip,
          maxBytes: 10 * 1024 * 1024,
        });
        seen.push(...page.results.map(({ url }) => url));
        skip = page.next;
        pages += 1;
      }
      expect(seen).toEqual(urls(count).map(({ url }) => url));
      expect(pages).toBeGreaterThan(1);
    });

    test('are listed as rows, filtered by URL and status', async () => {
      await storage.frontier.add(jobId, urls(25));
      const tasks: FrontierTask[] = [];
      for (let n = 0; n < 25; n += 1) tasks.push(await finish());
      const { results } = storage;
      const all = await results.rows(jobId, { skip: 20, limit: 10 });
      expect(all.total).toBe(25);
      expect(all.rows[0]).toEqual({
        index: 20,
        taskId: tasks[20]!.id,
        url: 'http://site.test/20',
        title: 'Title http://site.test/20',
        statusCode: 200,
        mediaType: 'text/html',
        credits: 2,
        bytes: Buffer.byteLength(JSON.stringify(resultOf(tasks[20]!).document)),
        finishedAt: resultOf(tasks[20]!).finishedAt,
      });
      expect(await results.rows(jobId, { status: 404, skip: 0, limit: 9 })).toMatchObject({
        total: 3,
        rows: [{ index: 3 }, { index: 13 }, { index: 23 }],
      });
      const found = await results.rows(jobId, { url: 'http://site.test/12', skip: 0, limit: 2 });
      expect(found).toMatchObject({ total: 1, rows: [{ index: 12 }] });
      expect((await results.rows(jobId, { status: 4, url: 'http://site.test/23', skip: 0, limit: 9 })).total).toBe(1);
    });
  });

  describe('the outbox', () => {
    test('returns due deliveries, records attempts, and repeats the same bytes', async () => {
      const { outbox } = storage;
      expect(await outbox.nextDueIn()).toBeUndefined();
      expect(await outbox.add(delivery('one'))).toBe(true);
      expect(await outbox.add(delivery('one', { body: Buffer.from('other') }))).toBe(false);
      clock.pass(10);
      await outbox.add(delivery('two'));
      expect((await outbox.due(10)).map(({ id }) => id)).toEqual(['one', 'two']);
      expect((await outbox.due(1)).map(({ id }) => id)).toEqual(['one']);
      const at = new Date(clock.now()).toISOString();
      const attempt = { at, durationMs: 5, statusCode: 503 };
      await outbox.update('one', { state: 'pending', waitMs: 60_000, attempt });
      await outbox.update('two', { state: 'delivered', attempt: { at, durationMs: 1, statusCode: 200 } });
      expect(await outbox.due(10)).toEqual([]);
      expect(await outbox.nextDueIn()).toBe(60_000);
      await reopen();
      clock.pass(60_000);
      expect(await storage.outbox.due(10)).toMatchObject([
        { id: 'one', tries: [attempt], config: delivery('one').config },
      ]);
      expect(text(await storage.outbox.body('one'))).toBe('body of one');
      expect(await storage.outbox.update('none', { state: 'failed' })).toBeUndefined();
    });

    test('lists the deliveries of a job, replays one, and forgets a job', async () => {
      const { outbox } = storage;
      for (const id of ['c', 'a', 'b']) await outbox.add(delivery(id));
      await outbox.add(delivery('other', { jobId: 'other' }));
      await outbox.update('a', { state: 'failed' });
      const list = await outbox.list(jobId, { skip: 1, limit: 5 });
      expect(list).toMatchObject({ total: 3, deliveries: [{ id: 'a', state: 'failed' }, { id: 'b' }] });
      expect(await outbox.replay('a')).toMatchObject({ id: 'a', state: 'pending' });
      expect((await outbox.due(10)).map(({ id }) => id)).toContain('a');
      await outbox.removeJob(jobId);
      expect(await outbox.list(jobId, { skip: 0, limit: 5 })).toEqual({ deliveries: [], total: 0 });
      expect(await outbox.body('a')).toBeUndefined();
      expect((await outbox.due(10)).map(({ id }) => id)).toEqual(['other']);
    });
  });

  test('a job is deleted 24 hours after its end, with everything it stored', async () => {
    await storage.jobs.add(job(jobId));
    await storage.frontier.add(jobId, urls(1));
    await finish();
    await storage.outbox.add(delivery('one'));
    const fileId = await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' }, { jobId });
    const runningMs = () => clock.now();
    const retention = new Retention(storage, { clock, log: silentLog }, () => defaultRetention, runningMs);
    clock.pass(48 * hourMs);
    expect((await retention.sweep()).jobs).toBe(0);
    await storage.jobs.change(jobId, { state: 'completed', finishedAt: new Date(clock.now()).toISOString() });
    clock.pass(24 * hourMs);
    expect((await retention.sweep()).jobs).toBe(0);
    clock.pass(1);
    expect((await retention.sweep()).jobs).toBe(1);
    expect(await storage.jobs.get(jobId)).toBeUndefined();
    expect(await storage.results.count(jobId)).toBe(0);
    expect(await storage.outbox.get('one')).toBeUndefined();
    expect(await storage.files.get(fileId)).toBeUndefined();
  });

  test('a kept job stays with its files until released', async () => {
    await storage.jobs.add(job(jobId));
    const fileId = await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' }, { jobId });
    const runningMs = () => clock.now();
    const retention = new Retention(storage, { clock, log: silentLog }, () => defaultRetention, runningMs);
    const finishedAt = new Date(clock.now()).toISOString();
    await storage.jobs.change(jobId, { state: 'completed', finishedAt, keptBy: 'person' });
    clock.pass(20 * hourMs);
    await retention.sweep();
    clock.pass(20 * hourMs);
    expect(await retention.sweep()).toMatchObject({ jobs: 0, files: 0 });
    expect((await storage.jobs.list({ limit: 5 })).map(({ job: { id } }) => id)).toEqual([jobId]);
    expect(await storage.files.get(fileId)).toBeDefined();
    await storage.jobs.change(jobId, { keptBy: undefined });
    expect(await storage.jobs.get(jobId)).toBeUndefined();
    expect(await storage.files.get(fileId)).toBeUndefined();
    expect(await retention.sweep()).toMatchObject({ jobs: 1 });
  });
});
