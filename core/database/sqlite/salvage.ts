import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, isoNow } from '../../common/clock';
import { tables } from '../schema';
import { SqliteDatabase } from './sqlite-database';

/** `meta` begins anew. */
const kept = Object.keys(tables).filter((name) => name !== 'meta');

/**
 * Sets a damaged database aside and makes a new one of what can still be read. Gives back the sentence that says so.
 */
export async function salvage(path: string, clock: Clock): Promise<string> {
  const aside = `${path}.damaged-${isoNow(clock).replaceAll(/[:.]/g, '-')}`;
  for (const end of ['', '-wal']) if (existsSync(path + end)) renameSync(path + end, aside + end);
  rmSync(`${path}-shm`, { force: true });
  await (await SqliteDatabase.open(path)).close();
  const rows = copyRows(aside, path);
  return `gleaner.db was damaged. The file was set aside as ${aside}; ${rows} rows could be read and are kept. Jobs that lost results say so.`;
}

function copyRows(from: string, to: string): number {
  const target = new DatabaseSync(to);
  let copied = 0;
  try {
    const source = new DatabaseSync(from);
    try {
      for (const table of kept) copied += copyTable(source, target, table);
    } finally {
      source.close();
    }
  } catch {
    // A file that is no database at all has nothing to be read.
  } finally {
    target.close();
  }
  return copied;
}

const columnsOf = (database: DatabaseSync, table: string): readonly string[] =>
  database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name));

/** Copies rows until the first one that cannot be read. */
function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): number {
  const known = new Set(columnsOf(source, table));
  // The damaged file may be of an earlier version, without columns that have a default today.
  const names = columnsOf(target, table).filter((name) => known.has(name));
  if (names.length === 0) return 0;
  const marks = names.map(() => '?').join(', ');
  const insert = target.prepare(`insert or ignore into ${table} (${names.join(', ')}) values (${marks})`);
  let copied = 0;
  target.exec('begin');
  try {
    for (const row of source.prepare(`select ${names.join(', ')} from ${table}`).iterate()) {
      insert.run(...names.map((name) => row[name] ?? null));
      copied += 1;
    }
  } catch {
    // What comes after the damage is lost.
  }
  target.exec('commit');
  return copied;
}
