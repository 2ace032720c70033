import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Claim, FrontierTask } from '../../core/ports/jobs/frontier';
import type { Storage } from '../../core/ports/storage';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { preparedInsert, together } from '../../core/storage/database/prepared';
import { openStorage } from '../../core/storage/open-storage';
import { lockQueue, newTasks, saveQueue } from '../../core/storage/sql-stores/tasks/sql-queue';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';
import { folders, result } from './support';

const temporary = folders();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const urls = (n: number, from = 0) =>
  Array.from({ length: n }, (_, each) => ({ url: `http://site.test/${from + each}`, depth: 0 }));

describe.skipIf(noPostgres !== undefined)('claims in PostgreSQL', () => {
  let server: PostgresServer;
  const opened: Storage[] = [];
  const open = async (databaseUrl: string) => {
    const storage = await openStorage(await temporary.make(), { databaseUrl });
    opened.push(storage);
    return storage;
  };
  /** Returns the number of connections that wait for a lock. */
  const waiting = async (url: string) =>
    (await server.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'", nameIn(url))).length;

  beforeAll(async () => {
    // With this delay, an asynchronous commit reaches the disk only together with a later synchronous one.
    server = await startPostgres('-c wal_writer_delay=10000ms');
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
    await temporary.removeAll();
  });
  afterAll(() => server?.remove());

  test('lost in a server crash are repeated with other fences, and the old ones get no slot and no result', async () => {
    const { frontier, slots } = await open(await server.database());
    await frontier.add(jobId, urls(1));
    // A job's first claim consists of several statements and is written to disk, because it also searches for expired
    // claims.
    const [first] = await frontier.claim(jobId, 1);
    await frontier.reclaim(jobId, first!);
    const [lost] = await frontier.claim(jobId, 1);
    expect(await frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 1 });
    await server.stop();
    await server.start();
    await expect.poll(() => frontier.counts(jobId).catch(() => undefined)).toMatchObject({ queued: 1, inFlight: 0 });
    const reserve = (claim: Claim) => slots.reserve({ jobId, pages: [{ host: 'site.test', claim }] });
    expect(await reserve(lost!)).toMatchObject({ taken: [], lost: [0] });
    const [task] = await frontier.claim(jobId, 1);
    expect(task).toEqual({ ...first, attempt: task!.attempt, fence: task!.fence });
    expect(task!.fence).not.toBe(lost!.fence);
    expect(await reserve(lost!)).toMatchObject({ taken: [], lost: [0] });
    expect((await reserve(task!)).taken).toHaveLength(1);
    await frontier.complete(jobId, lost!, { result: result(jobId) });
    expect(await frontier.counts(jobId)).toMatchObject({ inFlight: 1, done: 0 });
    await frontier.complete(jobId, task!, { result: result(jobId) });
    expect(await frontier.counts(jobId)).toMatchObject({ inFlight: 0, done: 1 });
  });

  test('are durable once started', async () => {
    const { frontier, slots } = await open(await server.database());
    await frontier.add(jobId, urls(2));
    const [first] = await frontier.claim(jobId, 1);
    const [second] = await frontier.claim(jobId, 1);
    expect([first?.url, second?.url]).toEqual(['http://site.test/0', 'http://site.test/1']);
    await slots.reserve({ jobId, pages: [{ host: 'site.test', claim: second! }] });
    await server.stop();
    await server.start();
    await expect.poll(() => frontier.counts(jobId).catch(() => undefined)).toMatchObject({ queued: 0, inFlight: 2 });
    await frontier.complete(jobId, second!, { result: result(jobId) });
    expect(await frontier.counts(jobId)).toMatchObject({ inFlight: 1, done: 1 });
  });

  test("wait for another process's update of the counters, and see its changes", async () => {
    const url = await server.database();
    const [one, other] = [await open(url), await PostgresDatabase.open(url)];
    await one.frontier.add(jobId, urls(4));
    expect(await one.frontier.claim(jobId, 1)).toHaveLength(1);
    /**
     * Claims tasks while another process blocks the claim. That process first claims the tasks at `places` and adds two
     * URLs.
     */
    const claimBehind = async (places: readonly number[]) => {
      let claims: Promise<readonly FrontierTask[]> | undefined;
      await other.write(async (db) => {
        const queue = (await lockQueue(db, jobId))!;
        await db.updateTable('task').set({ state: 1, worker: 'other/1' }).where('place', 'in', places).execute();
        queue.waiting -= places.length;
        queue.in_flight += places.length;
        const { rows } = await newTasks(db, queue, urls(2, queue.tasks));
        await together(db, [saveQueue.with(queue), ...rows]);
        claims = one.frontier.claim(jobId, 9);
        await expect.poll(() => waiting(url)).toBe(1);
      });
      return (await claims)?.map((task) => Number(task.url.slice('http://site.test/'.length)));
    };
    expect(await claimBehind([1])).toEqual([2, 3]);
    expect(await one.frontier.counts(jobId)).toMatchObject({ queued: 2, inFlight: 4 });
    expect(await claimBehind([4, 5])).toEqual([6, 7]);
    expect(await one.frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 8 });
    await other.close();
  });

  test('find tasks whose wait was ended while they waited for the counters', async () => {
    const url = await server.database();
    const [one, other, third] = [await open(url), await open(url), await PostgresDatabase.open(url)];
    await one.frontier.add(jobId, urls(2));
    const [first] = await one.frontier.claim(jobId, 1);
    const at = Date.now() + 60_000;
    await one.frontier.reclaim(jobId, first!, { at, waitMs: 60_000 });
    expect(await one.frontier.claim(jobId, 9)).toHaveLength(1);
    expect(await one.frontier.claim(jobId, 9)).toEqual([]);
    let ended: Promise<void> | undefined;
    let claims: Promise<readonly FrontierTask[]> | undefined;
    await third.write(async (db) => {
      await lockQueue(db, jobId);
      ended = other.frontier.endWait(jobId, at);
      await expect.poll(() => waiting(url)).toBe(1);
      claims = one.frontier.claim(jobId, 9);
      await expect.poll(() => waiting(url)).toBe(2);
    });
    await ended;
    expect((await claims)?.map((task) => task.url)).toEqual([first!.url]);
    await third.close();
  });

  test('and other single-statement writes succeed or fail independently', async () => {
    const url = await server.database();
    const database = await PostgresDatabase.open(url);
    const insert = preparedInsert('meta', ['name', 'value']);
    await database.write(async (db) => together(db, [insert.with({ name: 'note 1', value: 1 })]));
    const same = database.write(async (db) => together(db, [insert.with({ name: 'note 1', value: 2 })]));
    await expect(same).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect(await database.write(async () => 'nothing')).toBe('nothing');
    await database.write(async (db) => {
      await together(db, [insert.with({ name: 'note 2', value: 1 })]);
      await insert(db, { name: 'note 3', value: 1 });
    });
    const both = database.write(async (db) => {
      await together(db, [insert.with({ name: 'note 4', value: 1 })]);
      await insert(db, { name: 'note 1', value: 1 });
    });
    await expect(both).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    const rows = await server.query("select name from meta where name like 'note%' order by name", nameIn(url));
    expect(rows.map(({ name }) => name)).toEqual(['note 1', 'note 2', 'note 3']);
    await database.close();
  });
});
