import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { SharedPace } from '../../../core/net/politeness/shared-pace';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { type SqlStores, sqlStores } from '../../../core/storage/sql-storage';
import { type TestClock, testClock } from '../../storage/support';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../../support/postgres';

const leaseMs = 60_000;
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const request = (host: string) => ({ jobId, pages: [{ host }] });

/** Components of one process in the fleet. */
interface Member {
  readonly database: PostgresDatabase;
  readonly stores: SqlStores;
  readonly pace: SharedPace;
}

describe.skipIf(noPostgres)('the pace of hosts while the database is unreachable', () => {
  let server: PostgresServer;
  let url: string;
  let clock: TestClock;
  let one: Member;
  let other: Member;

  const join = async (): Promise<Member> => {
    const database = await PostgresDatabase.open(url);
    const stores = sqlStores(database, { log: silentLog, clock, leaseMs }, () => undefined);
    const pace = new SharedPace({
      store: stores.slots,
      leaseMs,
      log: silentLog,
      clock: { now: clock.now, steadyNow: clock.now },
    });
    return { database, stores, pace };
  };
  /** Closes a process's connections. Its next queries open new connections. */
  const disconnect = ({ database }: Member) =>
    server.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name like '%${database.session}'`,
      nameIn(url),
    );

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    url = await server.database();
    clock = testClock();
    one = await join();
    other = await join();
  });
  afterEach(async () => {
    for (const { pace, database } of [one, other]) {
      await pace.close();
      await database.close();
    }
  });

  test('reserves the slots of a process while it uses them, and frees them soon after', async () => {
    const slow = { ...request('a.test'), maxPages: 1 };
    const [mine] = (await one.pace.reserve(slow)).taken;
    await disconnect(one);
    const from = clock.now();
    const isFreed = async () => {
      await other.stores.reap();
      return (await other.pace.reserve(slow)).taken.length > 0;
    };
    while (!(await isFreed())) clock.pass(leaseMs / 12);
    expect(mine?.slot.holds?.()).toBe(false);
    expect(clock.now() - from).toBe(leaseMs / 2);
  });

  test('applies a pause requested by a host immediately, and shares it when the database is back', async () => {
    await server.stop();
    const refusal = { status: 429, durationMs: 1 };
    await one.pace.report('A.test', { ...refusal, retryAfter: '60' });
    await one.pace.report('a.test', { ...refusal, retryAfter: '20' });
    await one.pace.report('b.test', refusal);
    clock.pass(10_000);
    expect(await one.pace.waitOf('a.test')).toBe(50_000);
    expect(await one.pace.requestedPause('a.test')).toEqual({ agoMs: 10_000, leftMs: 50_000 });
    expect(await one.pace.reserve(request('A.test'))).toEqual({ taken: [], waitMs: 1000, lost: [] });
    await server.start();
    const pages = ['a.test', 'c.test'].map((host) => ({ host }));
    expect((await one.pace.reserve({ jobId, pages })).taken.map(({ page }) => page)).toEqual([1]);
    await vi.waitUntil(async () => (await other.pace.waitOf('a.test')) > 0, { timeout: 20_000 });
    expect(await other.pace.waitOf('a.test')).toBe(50_000);
    expect((await other.pace.reserve({ jobId, pages })).taken.map(({ page }) => page)).toEqual([1]);
    await vi.waitUntil(async () => (await other.pace.waitOf('b.test')) > 0, { timeout: 20_000 });
    clock.pass(50_000);
    expect((await one.pace.reserve(request('a.test'))).taken).toHaveLength(1);
  }, 60_000);
});
