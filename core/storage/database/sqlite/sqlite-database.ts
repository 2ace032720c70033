import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { AppError } from '../../../common/errors';
import { isDamage, storageError } from '../../../platform/data-folder/storage-error';
import type { SqlDatabase } from '../database';
import { InFlightWork } from '../in-flight-work';
import { isPresentSchema, migrate } from '../migrate';
import type { Db, Tables } from '../schema';
import { type Savepoint, SharedWrites } from '../shared-writes';
import { NodeSqliteDialect } from './node-sqlite';
import { sqliteSchema } from './sqlite-schema';
import { sqliteWords } from './sqlite-words';

/** Settings for a new connection. They include exclusive locking, WAL mode, and overwriting of deleted rows. */
const settings = [
  'auto_vacuum = incremental',
  'locking_mode = exclusive',
  'journal_mode = wal',
  'synchronous = normal',
  'secure_delete = fast',
];

/**
 * Maximum size of a file that is checked completely at each start, in bytes. Checking a file of this size takes about
 * 0.1 s.
 */
const checkedBytes = 256 * 1024 ** 2;

/** Number of pages freed per transaction. Other work can run between transactions. */
const shrunkAtOnce = 500;

/** Number of pages copied at a time. Other work can run between copies. */
const copiedAtOnce = 256;

const inMemory = ':memory:';

/** A SQLite database. */
export class SqliteDatabase implements SqlDatabase {
  readonly session = randomUUID();
  readonly words = sqliteWords;
  readonly isShared = false;
  readonly #db: Db;
  readonly #raw: DatabaseSync;
  readonly #writes: SharedWrites;
  readonly #work: InFlightWork;
  #commits = 0;

  private constructor(raw: DatabaseSync, path: string) {
    this.#raw = raw;
    this.#work = new InFlightWork((thrown) => storageError(thrown, path));
    const countCommit = raw.prepare("update meta set value = value + 1 where name = 'commits'");
    this.#commits = Number(raw.prepare("select value from meta where name = 'commits'").get()?.value ?? 0);
    const beforeCommit = (): void => {
      countCommit.run();
      this.#commits += 1;
    };
    this.#db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(raw, beforeCommit) });
    this.#writes = new SharedWrites((work) => this.#db.transaction().execute(work), {
      savepoint: savepointOf(raw),
    });
  }

  /**
   * Opens a file or an in-memory database, and migrates it. Throws STORAGE_ERROR when the database is damaged or was
   * written by a newer version.
   */
  static async open(path: string = inMemory): Promise<SqliteDatabase> {
    let raw: DatabaseSync | undefined;
    try {
      // Creates the file with owner-only access. SQLite applies the same mode to its WAL.
      if (path !== inMemory) writeFileSync(path, '', { flag: 'a', mode: 0o600 });
      raw = new DatabaseSync(path);
      for (const setting of settings) raw.exec(`pragma ${setting}`);
      // Without this setting, large sorts would use a temporary file.
      if (path === inMemory) raw.exec('pragma temp_store = memory');
      check(raw, path);
      await bringUpToDate(raw, path);
      return new SqliteDatabase(raw, path);
    } catch (thrown) {
      raw?.close();
      throw storageError(thrown, path);
    }
  }

  /** Number of transactions committed since the file was created. */
  get commits(): number {
    return this.#commits;
  }

  /** Number of bytes in use, excluding free pages that have not been reclaimed yet. */
  get usedBytes(): number {
    const { bytes } = this.#raw
      .prepare(
        'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
      )
      .get() as { bytes: number };
    return bytes;
  }

  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#work.run(() => work(this.#db));
  }

  write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#work.run(() => this.#writes.add(work));
  }

  /** Does nothing, because only one process uses the file. */
  async notify(): Promise<void> {}

  nextNotifications(): Promise<never> {
    return new Promise(() => undefined);
  }

  /** Returns an empty set, because only one process uses the file. */
  async otherSessions(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  /** Returns free pages to the file system and truncates the WAL, so that deleted data remains in neither file. */
  async shrink(): Promise<void> {
    for (let free = Number.POSITIVE_INFINITY; free > 0; await nextTurn()) {
      await this.#work.run(async () => {
        this.#raw.exec(`pragma incremental_vacuum(${shrunkAtOnce}); pragma wal_checkpoint(truncate)`);
        free = Math.min(free - 1, Number(this.#raw.prepare('pragma freelist_count').get()?.freelist_count));
      });
    }
  }

  /** Writes a consistent snapshot to a new file while reads and writes continue. */
  copyTo(path: string): Promise<void> {
    return this.#work.run(async () => {
      writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
      await backup(this.#raw, path, { rate: copiedAtOnce });
    });
  }

  async close(): Promise<void> {
    if (await this.#work.close()) this.#raw.close();
  }
}

const savepointOf = (raw: DatabaseSync): Savepoint => ({
  begin: () => raw.exec('savepoint part'),
  keep: () => raw.exec('release part'),
  undo: () => {
    // SQLite rolls back the entire transaction automatically when the disk is full.
    if (raw.isTransaction) raw.exec('rollback to part; release part');
    return raw.isTransaction;
  },
});

/** True for an error that means that a database file is damaged. The readable rows of the file can then be salvaged. */
export const isDamaged = (thrown: unknown): boolean => isDamage(thrown instanceof AppError ? thrown.cause : thrown);

/**
 * Checks the structure of the file at startup. Otherwise a truncated or overwritten file would go unnoticed until a
 * damaged page is read.
 */
function check(raw: DatabaseSync, path: string): void {
  const { bytes } = raw
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get() as {
    bytes: number;
  };
  if (bytes > checkedBytes) return;
  const found = raw.prepare('pragma quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw Object.assign(new Error(`${path}: ${String(found)}`), { errcode: 11 });
}

/**
 * True when the latest migration has been applied. The migrator is then skipped, because running it would slow down
 * every start.
 */
function isPresent(raw: DatabaseSync): boolean {
  const known = raw.prepare("select name from sqlite_schema where name = 'kysely_migration'").get();
  const last = known && raw.prepare('select max(name) as name from kysely_migration').get();
  return isPresentSchema(last?.name, sqliteSchema);
}

async function bringUpToDate(raw: DatabaseSync, path: string): Promise<void> {
  if (isPresent(raw)) return;
  const newer = `${path} was written by a newer version of Gleaner. Update Gleaner, or choose another folder with --data-dir.`;
  await migrate(new Kysely({ dialect: new NodeSqliteDialect(raw, () => undefined) }), sqliteSchema, newer);
}
