import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../core/storage/database/schema';
import { SqliteDatabase } from '../../core/storage/database/sqlite/sqlite-database';

describe('a database with concurrent calls', () => {
  let database: SqliteDatabase;
  beforeEach(async () => {
    database = await SqliteDatabase.open();
  });
  afterEach(() => database.close());

  const note = (name: string) => (db: Db) => db.insertInto('meta').values({ name, value: 1 }).execute();
  const noted = () =>
    database.read(async (db) => {
      const rows = await db.selectFrom('meta').select('name').where('name', 'like', 'note%').orderBy('name').execute();
      return rows.map(({ name }) => name);
    });

  it('reads before pending writes, and sees completed ones', async () => {
    const order: string[] = [];
    const write = database.write(note('note 1')).then(() => order.push('written'));
    const read = noted().then((names) => order.push(`read ${names.length}`));
    await Promise.all([write, read]);
    expect(order).toEqual(['read 0', 'written']);
    expect(await noted()).toEqual(['note 1']);
  });

  it('batches pending writes', async () => {
    const before = database.commits;
    await Promise.all(Array.from({ length: 20 }, (_, n) => database.write(note(`note ${n}`))));
    expect(await noted()).toHaveLength(20);
    expect(database.commits - before).toBeLessThan(20);
  });

  it('rolls back a failed write, and keeps those beside it', async () => {
    const failing = database.write(async (db) => {
      await note('note of a failure')(db);
      throw new Error('It does not fit.');
    });
    const ends = await Promise.allSettled([database.write(note('note 1')), failing, database.write(note('note 2'))]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await noted()).toEqual(['note 1', 'note 2']);
  });

  it('completes calls before closing, and refuses later ones', async () => {
    const write = database.write(note('note 1'));
    const closing = database.close();
    await expect(database.write(note('note 2'))).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
    await Promise.all([write, closing]);
  });
});
