import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../core/common/errors';
import { silentLog } from '../../core/common/log';
import { leaseMs } from '../../core/ports/jobs/frontier';
import type { Storage } from '../../core/ports/storage';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { preparedInsert, together } from '../../core/storage/database/prepared';
import { openStorage } from '../../core/storage/open-storage';
import { SqlNodes } from '../../core/storage/sql-stores/fleet/sql-nodes';
import { SqlFrontier } from '../../core/storage/sql-stores/tasks/sql-frontier';
import { lockQueue } from '../../core/storage/sql-stores/tasks/sql-queue';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';
import { folders, hourMs, page, record, result, testClock } from './support';

const temporary = folders();
let server: PostgresServer;
let clock: ReturnType<typeof testClock>;
const opened: Storage[] = [];
const open = async (databaseUrl: string, dir?: string) => {
  const storage = await openStorage(dir ?? (await temporary.make()), { clock, databaseUrl });
  opened.push(storage);
  return storage;
};
/** Counts the `task` rows that `work` reads and deletes in newly opened storage. Closes all other storage first. */
async function tasksTouched(url: string, work: (storage: Storage) => Promise<void>) {
  const close = async () => {
    for (const storage of opened.splice(0)) await storage.close();
  };
  await close();
  const query = (text: string) => server.query(text, nameIn(url));
  await query("select pg_stat_reset_single_table_counters('task'::regclass)");
  await work(await open(url));
  await close();
  const [row] = await query(
    "select seq_tup_read + idx_tup_fetch as read, n_tup_del as removed from pg_stat_user_tables where relname = 'task'",
  );
  return { read: Number(row?.read), removed: Number(row?.removed) };
}

/** Creates a gate that callers await until the test opens it. */
const newGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const facts = {
  role: 'worker',
  host: hostname(),
  version: '1',
  startedAt: new Date().toISOString(),
  pages: 0,
} as const;
const urls = (n: number) => Array.from({ length: n }, (_, each) => ({ url: `http://site.test/${each}`, depth: 0 }));

