import { writeFileSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { AppError } from '../common/errors';
import { isDamage, storageError } from '../data-folder/storage-error';
import { migrationsFor, sqliteTypes } from './migrations';
import type { Db, Tables } from './schema';
import { NodeSqliteDialect } from './sqlite';

/** Set before anything else: changes go to a log first, removed rows are overwritten, one process has the file. */
const settings = [
  'auto_vacuum = incremental',
  'locking_mode = exclusive',
  'journal_mode = wal',
  'synchronous = normal',
  'secure_delete = fast',
];

/** Up to this size the whole structure is checked at each start: about 0.1 s. */
const checkedBytes = 256 * 1024 ** 2;

/** Pages given back in one transaction, so that other work comes in between. */
const shrunkAtOnce = 500;

/** Pages copied at once, so that other work comes in between. */
const copiedAtOnce = 256;

/** How long writes may share one transaction; what is asked meanwhile waits so long at most, and for one write. */
const sharedMs = 4;

const inMemory = ':memory:';

/** A write that waits for its turn. */
interface WaitingWrite {
  /** Does it; gives back what tells its caller, once it is kept. */
  run(db: Db): Promise<() => void>;
  reject(reason: unknown): void;
}

/**
 * One SQL database. A read sees every write whose promise has ended, and goes before those that wait; writes that wait share a
 * transaction, so that a busy database commits less often. Who writes waits for it: so there are no more waiting writes than callers.
 * What it throws is an AppError.
 */
export class SqlDatabase {
  readonly #db: Db;
  readonly #raw: DatabaseSync;
  readonly #path: string;
  readonly #working = new Set<Promise<unknown>>();
  readonly #waiting: WaitingWrite[] = [];
  #isWriting = false;
  #commits = 0;
  #closed = false;

  private constructor(raw: DatabaseSync, path: string) {
    this.#raw = raw;
    this.#path = path;
    const countCommit = raw.prepare("update meta set value = value + 1 where name = 'commits'");
    this.#commits = Number(raw.prepare("select value from meta where name = 'commits'").get()?.value ?? 0);
    const beforeCommit = (): void => {
      countCommit.run();
      this.#commits += 1;
    };
    this.#db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(raw, beforeCommit) });
  }

  /** Opens a file, or a database in memory, with the present schema. STORAGE_ERROR when it is damaged or too new. */
  static async open(path: string = inMemory): Promise<SqlDatabase> {
    let raw: DatabaseSync | undefined;
    try {
      // For its user only from the first moment on; SQLite gives its log the same mode.
      if (path !== inMemory) writeFileSync(path, '', { flag: 'a', mode: 0o600 });
      raw = new DatabaseSync(path);
      for (const setting of settings) raw.exec(`pragma ${setting}`);
      // Large sorts go to a temporary file otherwise.
      if (path === inMemory) raw.exec('pragma temp_store = memory');
      check(raw, path);
      await migrate(raw, path);
      return new SqlDatabase(raw, path);
    } catch (thrown) {
      raw?.close();
      throw storageError(thrown, path);
    }
  }

  /** Transactions ever written; survives a restart. */
  get commits(): number {
    return this.#commits;
  }

  /** Bytes of what is kept; room of removed rows that is not given back yet does not count. */
  get usedBytes(): number {
    const { bytes } = this.#raw
      .prepare(
        'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
      )
      .get() as { bytes: number };
    return bytes;
  }

  /** Runs queries outside a transaction. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#run(() => work(this.#db));
  }

  /** Runs queries in a transaction: all of it is kept, or nothing. Inside, only the given connection may be used. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const written = new Promise<T>((resolve, reject) => {
      const run = async (db: Db) => {
        const value = await work(db);
        return () => resolve(value);
      };
      if (!this.#closed) this.#waiting.push({ run, reject });
    });
    return this.#run(() => {
      if (!this.#isWriting) void this.#writeAll();
      return written;
    });
  }

  /** Gives free pages back to the file system and empties the log of changes: what was removed is in neither file then. */
  async shrink(): Promise<void> {
    for (let free = Number.POSITIVE_INFINITY; free > 0; await nextTurn()) {
      await this.#run(async () => {
        this.#raw.exec(`pragma incremental_vacuum(${shrunkAtOnce}); pragma wal_checkpoint(truncate)`);
        free = Math.min(free - 1, Number(this.#raw.prepare('pragma freelist_count').get()?.freelist_count));
      });
    }
  }

  /** Writes a copy to a new file, as the database is at one moment; reads and writes go on meanwhile. */
  copyTo(path: string): Promise<void> {
    return this.#run(async () => {
      writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
      await backup(this.#raw, path, { rate: copiedAtOnce });
    });
  }

  /** Waits for work under way; later calls are refused with ENGINE_CLOSING. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#working);
    this.#raw.close();
  }

  /** Takes turns with what else is asked. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (await nextTurn(); this.#waiting.length > 0; await nextTurn()) await this.#writeSome();
    this.#isWriting = false;
  }

  /** Some of the waiting writes as one transaction. A write that fails leaves nothing behind and harms no other one. */
  async #writeSome(): Promise<void> {
    const taken: WaitingWrite[] = [];
    const ended: (() => void)[] = [];
    const until = performance.now() + sharedMs;
    try {
      await this.#db.transaction().execute(async (db) => {
        for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
          taken.push(next);
          const isAlone = ended.length === 0 && this.#waiting.length === 0;
          ended.push(isAlone ? await next.run(db) : await this.#writePart(db, next));
          if (isAlone || performance.now() >= until) return;
        }
      });
      for (const tell of ended) tell();
    } catch (thrown) {
      for (const { reject } of taken) reject(thrown);
    }
  }

  async #writePart(db: Db, { run, reject }: WaitingWrite): Promise<() => void> {
    this.#raw.exec('savepoint part');
    try {
      const tell = await run(db);
      this.#raw.exec('release part');
      return tell;
    } catch (thrown) {
      // SQLite ends the whole transaction itself when the disk is full.
      if (!this.#raw.isTransaction) throw thrown;
      this.#raw.exec('rollback to part; release part');
      return () => reject(thrown);
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } catch (thrown) {
      throw storageError(thrown, this.#path);
    } finally {
      this.#working.delete(working);
    }
  }
}

/** Whether opening failed because the file is damaged, so that what can be read is worth saving. */
export const isDamaged = (thrown: unknown): boolean => isDamage(thrown instanceof AppError ? thrown.cause : thrown);

/** The file's structure; what a cut or overwritten file looks like is found here, not at some later page. */
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

/** Whether the last change of the schema is this version's; asking the migrator would cost every start. */
function isPresent(raw: DatabaseSync): boolean {
  const known = raw.prepare("select name from sqlite_schema where name = 'kysely_migration'").get();
  const last = known && raw.prepare('select max(name) as name from kysely_migration').get();
  return last?.name === Object.keys(migrationsFor(sqliteTypes)).sort().at(-1);
}

async function migrate(raw: DatabaseSync, path: string): Promise<void> {
  if (isPresent(raw)) return;
  const { Migrator } = await import('kysely/migration');
  const keepOpen = new Kysely<Tables>({ dialect: new NodeSqliteDialect(raw, () => undefined) });
  const provider = { getMigrations: async () => migrationsFor(sqliteTypes) };
  const { error } = await new Migrator({ db: keepOpen, provider }).migrateToLatest();
  if (error === undefined) return;
  if (!String(error).includes('corrupted migrations')) throw error;
  throw new AppError(
    'STORAGE_ERROR',
    `${path} was written by a newer Gleaner. Update Gleaner, or choose another folder with --data-dir.`,
  );
}
