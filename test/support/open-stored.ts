import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlDatabase } from '../../core/storage/database/database';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { SqliteDatabase } from '../../core/storage/database/sqlite/sqlite-database';
import { databaseOf } from './fleet';

/** Opens the database of a stopped engine or fleet. `dataDir` is its data folder. */
export function openStored(dataDir: string): Promise<SqlDatabase> {
  const url = databaseOf(dataDir);
  return url ? PostgresDatabase.open(url) : SqliteDatabase.open(join(dataDir, 'gleaner.db'));
}

/** Makes all schedules of a stopped engine or fleet due at a given time (ISO). */
export async function makeSchedulesDue(dataDir: string, at: string): Promise<void> {
  const moved = (text: string) => text.replaceAll(/"nextAt":"[^"]+"/g, `"nextAt":"${at}"`);
  if (!databaseOf(dataDir)) {
    const file = join(dataDir, 'saved-jobs.db');
    return writeFile(file, moved(await readFile(file, 'utf8')));
  }
  const database = await openStored(dataDir);
  await database.write(async (db) => {
    for (const { collection, id, record } of await db.selectFrom('document').selectAll().execute())
      await db
        .updateTable('document')
        .set({ record: moved(record) })
        .where('collection', '=', collection)
        .where('id', '=', id)
        .execute();
  });
  await database.close();
}
