import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { HostPace } from '../../../core/net/politeness/host-pace';
import { SharedPace } from '../../../core/net/politeness/shared-pace';
import type { HostSlots } from '../../../core/ports/host-slots';
import { slotLeaseMs } from '../../../core/ports/slot-store';
import type { SqlDatabase } from '../../../core/storage/database/database';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { SqliteDatabase } from '../../../core/storage/database/sqlite/sqlite-database';
import { SqlOutbox } from '../../../core/storage/sql-stores/delivery/sql-outbox';
import { SqlLeases } from '../../../core/storage/sql-stores/fleet/sql-leases';
import { SqlSlotStore } from '../../../core/storage/sql-stores/politeness/sql-slot-store';
import { SqlFrontier } from '../../../core/storage/sql-stores/tasks/sql-frontier';
import { postgresDatabases } from '../../storage/postgres-kind';
import { reclaimed } from '../../storage/reclaimed';
import { folders, type TestClock, testClock } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const temporary = folders();
const databases = postgresDatabases();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const leaseMs = 30_000;
const slotMs = slotLeaseMs(leaseMs);
const request = (...hosts: readonly string[]) => ({ jobId, pages: hosts.map((host) => ({ host })) });

/** Returns the same database, but with the session of another process. */
const anotherSession = (database: SqlDatabase): SqlDatabase => ({
  ...database,
  session: 'other',
  read: (work) => database.read(work),
  write: (work) => database.write(work),
  notify: (db, word) => database.notify(db, word),
});

/**
 * Implementations of the host pace: within one process, or shared by two processes through each kind of database. All
 * must behave the same.
 */
const paces: readonly { kind: string; without?: string; open?(): Promise<SqlDatabase> }[] = [
  { kind: 'in one process' },
  {
    kind: 'shared in SQLite',
    open: async () => SqliteDatabase.open(join(await temporary.make(), 'pace.db')),
  },
  {
    kind: 'shared in PostgreSQL',
    without: noPostgres,
    open: async () => PostgresDatabase.open(await databases.make()),
  },
];

