import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { migrationsFor } from '../migrations';
import { sqliteSchema } from './sqlite-schema';

/** Maximum size of a file that is checked completely, in bytes. */
const checkedBytes = 256 * 1024 ** 2;

/**
 * Returns the problem that makes a database file from another data directory unusable, or undefined if there is no
 * problem.
 */
export async function problemOfFile(path: string): Promise<'damaged' | 'newer' | undefined> {
  const { size } = await stat(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    if (size <= checkedBytes && database.prepare('pragma quick_check(1)').get()?.quick_check !== 'ok') return 'damaged';
    const last = database.prepare('select max(name) as name from kysely_migration').get()?.name;
    return Object.hasOwn(migrationsFor(sqliteSchema), String(last)) ? undefined : 'newer';
  } catch {
    return 'damaged';
  } finally {
    database?.close();
  }
}
