import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../../core/database/postgres/postgres-database';
import { silentLog } from '../../core/log';
import { SharedPace } from '../../core/politeness/shared-pace';
import { type SqlStores, sqlStores } from '../../core/storage/sql/sql-storage';
import { type TestClock, testClock } from '../storage/support';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

const leaseMs = 60_000;
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const wish = (host: string) => ({ jobId, pages: [{ host }] });

/** What a process of the fleet has. */
interface Member {
  readonly database: PostgresDatabase;
  readonly stores: SqlStores;
  readonly pace: SharedPace;
}

describe.skipIf(noPostgres)('the pace of hosts while a process cannot reach the database', () => {
  let server: PostgresServer;
  let url: string;
  let clock: TestClock;
  let one: Member;
  let other: Member;

  const join = async (): Promise<Member> => {
    const database = await PostgresDatabase.open(url);
    const stores = sqlStores(database, { log: silentLog, clock, leaseMs }, () => undefined);
    const pace = new SharedPace({ store: stores.slots, leaseMs, log: silentLog, steadyNow: clock.now });
    return { database, stores, pace };
  };
  /** Ends the connections of a process; it opens new ones when it asks for something. */
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

  test('nobody else gets its slot while it counts it as its own, and soon after that somebody does', async () => {
    const slow = { ...wish('a.test'), most: 1 };
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
});