describe.each(paces)('the pace of hosts $kind', ({ without, open }) => {
  let clock: TestClock;
  let database: SqlDatabase | undefined;
  let store: SqlSlotStore | undefined;
  let one: HostSlots;
  let other: HostSlots;
  const shared = () =>
    new SharedPace({ store: store!, leaseMs, log: silentLog, clock: { now: clock.now, steadyNow: clock.now } });
  /** Waits until slots have been released in the background. */
  const settled = () => store?.renew(['none']);

  beforeEach(async ({ skip }) => {
    skip(without !== undefined, without);
    clock = testClock();
    database = await open?.();
    store = database && new SqlSlotStore(database, { log: silentLog, clock, leaseMs });
    one = store ? shared() : new HostPace({ now: clock.now, steadyNow: clock.now });
    other = store ? shared() : one;
  });
  afterEach(async () => {
    await database?.close();
    await temporary.removeAll();
  });

  test('limits the slots of a host over all processes, and reuses released ones', async () => {
    const slots = [];
    for (let n = 0; n < 6; n += 1) slots.push((await (n % 2 ? one : other).reserve(request('a.test'))).taken[0]?.slot);
    expect(slots.every((slot) => slot !== undefined)).toBe(true);
    const full = await one.reserve(request('a.test'));
    expect([full.waitMs, full.isJobBusy ?? false]).toEqual([100, false]);
    expect((await other.reserve(request('a.test', 'b.test'))).taken[0]?.page).toBe(1);
    slots[0]?.release();
    slots[0]?.release();
    await settled();
    expect((await other.reserve(request('A.test'))).taken[0]?.page).toBe(0);
    expect((await one.reserve(request('a.test'))).taken).toEqual([]);
  });

  test('grants several slots at once, first pages first, within the limit', async () => {
    const { taken } = await one.reserve({ ...request('a.test', 'b.test', 'a.test', 'b.test'), count: 3 });
    expect(taken.map(({ page }) => page)).toEqual([0, 1, 2]);
    const both = await Promise.all([
      one.reserve({ ...request(...Array<string>(4).fill('a.test')), count: 4 }),
      other.reserve({ ...request(...Array<string>(4).fill('a.test')), count: 4 }),
    ]);
    expect(both.map((answer) => answer.taken.length)).toEqual([4, 0]);
    taken[0]?.slot.release();
    await settled();
    expect((await other.reserve({ ...request('a.test', 'a.test'), count: 2 })).taken).toHaveLength(1);
  });

  test('pauses a host for all processes', async () => {
    await one.report('a.test', { status: 429, retryAfter: '60', durationMs: 1 });
    expect((await other.reserve(request('a.test'))).taken).toEqual([]);
    expect(await other.waitOf('a.test')).toBe(60_000);
    expect(await other.requestedPause('a.test')).toEqual({ agoMs: 0, leftMs: 60_000 });
    clock.pass(59_999);
    expect((await other.reserve(request('a.test'))).taken).toEqual([]);
    clock.pass(1);
    expect((await other.reserve(request('a.test'))).taken[0]?.page).toBe(0);
  });

  test('grants a slot of a free host behind many paused ones', async () => {
    const paused = Array.from({ length: 70 }, (_, n) => `paused${n}.test`);
    const pause = { status: 429, retryAfter: '60', durationMs: 1 };
    await Promise.all(paused.map((host) => one.report(host, pause)));
    expect((await other.reserve(request(...paused, 'a.test', 'b.test'))).taken.map(({ page }) => page)).toEqual([70]);
    expect((await other.reserve(request('a.test', ...paused))).taken.map(({ page }) => page)).toEqual([0]);
    expect(await other.reserve(request(...paused))).toMatchObject({ taken: [], lost: [] });
    clock.pass(60_000);
    expect((await other.reserve(request(...paused))).taken[0]?.page).toBe(0);
  });

  describe.skipIf(open === undefined)('among processes', () => {
    test('enforces the page limit of a job, and its delay', async () => {
      const slow = { ...request('a.test', 'b.test'), maxPages: 1, delayMs: 500 };
      const [taken] = (await one.reserve(slow)).taken;
      expect(taken?.page).toBe(0);
      expect(await other.reserve(slow)).toMatchObject({ waitMs: 100, isJobBusy: true });
      clock.pass(300);
      taken?.slot.release();
      await settled();
      expect(await other.reserve(slow)).toMatchObject({ waitMs: 500, isJobBusy: true });
      clock.pass(500);
      expect((await other.reserve(slow)).taken[0]?.page).toBe(0);
      expect((await one.reserve({ ...request('a.test'), jobId: 'another' })).taken[0]?.page).toBe(0);
    });

    test('enforces the page limit of a job that requests several slots', async () => {
      const { taken } = await one.reserve({ ...request('a.test', 'b.test', 'c.test'), maxPages: 2, count: 3 });
      expect(taken.map(({ page }) => page)).toEqual([0, 1]);
      expect((await other.reserve({ ...request('c.test'), maxPages: 2, count: 3 })).taken).toEqual([]);
    });

    test('frees slots that a process no longer renews, and ignores its late release', async () => {
      const slow = { ...request('a.test'), maxPages: 1 };
      const [taken] = (await one.reserve(slow)).taken;
      clock.pass(slotMs - 1);
      await store?.reap([database?.session ?? ''], true);
      expect((await other.reserve(slow)).taken).toEqual([]);
      clock.pass(1);
      await store?.reap([], false);
      expect((await other.reserve(slow)).taken).toEqual([]);
      await store?.reap([], true);
      expect((await other.reserve(slow)).taken[0]?.page).toBe(0);
      taken?.slot.release();
      await settled();
      expect((await one.reserve(slow)).taken).toEqual([]);
    });

    test('treats expired slots as lost by its own clock', async () => {
      const slow = { ...request('a.test'), maxPages: 1 };
      const [taken, of] = [
        (await one.reserve(slow)).taken[0]!.slot,
        (await one.reserve(request('b.test'))).taken[0]!.slot,
      ];
      clock.pass(slotMs - 1);
      expect(taken.holds?.()).toBe(true);
      of.release();
      expect(of.holds?.()).toBe(false);
      clock.pass(1);
      expect(taken.holds?.()).toBe(false);
      await store?.reap([], true);
      expect((await other.reserve(slow)).taken[0]?.slot.holds?.()).toBe(true);
      expect(taken.holds?.()).toBe(false);
    });

    test('renews the slots of pages in progress, except expired ones', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const [kept] = (await one.reserve(request('a.test'))).taken;
        const beat = async (ms: number) => {
          clock.pass(ms);
          await vi.advanceTimersByTimeAsync(slotMs / 4);
          // Writes run one at a time, so this write waits for the heartbeat.
          await settled();
          await new Promise((resolve) => setTimeout(resolve, 20));
        };
        await beat(slotMs - 1);
        await beat(slotMs - 1);
        expect(kept?.slot.holds?.()).toBe(true);
        await beat(slotMs);
        await beat(1);
        expect(kept?.slot.holds?.()).toBe(false);
      } finally {
        vi.useRealTimers();
      }
    });

    test('drops a slot that is missing when renewed', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const { taken } = await one.reserve({ ...request('a.test', 'b.test'), count: 2 });
        await database?.write((db) => db.deleteFrom('slot').where('host', '=', 'a.test').execute());
        await vi.advanceTimersByTimeAsync(slotMs / 4);
        await vi.waitUntil(() => taken[0]?.slot.holds?.() === false);
        expect(taken[1]?.slot.holds?.()).toBe(true);
      } finally {
        vi.useRealTimers();
      }
    });

    test('grants no slot for a claim taken over by another worker', async () => {
      const context = { log: silentLog, clock, leaseMs };
      const [frontier, thief] = [
        new SqlFrontier(database!, context, { isAhead: true }),
        new SqlFrontier(database!, context, { isAhead: true }),
      ];
      await frontier.add(jobId, [{ url: 'http://a.test/1', depth: 0 }]);
      const [claim] = await frontier.claim(jobId, 1);
      const pages = [{ host: 'a.test', claim: claim! }, { host: 'b.test' }];
      clock.pass(leaseMs);
      const [stolen] = await thief.claim(jobId, 1);
      expect(await one.reserve({ jobId, pages })).toMatchObject({ taken: [], lost: [0], waitMs: 0 });
      expect(await one.reserve({ jobId, pages: pages.slice(1) })).toMatchObject({ taken: [{ page: 0 }], lost: [] });
      expect(stolen).toEqual(reclaimed(claim));
      // An expired claim counts as an interruption only if its page has been started.
      expect((await other.reserve({ jobId, pages: [{ host: 'a.test', claim: stolen! }] })).taken[0]?.page).toBe(0);
      clock.pass(leaseMs);
      expect(await frontier.claim(jobId, 1)).toEqual([reclaimed(stolen, { interrupted: 1 })]);
    });

    test('attempts a delivery in one process at a time, and refuses late records', async () => {
      const context = { log: silentLog, clock, leaseMs };
      const [mine, theirs] = [new SqlOutbox(database!, context), new SqlOutbox(anotherSession(database!), context)];
      const body = Buffer.from('bytes');
      await mine.add({ id: 'one', jobId, type: 'crawl.page', sink: 'http', config: {}, body });
      const attempt = { at: '2026-11-20T12:00:00.000Z', durationMs: 1, statusCode: 200 };
      expect((await Promise.all([mine.claim('one'), theirs.claim('one')])).map((each) => each?.id)).toEqual([
        'one',
        undefined,
      ]);
      expect(await theirs.due(9)).toEqual([]);
      clock.pass(30_000);
      expect(await theirs.claim('one')).toMatchObject({ id: 'one', tries: [] });
      expect(await mine.update('one', { state: 'pending', waitMs: 0, attempt })).toBeUndefined();
      expect(await theirs.update('one', { state: 'delivered', attempt })).toMatchObject({ tries: [attempt] });
      expect(await mine.update('one', { state: 'pending', waitMs: 0, attempt })).toBeUndefined();
      expect(await mine.claim('one')).toBeUndefined();
      await mine.replay('one');
      expect((await mine.claim('one'))?.id).toBe('one');
      await mine.unclaim('one');
      expect((await theirs.claim('one'))?.id).toBe('one');
    });

    test('grants leases to one process at a time', async () => {
      const context = { log: silentLog, clock, leaseMs };
      const mine = new SqlLeases(database!, context);
      const theirs = new SqlLeases(anotherSession(database!), context);
      expect(await mine.take(['b', 'a'])).toEqual(['a', 'b']);
      expect(await theirs.take(['a', 'c'])).toEqual(['c']);
      clock.pass(leaseMs - 1);
      expect(await mine.take(['a'])).toEqual(['a']);
      clock.pass(1);
      expect(await theirs.take(['a', 'b'])).toEqual(['b']);
      await mine.release('a');
      expect(await theirs.take(['a'])).toEqual(['a']);
    });
  });
});
