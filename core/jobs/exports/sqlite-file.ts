import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import type { RowColumn } from '../../common/rows';
import { storageError } from '../../platform/data-folder/storage-error';
import { textOf } from '../rows/fold';
import type { Batches } from '../rows/read-ahead';

/** A complete file, ready to be sent. The file is deleted when its stream ends or is closed early. */
export interface SentFile {
  readonly bytes: number;
  readonly content: Readable;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`;

/** Returns unique column names, ignoring case as SQLite does. */
function columnNames(columns: readonly RowColumn[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map(({ id }) => {
    let name = id || 'column';
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${id} ${n}`;
    taken.add(name.toLowerCase());
    return quoted(name);
  });
}

function sqlValue(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : textOf(value);
}

/** Options for creating a file: its directory, and the caller's signal. */
export interface SentFileOptions {
  /** Temporary directory, created and deleted with the file. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Writes rows to the `rows` table of a SQLite database: booleans as 0 and 1, lists as JSON. Throws STORAGE_ERROR when
 * the disk is full.
 */
export async function sqliteFile(
  columns: readonly RowColumn[],
  rows: Batches<readonly unknown[]>,
  { folder, signal }: SentFileOptions,
): Promise<SentFile> {
  const path = join(folder, 'rows.sqlite');
  try {
    await mkdir(folder, { mode: 0o700 });
    await write(path, columns, rows, signal);
    const { size: bytes } = await stat(path);
    signal.throwIfAborted();
    const content = createReadStream(path);
    signal.addEventListener('abort', () => content.destroy(), { once: true });
    content.once('close', () => void rm(folder, { recursive: true, force: true }));
    return { bytes, content };
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    throw storageError(thrown, path);
  }
}

async function write(
  path: string,
  columns: readonly RowColumn[],
  rows: Batches<readonly unknown[]>,
  signal: AbortSignal,
): Promise<void> {
  const database = new DatabaseSync(path);
  try {
    // Turns off the journal: the file is not visible until it is complete, so a crash cannot leave a damaged file
    // behind.
    database.exec('pragma journal_mode = off; pragma synchronous = off');
    database.exec(`create table rows (${columnNames(columns).join(', ')})`);
    const insert = database.prepare(`insert into rows values (${columns.map(() => '?').join(', ')})`);
    for await (const batch of rows) {
      database.exec('begin');
      for (const values of batch) insert.run(...columns.map((_, place) => sqlValue(values[place])));
      database.exec('commit');
      signal.throwIfAborted();
    }
  } finally {
    database.close();
  }
}
