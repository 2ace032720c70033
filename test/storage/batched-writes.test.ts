import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchedWrites } from '../../core/storage/database/batched-writes';
import type { Db } from '../../core/storage/database/schema';
import { SqliteDatabase } from '../../core/storage/database/sqlite/sqlite-database';

describe('concurrent calls', () => {
  let database: SqliteDatabase;
  let groups: string[][];
  let calls: BatchedWrites<string, string>;
  const work = async (db: Db, names: readonly string[]) => {
    groups.push([...names]);
    for (const name of names) await db.insertInto('meta').values({ name, value: 1 }).execute();
    if (names.includes('bad')) throw new Error('It does not fit.');
    return names.map((name) => `kept ${name}`);
  };

  beforeEach(async () => {
    groups = [];
    database = await SqliteDatabase.open();
    calls = new BatchedWrites({ database, maxCalls: 3, work });
  });
  afterEach(() => database.close());

  const kept = async () => {
    const rows = await database.read((db) =>
      db.selectFrom('meta').select('name').where('name', 'like', 'n%').execute(),
    );
    return rows.map(({ name }) => name).sort();
  };

  it('are one write in order, and the rest is the next', async () => {
    expect(await Promise.all(['n1', 'n2', 'n3', 'n4'].map((name) => calls.add(name)))).toEqual([
      'kept n1',
      'kept n2',
      'kept n3',
      'kept n4',
    ]);
    expect(groups).toEqual([['n1', 'n2', 'n3'], ['n4']]);
  });

  it('are not affected when one of them fails', async () => {
    const ends = await Promise.allSettled(['n1', 'bad', 'n2'].map((name) => calls.add(name)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await kept()).toEqual(['n1', 'n2']);
  });

  it('wait for others up to the limit, and are sent with one that may not wait', async () => {
    const patient = calls.add('n1', 3_600_000);
    expect(await calls.add('n2')).toBe('kept n2');
    expect(await patient).toBe('kept n1');
    expect(groups).toEqual([['n1', 'n2']]);
    await calls.add('n3', 1);
    expect(groups.at(-1)).toEqual(['n3']);
  });

  it('wait for others only while calls are frequent, and until a write is full', async () => {
    const busy = new BatchedWrites({ database, maxCalls: 3, busyGatherMs: 500, work });
    const started = performance.now();
    await busy.add('n1');
    expect(performance.now() - started).toBeLessThan(400);
    const names = Array.from({ length: 60 }, (_, n) => `n${n + 2}`);
    for (const name of names.slice(0, 57)) void busy.add(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
    groups.length = 0;
    const waits = performance.now();
    const [first] = names.slice(57).map((name) => busy.add(name));
    await first;
    // The batch is sent at once, because three concurrent calls fill it.
    expect([groups, performance.now() - waits < 400]).toEqual([[names.slice(57)], true]);
    void busy.add('n90');
    await busy.add('n91');
    expect([groups[1], performance.now() - waits >= 490]).toEqual([['n90', 'n91'], true]);
  });

  it('are sent immediately on request', async () => {
    const busy = new BatchedWrites({ database, maxCalls: 200, busyGatherMs: 3_600_000, work });
    for (let n = 0; n < 120; n += 1) void busy.add(`n${n}`);
    await busy.flush();
    groups.length = 0;
    const alone = busy.add('m1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(groups).toEqual([]);
    await busy.flush();
    expect(groups).toEqual([['m1']]);
    expect(await alone).toBe('kept m1');
  });

  it('are all refused after the database was closed', async () => {
    await database.close();
    const ends = await Promise.allSettled(['n1', 'n2'].map((name) => calls.add(name)));
    expect(ends).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'ENGINE_CLOSING' } }));
  });
});
