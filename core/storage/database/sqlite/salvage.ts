import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, isoNow } from '../../../common/concurrency/clock';
import { keyOfTable, type TableName, tables } from '../schema';
import { SqliteDatabase } from './sqlite-database';

/** Tables to copy. The new database starts with an empty `meta` table. */
const kept = (Object.keys(tables) as TableName[]).filter((name) => name !== 'meta');

/** Moves a damaged database aside, and creates a new one from its readable rows. Returns a message for the user. */
export async function salvage(path: string, clock: Clock): Promise<string> {
  const aside = `${path}.damaged-${isoNow(clock).replaceAll(/[:.]/g, '-')}`;
  for (const end of ['', '-wal']) if (existsSync(path + end)) renameSync(path + end, aside + end);
  rmSync(`${path}-shm`, { force: true });
  await (await SqliteDatabase.open(path)).close();
  const rows = copyRows(aside, path);
  return `gleaner.db was damaged. The file was renamed to ${aside}; ${rows} rows could be read and are kept. Jobs that lost results report the loss.`;
}

function copyRows(from: string, to: string): number {
  const target = new DatabaseSync(to);
  const readable = padded(from);
  let copied = 0;
  try {
    const source = new DatabaseSync(readable);
    try {
      for (const table of kept) copied += copyTable(source, target, table);
    } finally {
      source.close();
    }
  } catch {
    // Ignores a file that is not a database, because it contains no readable rows.
  } finally {
    target.close();
    if (readable !== from) for (const end of ['', '-wal', '-shm']) rmSync(readable + end, { force: true });
  }
  return copied;
}

/** Length of the file header, offset of the page size (2 bytes), and offset of the page count (4 bytes). */
const [headerBytes, pageSizeAt, pageCountAt] = [100, 16, 28];

/**
 * Copies a truncated file and pads the copy with zeros to the size in its header, because SQLite cannot open a shorter
 * file. Returns the path of the copy, or the original path if the file is not truncated.
 */
function padded(path: string): string {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  const read = readSync(file, header, 0, headerBytes, 0);
  const { size } = fstatSync(file);
  closeSync(file);
  const pageSize = header.readUInt16BE(pageSizeAt);
  const whole = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(pageCountAt);
  if (read < headerBytes || whole <= size) return path;
  const copy = `${path}.padded`;
  try {
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    truncateSync(copy, whole);
    return copy;
  } catch {
    for (const end of ['', '-wal']) rmSync(copy + end, { force: true });
    return path;
  }
}

const columnsOf = (database: DatabaseSync, table: string): readonly string[] =>
  database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name));

/**
 * Copies the rows before the first unreadable page. Then reads backwards to copy the rows after the last unreadable
 * page.
 */
function copyTable(source: DatabaseSync, target: DatabaseSync, table: TableName): number {
  const known = new Set(columnsOf(source, table));
  // A damaged file from an earlier version may lack newer columns, which then get their default values.
  const names = columnsOf(target, table).filter((name) => known.has(name));
  if (names.length === 0) return 0;
  const marks = names.map(() => '?').join(', ');
  const insert = target.prepare(`insert or ignore into ${table} (${names.join(', ')}) values (${marks})`);
  const query = `select ${names.join(', ')} from ${table}`;
  const backwards = keyOfTable(table).map((name) => `${name} desc`);
  let copied = 0;
  target.exec('begin');
  for (const order of ['', ' order by rowid desc', ` order by ${backwards.join(', ')}`]) {
    try {
      for (const row of source.prepare(query + order).iterate())
        copied += Number(insert.run(...names.map((name) => row[name] ?? null)).changes);
      break;
    } catch {
      // The next pass reads in reverse order, to reach rows beyond the damage.
    }
  }
  target.exec('commit');
  return copied;
}
