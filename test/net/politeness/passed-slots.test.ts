import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../core/common/errors';
import { silentLog } from '../../../core/common/log';
import { SharedPace } from '../../../core/net/politeness/shared-pace';
import type { HostSlots } from '../../../core/ports/host-slots';
import { slotLeaseMs } from '../../../core/ports/slot-store';
import type { SqlDatabase } from '../../../core/storage/database/database';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { SqlSlotStore } from '../../../core/storage/sql-stores/politeness/sql-slot-store';
import { SqlFrontier } from '../../../core/storage/sql-stores/tasks/sql-frontier';
import { postgresDatabases } from '../../storage/postgres-kind';
import { type TestClock, testClock } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const databases = postgresDatabases();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const leaseMs = 30_000;
const slotMs = slotLeaseMs(leaseMs);

describe('slots passed on to the next page of their host', () => {
  let clock: TestClock;
  let database: PostgresDatabase;
  let frontier: SqlFrontier;
  let one: HostSlots;
  /** Host slots in another process. */
  let elsewhere: HostSlots;
  /** The `write` function of the database that `one` uses. Tests replace it. */
  let write: SqlDatabase['write'];
  const paceOf = (own: Pick<SqlDatabase, 'write' | 'session'>): HostSlots => {
    const { words } = database;
    const shared: SqlDatabase = Object.assign(Object.create(database), {
      ...own,
      words,
      read: database.read.bind(database),
    });
    const store = new SqlSlotStore(shared, { log: silentLog, clock, leaseMs });
    return new SharedPace({ store, leaseMs, log: silentLog, clock: { now: clock.now, steadyNow: clock.now } });
  };
  const slots = () => database.read((db) => db.selectFrom('slot').select(['id', 'host']).orderBy('id').execute());
  const begun = () =>
    database.read((db) => db.selectFrom('task').select('place').where('begun', '=', 1).orderBy('place').execute());
  /** Adds pages of a host and claims them. */
  const claimed = async (host: string, count: number) => {
    await frontier.add(
      jobId,
      Array.from({ length: count }, (_, n) => ({ url: `http://${host}/${n}`, depth: 0 })),
    );
    return (await frontier.claim(jobId, count)).map((claim) => ({ host, claim }));
  };
  const reserve = async (pace: HostSlots, ...pages: Awaited<ReturnType<typeof claimed>>) =>
    (await pace.reserve({ jobId, pages, count: pages.length })).taken.map(({ slot }) => slot);

  beforeEach(async ({ skip }) => {
    skip(noPostgres !== undefined, noPostgres);
    clock = testClock();
    database = await PostgresDatabase.open(await databases.make());
    frontier = new SqlFrontier(database, { log: silentLog, clock, leaseMs }, { isAhead: true });
    write = (work, lane) => database.write(work, lane);
    one = paceOf({ session: database.session, write: (work, lane) => write(work, lane) });
    elsewhere = paceOf({ session: 'other', write: (work, lane) => database.write(work, lane) });
  });
  afterEach(async () => {
    await database?.close();
  });

  test('go to the next page of the host, for the rest of their lease', async () => {
    const [first, second, third] = await claimed('a.test', 3);
    const [slot] = await reserve(one, first!);
    const kept = await slots();
    slot?.release();
    const [next] = await reserve(one, second!);
    expect([await slots(), await begun()]).toEqual([kept, [{ place: 0 }, { place: 1 }]]);
    clock.pass(slotMs - 1);
    expect(next?.holds?.()).toBe(true);
    clock.pass(1);
    expect(next?.holds?.()).toBe(false);
    // Both the slot and the cached state of its host have expired.
    next?.release();
    await reserve(one, third!);
    expect(await slots()).not.toEqual(kept);
  });

  test('are released when the host asked another process for a pause', async () => {
    const [first, second] = await claimed('a.test', 2);
    const [slot] = await reserve(one, first!);
    await elsewhere.report('a.test', { status: 429, retryAfter: '60', durationMs: 1 });
    slot?.release();
    expect(await reserve(one, second!)).toEqual([]);
    expect([await slots(), await begun()]).toEqual([[], [{ place: 0 }]]);
  });

  test('are released at a full host, so that the first request gets the next one', async () => {
    const pages = await claimed('a.test', 7);
    const taken = await reserve(one, ...pages.slice(0, 6));
    const kept = new Set((await slots()).map(({ id }) => id));
    taken[0]?.release();
    expect(await reserve(one, pages[6]!)).toHaveLength(1);
    const left = (await slots()).filter(({ id }) => kept.has(id));
    expect([left.length, (await slots()).length]).toEqual([5, 6]);
  });

  test('are refused to a page whose claim was lost, but not to others', async () => {
    const [first, second, third, fourth] = await claimed('a.test', 4);
    const taken = await reserve(one, first!, second!);
    for (const slot of taken) slot.release();
    await frontier.reclaim(jobId, third!.claim);
    const answer = await one.reserve({ jobId, pages: [third!, fourth!], count: 2 });
    expect(answer).toMatchObject({ taken: [{ page: 1 }], lost: [0] });
    await vi.waitUntil(async () => (await slots()).length === 1);
    expect(await begun()).toEqual([{ place: 0 }, { place: 1 }, { place: 3 }]);
  });

  test('end when no page uses them', async () => {
    const [first] = await claimed('a.test', 1);
    const [last] = await reserve(one, first!);
    last?.release();
    await vi.waitUntil(async () => (await slots()).length === 0);
  });

  test('are released at a host that was recently full', async () => {
    const pages = await claimed('a.test', 7);
    const taken = await reserve(one, ...pages.slice(0, 5));
    expect(await reserve(elsewhere, pages[5]!)).toHaveLength(1);
    expect(await reserve(one, pages[6]!)).toEqual([]);
    const kept = new Set((await slots()).map(({ id }) => id));
    taken[0]?.release();
    expect(await reserve(one, pages[6]!)).toHaveLength(1);
    expect((await slots()).filter(({ id }) => kept.has(id))).toHaveLength(5);
  });

  test('are not passed on when they may have ended', async () => {
    const [first, second, third] = await claimed('a.test', 3);
    const [slot] = await reserve(one, first!);
    write = async (work, lane) => {
      write = (again, other) => database.write(again, other);
      await database.write(work, lane);
      throw new AppError('DATABASE_UNAVAILABLE');
    };
    slot?.release();
    await vi.waitUntil(async () => (await slots()).length === 0);
    await new Promise((resolve) => setTimeout(resolve, 980));
    await reserve(one, second!);
    // The release is retried during this wait, because the response to the first attempt was lost.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await reserve(one, third!);
    expect(await slots()).toHaveLength(2);
  });

  test('end later when the database is unreachable', async () => {
    const pages = await claimed('a.test', 4);
    const taken = await reserve(one, ...pages.slice(0, 3));
    for (const slot of taken) slot.release();
    const [last] = await reserve(one, pages[3]!);
    write = async () => {
      throw new AppError('DATABASE_UNAVAILABLE');
    };
    last?.release();
    await new Promise((resolve) => setTimeout(resolve, 300));
    write = (work, lane) => database.write(work, lane);
    await vi.waitUntil(async () => (await slots()).length === 0, { timeout: 10_000 });
  });
});
