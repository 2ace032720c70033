import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { basename } from 'node:path';
import Datastore from 'nedb-promises';
import { AppError } from '../../common/errors';
import type { StorageContext } from '../context';
import { isoNow } from '../context';
import { onDisk, storageError, systemCode } from '../storage-error';

/** A document as the file keeps it. */
export interface Row {
  readonly _id: string;
}

/** Where a document file lies and which fields are looked up by value. */
export interface DocumentFileOptions {
  readonly path: string;
  readonly indexes?: readonly string[];
}

/** What NeDB offers beneath the promise wrapper. */
interface Inner<T> {
  getAllData(): T[];
  compactDatafileAsync(): Promise<void>;
}

/**
 * One NeDB file of small documents. It is read at first use; a damaged file is set aside and what can be read is kept.
 * Writes are acknowledged once they are with the system (they survive the process, not a power cut); a failed write
 * leaves neither half a line in the file nor the new value in memory.
 */
export class DocumentFile<T extends Row> {
  readonly #options: DocumentFileOptions;
  readonly #context: StorageContext;
  readonly #warnings: string[];
  #opening: Promise<Datastore<T>> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #staleLines = 0;
  #closed = false;

  constructor(options: DocumentFileOptions, context: StorageContext, warnings: string[]) {
    this.#options = options;
    this.#context = context;
    this.#warnings = warnings;
  }

  /** The document with an id. */
  async get(id: string): Promise<T | undefined> {
    const db = await this.#open();
    return (await db.findOne<T>({ _id: id })) ?? undefined;
  }

  /** Documents whose indexed field has a value. */
  async find(field: string, value: string): Promise<readonly T[]> {
    const db = await this.#open();
    return db.find<T>({ [field]: value });
  }

  /** Every document, by id. These are the kept ones, not copies: never change them. */
  async all(): Promise<readonly T[]> {
    return innerOf(await this.#open()).getAllData();
  }

  /** Adds a document or replaces the one with its id. */
  async put(row: T): Promise<void> {
    await this.#write(row._id, async (db) => {
      await db.update({ _id: row._id }, row, { upsert: true });
    });
  }

  /** False when there was no such document. */
  async remove(id: string): Promise<boolean> {
    return this.#write(id, async (db) => (await db.remove({ _id: id }, { multi: false })) > 0);
  }

  /** Adds documents that are new, with one write. */
  async addAll(rows: readonly T[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#inTurn(async (db) => {
      try {
        await db.insertMany([...rows]);
      } catch (thrown) {
        for (const { _id } of rows) await this.#undo(db, _id, undefined);
        throw storageError(thrown, this.#options.path);
      }
    });
  }

  /** Removes documents with one write. */
  async removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#inTurn(async (db) => {
      const before = await db.find<T>({ _id: { $in: [...ids] } });
      try {
        await db.remove({ _id: { $in: [...ids] } }, { multi: true });
        this.#staleLines += before.length;
      } catch (thrown) {
        for (const row of before) await this.#undo(db, row._id, row);
        throw storageError(thrown, this.#options.path);
      }
    });
  }

  /** Rewrites the file without its outdated lines when these have become many. */
  async compact(): Promise<void> {
    const rows = await this.all();
    if (this.#staleLines >= 1000 && this.#staleLines >= rows.length) await this.erase();
  }

  /** Rewrites the file without its outdated lines, so that nothing removed can be read in it. */
  async erase(): Promise<void> {
    if (this.#staleLines === 0) return;
    await this.#inTurn(async (db) => {
      await onDisk(this.#options.path, () => innerOf(db).compactDatafileAsync());
      this.#staleLines = 0;
    });
  }

  /** Waits for writes under way; later ones are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  async #write<R>(id: string, work: (db: Datastore<T>) => Promise<R>): Promise<R> {
    return this.#inTurn(async (db) => {
      const before = (await db.findOne<T>({ _id: id })) ?? undefined;
      try {
        const done = await work(db);
        if (before) this.#staleLines += 1;
        return done;
      } catch (thrown) {
        await this.#undo(db, id, before);
        throw storageError(thrown, this.#options.path);
      }
    });
  }

  /** One write at a time, so that a failed one can be cleaned up before the next begins. */
  async #inTurn<R>(work: (db: Datastore<T>) => Promise<R>): Promise<R> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const turn = this.#writing.then(async () => work(await this.#open()));
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  /** NeDB changes memory before it writes: after a failed write the old value is put back the same way. */
  async #undo(db: Datastore<T>, id: string, before: T | undefined): Promise<void> {
    await cutTornLine(this.#options.path).catch(() => undefined);
    const back = before ? db.update({ _id: id }, before, { upsert: true }) : db.remove({ _id: id }, { multi: false });
    await Promise.resolve(back).catch(() => undefined);
    await cutTornLine(this.#options.path).catch(() => undefined);
  }

  #open(): Promise<Datastore<T>> {
    this.#opening ??= this.#load().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw storageError(thrown, this.#options.path);
    });
    return this.#opening;
  }

  async #load(): Promise<Datastore<T>> {
    await cutTornLine(this.#options.path);
    try {
      return await this.#read(0);
    } catch (thrown) {
      const damage = damageOf(thrown);
      if (!damage) throw thrown;
      await this.#setAside(damage);
      return this.#read(1);
    }
  }

  async #read(corruptAlertThreshold: number): Promise<Datastore<T>> {
    // `modes` is NeDB's and missing in the types of its promise wrapper.
    const settings = {
      filename: this.#options.path,
      corruptAlertThreshold,
      modes: { fileMode: 0o600, dirMode: 0o700 },
    };
    const db = Datastore.create(settings) as unknown as Datastore<T>;
    await db.load();
    for (const fieldName of this.#options.indexes ?? []) await db.ensureIndex({ fieldName, sparse: true });
    return db;
  }

  async #setAside(damage: string): Promise<void> {
    const aside = `${this.#options.path}.damaged-${isoNow(this.#context.clock).replaceAll(/[:.]/g, '-')}`;
    await copyFile(this.#options.path, aside, constants.COPYFILE_EXCL);
    const message = `${basename(this.#options.path)} is damaged: ${damage} could not be read. The whole file was set aside as ${aside}; what could be read is kept.`;
    this.#warnings.push(message);
    this.#context.log.warn(message);
  }
}

const innerOf = <T extends Row>(db: Datastore<T>): Inner<T> => (db as unknown as { __original: Inner<T> }).__original;

/** How much of a file NeDB could not read; undefined for any other failure. */
function damageOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('corruptItems' in thrown) || !('dataLength' in thrown)) return undefined;
  return `${String(thrown.corruptItems)} of ${String(thrown.dataLength)} lines`;
}

const lineFeed = 0x0a;
const longestLine = 16 * 1024 * 1024;

/**
 * Removes the last line of a file when the process died while writing it: such a line was never acknowledged. Anything
 * that does not look like the beginning of a document stays, to be found as damage.
 */
async function cutTornLine(path: string): Promise<void> {
  const file = await open(path, 'r+').catch((thrown: unknown) => {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, longestLine));
    await file.read(tail, 0, tail.length, size - tail.length);
    const torn = tail.subarray(tail.lastIndexOf(lineFeed) + 1);
    if (torn.length === 0 || !torn.toString('latin1').startsWith('{"') || torn.includes(0) || parses(torn)) return;
    await file.truncate(size - torn.length);
  } finally {
    await file.close();
  }
}

function parses(line: Buffer): boolean {
  try {
    return typeof JSON.parse(line.toString('utf8')) === 'object';
  } catch {
    return false;
  }
}
