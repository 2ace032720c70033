import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../core/common/log';
import { type FrontierTask, leaseMs } from '../../core/ports/jobs/frontier';
import type { SqlDatabase } from '../../core/storage/database/database';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { SqliteDatabase } from '../../core/storage/database/sqlite/sqlite-database';
import { SqlFrontier } from '../../core/storage/sql-stores/tasks/sql-frontier';
import { noPostgres } from '../support/postgres';
import { postgresDatabases } from './postgres-kind';
import { reclaimed } from './reclaimed';
import { folders, result, type TestClock, testClock } from './support';

const temporary = folders();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const urls = (n: number) => Array.from({ length: n }, (_, each) => ({ url: `http://site.test/${each}`, depth: 0 }));
const timeout = { state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'slow' } as const;

const databases = postgresDatabases();
const kinds: readonly { kind: string; without?: string; open(): Promise<SqlDatabase> }[] = [
  { kind: 'disk', open: async () => SqliteDatabase.open(join(await temporary.make(), 'claims.db')) },
  { kind: 'memory', open: () => SqliteDatabase.open() },
  { kind: 'PostgreSQL', without: noPostgres, open: async () => PostgresDatabase.open(await databases.make()) },
];

describe.each(kinds)('claims of two workers in $kind', ({ open, without }) => {
  let clock: TestClock;
  let database: SqlDatabase;
  let one: SqlFrontier;
  let other: SqlFrontier;
  const names = (tasks: readonly FrontierTask[]) => tasks.map(({ url }) => url.slice(17));

  beforeEach(async ({ skip }) => {
    skip(without !== undefined, without);
    clock = testClock();
    database = await open();
    one = new SqlFrontier(database, { log: silentLog, clock }, { isAhead: false });
    other = new SqlFrontier(database, { log: silentLog, clock }, { isAhead: false });
  });
  afterEach(async () => {
    await database.close();
    await temporary.removeAll();
  });

  test('never overlap, and last while renewed', async () => {
    await one.add(jobId, urls(3));
    const ids = (tasks: readonly FrontierTask[]) => tasks.map(({ id }) => id);
    const [ofOne, ofOther] = [await one.claim(jobId, 1), await other.claim(jobId, 9)];
    expect([names(ofOne), names(ofOther)]).toEqual([['0'], ['1', '2']]);
    clock.pass(leaseMs - 1);
    expect(await one.renew(jobId)).toEqual(ids(ofOne));
    expect((await other.renew(jobId)).toSorted()).toEqual(ids(ofOther).toSorted());
    clock.pass(leaseMs - 1);
    expect(await other.claim(jobId, 9)).toEqual([]);
    expect((await other.outlook(jobId)).waitMs).toBe(1);
  });

  test('expire without renewal, and late writes of the first worker are refused', async () => {
    await one.add(jobId, urls(1));
    const [lost] = await one.claim(jobId, 1);
    clock.pass(leaseMs);
    const [task] = await other.claim(jobId, 1);
    expect(task).toEqual(reclaimed(lost, { interrupted: 1 }));
    const completion = { result: result(jobId), discovered: [{ url: 'http://site.test/late', depth: 1 }] };
    expect(await one.complete(jobId, lost!, completion)).toMatchObject({ links: { added: 0 } });
    expect(await one.fail(jobId, lost!, timeout)).toBe(false);
    await one.reclaim(jobId, lost!);
    const before = { queued: 0, inFlight: 1, done: 0, failed: 0, refused: 0, credits: 0 };
    expect(await other.counts(jobId)).toEqual(before);
    expect((await other.complete(jobId, task!, { result: result(jobId) })).index).toBe(0);
    expect(await one.counts(jobId)).toEqual({ ...before, inFlight: 0, done: 1, credits: 1 });
  });

  test('of a crashed worker run one at a time, before all other tasks', async () => {
    await one.add(jobId, urls(4));
    await one.claim(jobId, 2);
    clock.pass(leaseMs);
    const [first, ...more] = await other.claim(jobId, 9);
    expect([first?.url, first?.interrupted, more]).toEqual(['http://site.test/0', 0, []]);
    expect(await other.claim(jobId, 9)).toEqual([]);
    expect(await other.claimElsewhere(jobId, 9, new Set())).toEqual([]);
    await other.fail(jobId, first!, timeout);
    const [second] = await other.claim(jobId, 9);
    expect(second?.url).toBe('http://site.test/1');
    await other.fail(jobId, second!, timeout);
    expect(names(await other.claim(jobId, 9))).toEqual(['2', '3']);
  });

  test('survive a sleep of the machine', async () => {
    await one.add(jobId, urls(1));
    const [task] = await one.claim(jobId, 1);
    clock.pass(10 * leaseMs);
    expect(await one.claim(jobId, 1)).toEqual([]);
    expect(await one.fail(jobId, task!, timeout)).toBe(true);
  });

  test('are taken over immediately when a clock set back would extend them', async () => {
    await one.add(jobId, urls(1));
    await one.claim(jobId, 1);
    clock.pass(-10 * leaseMs);
    expect(names(await other.claim(jobId, 1))).toEqual(['0']);
  });

  test('of other hosts are found behind those of some, each by one worker', async () => {
    const elsewhere = (n: number) => ({ url: `http://other.test/${n}`, depth: 0 });
    await one.add(jobId, [...urls(5), elsewhere(5), elsewhere(6), elsewhere(7)]);
    const known = new Set(['site.test']);
    const [mine, theirs] = await Promise.all([
      one.claimElsewhere(jobId, 2, known),
      other.claimElsewhere(jobId, 2, known),
    ]);
    const claimed = [...mine, ...theirs].map(({ url }) => url);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toContain('http://other.test/5');
    expect(claimed.every((url) => url.startsWith('http://other.test/'))).toBe(true);
    expect(await one.counts(jobId)).toMatchObject({ queued: 8 - claimed.length, inFlight: claimed.length });
    await one.claimElsewhere(jobId, 9, known);
    expect(await one.counts(jobId)).toMatchObject({ queued: 5, inFlight: 3 });
    expect(await one.claimElsewhere(jobId, 9, known)).toEqual([]);
    expect(await one.fail(jobId, mine[0]!, timeout)).toBe(true);
    expect(await one.claimElsewhere(jobId, 1, new Set(['other.test']))).toHaveLength(1);
  });

  test('are released one by one only by their worker', async () => {
    await one.add(jobId, urls(3));
    const [known, ...lost] = await one.claim(jobId, 2);
    const [foreign] = await other.claim(jobId, 1);
    await one.release(
      jobId,
      [...lost, foreign!].map(({ id }) => id),
    );
    expect(await one.counts(jobId)).toMatchObject({ queued: 1, inFlight: 2 });
    expect(names(await other.claim(jobId, 9))).toEqual(names(lost));
    expect(await one.fail(jobId, lost[0]!, timeout)).toBe(false);
    expect(await one.fail(jobId, known!, timeout)).toBe(true);
  });

  test('are released only by the worker that closes the job', async () => {
    await one.add(jobId, urls(2));
    const [task] = await one.claim(jobId, 1);
    await other.claim(jobId, 1);
    await one.close(jobId);
    expect(await one.counts(jobId)).toMatchObject({ queued: 1, inFlight: 1 });
    expect(await one.fail(jobId, task!, timeout)).toBe(false);
    expect(await one.claim(jobId, 9)).toEqual([reclaimed(task)]);
  });
});