describe.skipIf(noPostgres)('a database of PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());
  beforeEach(() => {
    clock = testClock();
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
    await temporary.removeAll();
  });

  test('gets its schema once when two engines start at the same moment', async () => {
    const url = await server.database();
    const [one, other] = await Promise.all([open(url), open(url)]);
    await one.scrapes.put(record('one'), result('one'));
    expect(await other.scrapes.result('one')).toEqual(result('one'));
  });

  test.each([
    { end: 'that has ended', pid: () => spawnSync('true').pid, counts: { queued: 3, inFlight: 0 } },
    { end: 'that has lost the server for a moment', pid: () => process.ppid, counts: { queued: 1, inFlight: 2 } },
  ])('keeps the tasks of a $end for a starting engine: $counts.queued wait', async ({ pid, counts }) => {
    const url = await server.database();
    const one = await PostgresDatabase.open(url);
    const [frontier, nodes] = [
      new SqlFrontier(one, { log: silentLog, clock }),
      new SqlNodes(one, { log: silentLog, clock }),
    ];
    await nodes.heartbeat({ ...facts, pid: pid(), reads: [] });
    await frontier.add(jobId, urls(3));
    expect(await frontier.claim(jobId, 2)).toHaveLength(2);
    const other = await open(url);
    expect(await other.frontier.counts(jobId)).toMatchObject({ queued: 1, inFlight: 2 });
    // Closes the storage without releasing its claims, as if its process had been killed or could not reach the server.
    await one.close();
    const third = await open(url);
    expect(await third.frontier.counts(jobId)).toMatchObject(counts);
    // A missing process has a third of a lease to return before its tasks are released.
    await third.reap();
    clock.pass(leaseMs / 3);
    await third.reap();
    expect(await third.frontier.counts(jobId)).toMatchObject({ queued: 3, inFlight: 0 });
  });

  test('releases the locks of a process stopped in the middle of a write', async () => {
    const url = await server.database();
    const [stopped, other] = [await PostgresDatabase.open(url, 300), await PostgresDatabase.open(url, 300)];
    const context = { log: silentLog, clock };
    try {
      await new SqlFrontier(other, context).add(jobId, urls(1));
      let wake = () => undefined as void;
      const held = new Promise<void>((resolve) => {
        wake = resolve;
      });
      let locked = () => undefined as void;
      const hasLocked = new Promise<void>((resolve) => {
        locked = resolve;
      });
      const writing = stopped
        .write(async (db) => {
          await lockQueue(db, jobId);
          locked();
          await held;
          await lockQueue(db, jobId);
        })
        .catch((thrown: unknown) => thrown);
      await hasLocked;
      expect(await new SqlFrontier(other, context).claim(jobId, 1)).toHaveLength(1);
      wake();
      expect(await writing).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      expect(await new SqlFrontier(stopped, context).counts(jobId)).toMatchObject({ inFlight: 1 });
    } finally {
      await Promise.all([stopped.close(), other.close()]);
    }
  });

  test('gives every task to one of two engines that claim at once, and counts all', async () => {
    const url = await server.database();
    const engines = [await open(url), await open(url)];
    await engines[0]!.frontier.add(jobId, urls(60));
    const work = async ({ frontier }: Storage) => {
      const done: string[] = [];
      for (let tasks = await frontier.claim(jobId, 3); tasks.length > 0; tasks = await frontier.claim(jobId, 3))
        for (const task of tasks) {
          await frontier.complete(jobId, task, { result: result(task.id) });
          done.push(task.url);
        }
      return done;
    };
    const done = (await Promise.all(engines.map(work))).flat();
    expect([done.length, new Set(done).size]).toEqual([60, 60]);
    expect(await engines[1]!.frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 0, done: 60 });
    expect(await engines[1]!.results.count(jobId)).toBe(60);
  });

  test('rolls back a transaction after an unawaited failure, and keeps those beside it', async () => {
    const url = await server.database();
    const database = await PostgresDatabase.open(url);
    const insert = preparedInsert('meta', ['name', 'value']);
    const write = (...names: readonly string[]) =>
      database.write((db) =>
        together(
          db,
          names.flatMap((name) => insert.with({ name, value: 1 })),
        ),
      );
    try {
      const ends = await Promise.allSettled([write('n1', 'n2'), write('n3', 'page_words'), write('n4')]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(ends[1]).toMatchObject({ reason: { code: 'STORAGE_ERROR' } });
      const rows = await database.read((db) =>
        db.selectFrom('meta').select('name').where('name', 'like', 'n%').orderBy('name').execute(),
      );
      expect(rows.map(({ name }) => name)).toEqual(['n1', 'n2', 'n4']);
    } finally {
      await database.close();
    }
  });

  test('reads only what it claims and adds, not all URLs of a job without statistics', async () => {
    const url = await server.database();
    const { frontier } = await open(url);
    await frontier.add('counted', urls(300));
    await server.query('analyze', nameIn(url));
    await frontier.add(jobId, urls(3000));
    const { read } = await tasksTouched(url, async (again) => {
      for (let claims = 0; claims < 3; claims += 1) expect(await again.frontier.claim(jobId, 16)).toHaveLength(16);
      expect(await again.frontier.add(jobId, urls(3000).slice(-9))).toMatchObject({ added: 0 });
    });
    // One full scan is acceptable for a table this small. Earlier versions needed four.
    expect(read).toBeLessThan(2 * 3300);
  });

  test('deletes a job without statistics without scanning all rows for each part', async () => {
    const url = await server.database();
    const { frontier } = await open(url);
    await frontier.add(jobId, urls(3000));
    const { read, removed } = await tasksTouched(url, ({ results }) => results.removeJob(jobId));
    expect(removed).toBe(3000);
    expect(read).toBeLessThan(3 * 3000);
  });

  test('analyzes tables that have grown, for current query plans', async () => {
    const url = await server.database();
    const { frontier } = await open(url);
    await frontier.add(jobId, urls(600));
    const query = (text: string) => server.query(text, nameIn(url));
    const analyzed = async () => (await query("select reltuples from pg_class where relname = 'task'"))[0]?.reltuples;
    await expect
      .poll(
        async () => {
          await frontier.add(jobId, urls(1));
          return analyzed();
        },
        { timeout: 20_000, interval: 50 },
      )
      .toBe(600);
    // No statistics are collected for the column `queue`, so that rows are looked up by their complete keys.
    expect(await query("select 1 from pg_stats where tablename = 'task' and attname = 'url'")).toHaveLength(1);
    expect(await query("select 1 from pg_stats where tablename = 'task' and attname = 'queue'")).toEqual([]);
  });

  test('keeps the last statement of a transaction with its commit, or nothing', async () => {
    const database = await PostgresDatabase.open(await server.database());
    const insert = preparedInsert('meta', ['name', 'value']);
    const put = (...names: readonly string[]) =>
      database.write(async (db) => {
        for (const name of names.slice(0, -1)) await insert(db, { name, value: 1 });
        return insert.last(db, { name: names.at(-1) ?? '', value: 1 });
      });
    expect(await put('note 1')).toEqual([]);
    await expect(put('note 2', 'note 1')).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    await put('note 3', 'note 4');
    const rows = await database.read((db) =>
      db.selectFrom('meta').select('name').where('name', 'like', 'note%').orderBy('name').execute(),
    );
    expect(rows.map(({ name }) => name)).toEqual(['note 1', 'note 3', 'note 4']);
    await database.close();
  });

  test('accepts texts with the character it cannot store', async () => {
    const { frontier } = await open(await server.database());
    await frontier.add(jobId, urls(1));
    const [task] = await frontier.claim(jobId, 1);
    await frontier.fail(jobId, task!, { state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'a\0b' });
    const { problems } = await frontier.problems(jobId, { skip: 0, limit: 9 });
    expect(problems[0]?.message).toBe('a\ufffdb');
  });

  test('finds cached pages by their words, those with all of them first', async () => {
    const { pages, texts } = await open(await server.database());
    const put = async (path: string, title: string, text: string) => {
      clock.pass(1);
      const url = path.startsWith('http') ? path : `http://site.test/${path}`;
      await pages.put(path, page(clock.now(), { url, text: { title, description: '', text } }));
    };
    const find = async (query: string, sites: readonly string[] = []) =>
      (await texts.search({ words: query.split(' '), sites }, 10)).map(({ url }) =>
        url.replace('http://site.test/', ''),
      );
    await put('one-word', 'Copper', 'pans');
    await put('text', 'About', "We repair every copper kettle: it's 'quoted' & (odd) | \\ :* 1984");
    await put('title', 'Copper kettle', 'In stock');
    await put('de', 'Größenwahn', 'im CAFÉ, Vásárhely');
    await put('ja', '', '東京都の天気は晴れ、最高気温は二十度です。');
    await put('http://other.test/copper', 'Elsewhere', 'copper');
    expect(await find('copper kettle')).toEqual(['title', 'text', 'one-word', 'http://other.test/copper']);
    expect(await find('copper', ['other.test'])).toEqual(['http://other.test/copper']);
    for (const word of ['größenwahn', 'cafe', 'größ', 'vasarhely'])
      expect([word, await find(word)]).toEqual([word, ['de']]);
    for (const word of ['天気', '気温', '都']) expect([word, await find(word)]).toEqual([word, ['ja']]);
    for (const word of ['quoted', '1984', 'kett']) expect(await find(word)).toContain('text');
    for (const word of ['気東', 'ca', 'zeppelin', "'", '&']) expect([word, await find(word)]).toEqual([word, []]);
    await pages.trim({ maxAgeMs: 48 * hourMs, maxEntries: 1, maxBytes: 1e9 });
    expect(await find('kettle')).toEqual([]);
  });

  test('writes batched page ends before a job is released', async () => {
    const { frontier } = await open(await server.database());
    await frontier.add(jobId, urls(61));
    const tasks = await frontier.claim(jobId, 61);
    const ends = tasks.map((task) => frontier.complete(jobId, task, { result: result(task.url) }, true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await frontier.close(jobId);
    expect((await Promise.all(ends)).filter(({ index }) => index === undefined)).toEqual([]);
    expect(await frontier.counts(jobId)).toMatchObject({ done: 61, queued: 0, inFlight: 0 });
  });

  test('writes batched page ends with the last page in progress', async () => {
    const { frontier } = await open(await server.database());
    await frontier.add(jobId, urls(62));
    const [last, ...tasks] = await frontier.claim(jobId, 62);
    // Many pages end within a short time, so their writes wait to be batched.
    const ends = tasks.map((task) => frontier.complete(jobId, task, { result: result(task.url) }, true));
    await frontier.complete(jobId, last!, { result: result(last!.url) });
    expect(await frontier.counts(jobId)).toMatchObject({ done: 62, inFlight: 0 });
    await Promise.all(ends);
  });

  test('indexes pages with their texts, and finds a page stored by an earlier version after later ones', async () => {
    const url = await server.database();
    const { pages, texts } = await open(url);
    const put = (path: string, text: string) =>
      pages.put(
        path,
        page(clock.now(), { url: `http://site.test/${path}`, text: { title: path, description: '', text } }),
      );
    const find = async (query: string) =>
      (await texts.search({ words: [query], sites: [] }, 100)).map(({ title }) => title);
    const earlier = await PostgresDatabase.open(url);
    const gate = newGate();
    const begun = newGate();
    const late = earlier.write(async (db) => {
      const row = { key: 'late', status: 200, at: clock.now(), head: '{}', bytes: 0 };
      const { id } = await db.insertInto('cached_page').values(row).returning('id').executeTakeFirstOrThrow();
      const text = { page: id, url: 'http://site.test/late', title: 'late', description: '', text: 'zeppelin' };
      await db.insertInto('cached_text').values(text).execute();
      begun.open();
      await gate.opened;
    });
    await begun.opened;
    await Promise.all(Array.from({ length: 70 }, (_, n) => put(`page ${n}`, `lantern ${n}`)));
    const [counted] = await server.query('select count(*) as n from page_words', nameIn(url));
    expect(Number(counted?.n)).toBe(70);
    expect([(await find('lantern')).length, await find('zeppelin')]).toEqual([70, []]);
    gate.open();
    await late;
    expect(await find('zeppelin')).toEqual(['late']);
    await earlier.close();
  });

  test('stores a page again whose copy another engine deletes at the same moment', async () => {
    const url = await server.database();
    const { pages } = await open(url);
    await pages.put('key', page(clock.now()));
    const other = await PostgresDatabase.open(url);
    const gate = newGate();
    const begun = newGate();
    const removal = other.write(async (db) => {
      await db.deleteFrom('cached_page').execute();
      begun.open();
      await gate.opened;
      await db.deleteFrom('cached_part').execute();
    });
    await begun.opened;
    clock.pass(1);
    const putting = pages.put('key', page(clock.now()));
    const waiting = () => server.query("select from pg_stat_activity where wait_event_type = 'Lock'", nameIn(url));
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
    gate.open();
    await Promise.all([removal, putting]);
    expect(await pages.find('key', hourMs)).toMatchObject({ cachedAt: new Date(clock.now()).toISOString() });
    await other.close();
  });

  test('accepts a page with more words than a position list can hold', async () => {
    const { pages, texts } = await open(await server.database());
    const text = { title: 'Long', description: '', text: `${'kettle '.repeat(20_000)} teapot ${'teapot '.repeat(9)}` };
    await pages.put('long', page(clock.now(), { url: 'http://site.test/long', text }));
    for (const word of ['kettle', 'teapot', 'long'])
      expect((await texts.search({ words: [word], sites: [] }, 9)).map(({ title }) => title)).toEqual(['Long']);
  });

  test('keeps each write that shares a transaction with a failing one', async () => {
    const database = await PostgresDatabase.open(await server.database());
    const add = (name: string, value: number) =>
      database.write((db) => db.insertInto('meta').values({ name, value }).execute());
    const failing = database.write(async (db) => {
      await db.insertInto('meta').values({ name: 'undone', value: 1 }).execute();
      throw new AppError('CONFLICT');
    });
    const ends = await Promise.allSettled([add('one', 1), failing, add('two', 2), add('one', 3)]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(ends[1]).toMatchObject({ reason: { code: 'CONFLICT' } });
    const rows = await database.read((db) =>
      db.selectFrom('meta').selectAll().where('name', 'in', ['one', 'two', 'undone']).orderBy('name').execute(),
    );
    expect(rows).toEqual([
      { name: 'one', value: 1 },
      { name: 'two', value: 2 },
    ]);
    await database.close();
  });

  test('recovers after the server was unreachable, and reports it in between', async () => {
    const url = await server.database();
    const storage = await open(url);
    await storage.scrapes.put(record('one'), result('one'));
    await server.stop();
    for (const call of [storage.scrapes.record('one'), storage.scrapes.put(record('two'), result('two'))])
      await expect(call).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', status: 503, retry: 'later' });
    await server.start();
    expect(await storage.scrapes.record('one')).toEqual(record('one'));
    await storage.scrapes.put(record('two'), result('two'));
    expect(await storage.scrapes.result('two')).toEqual(result('two'));
  });

  test('reports that the database of the data folder is not used', async () => {
    const dir = await temporary.make();
    await (await openStorage(dir, { clock })).close();
    const { warnings } = await open(await server.database(), dir);
    expect(warnings.join()).toContain(
      'gleaner.db is not used, because GLEANER_DATABASE_URL points to another database',
    );
  });

  test('refers to the PostgreSQL tools for backup', async () => {
    const storage = await open(await server.database());
    await expect(storage.copyTo('/nowhere')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('pg_dump') as string,
    });
    await storage.shrink();
  });
});
