import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { basename } from 'node:path';
import Datastore from 'nedb-promises';
import { isoNow } from '../../common/concurrency/clock';
import { AppError } from '../../common/errors';
import type { StorageContext } from '../../ports/context';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import { readIfExists, writePrivateFile } from '../data-folder/private-file';
import { storageError, systemCode } from '../data-folder/storage-error';
import type { DocumentCounts } from './document-counts';

/** Options for a NeDB document store. */
export interface NedbDocumentsOptions {
  /** Path of the file. If absent, documents exist only in memory. */
  readonly path?: string;
  /** Document counts from the last run, used to detect lost documents. Requires `path`. */
  readonly counts?: DocumentCounts;
  readonly context: StorageContext;
  readonly warn: (message: string) => void;
}

/**
 * Documents in a NeDB file, which is loaded on first use. If the file is damaged, it is copied and its readable
 * documents are preserved. A failed write leaves no partial line in the file and no new value in memory.
 */
export class NedbDocuments<T extends StoredDocument> implements DocumentStore<T> {
  readonly #options: NedbDocumentsOptions;
  #opening: Promise<Datastore<T>> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: NedbDocumentsOptions) {
    this.#options = options;
  }

  async get(id: string): Promise<T | undefined> {
    const db = await this.#open();
    return (await db.findOne<T>({ _id: id })) ?? undefined;
  }

  async all(): Promise<readonly T[]> {
    const db = await this.#open();
    return db.find<T>({});
  }

  async add(document: T): Promise<boolean> {
    return this.#write(document._id, async (db, before) => {
      if (!before) await db.update({ _id: document._id }, document, { upsert: true });
      await this.#count(db);
      return !before;
    });
  }

  async put(document: T): Promise<void> {
    await this.#write(document._id, async (db) => {
      await db.update({ _id: document._id }, document, { upsert: true });
      await this.#count(db);
    });
  }

  async change(id: string, make: (document: T) => Partial<Omit<T, '_id'>>): Promise<T | undefined> {
    return this.#write(id, async (db, before) => {
      if (!before) return undefined;
      const changed = { ...before, ...make(before) };
      await db.update({ _id: id }, changed, {});
      return changed;
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#write(id, async (db, before) => {
      if (before) await this.#count(db, -1);
      return (await db.remove({ _id: id }, { multi: false })) > 0;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  /** Runs writes one at a time, so that a failed write is cleaned up before the next write starts. */
  async #write<R>(id: string, work: (db: Datastore<T>, before: T | undefined) => Promise<R>): Promise<R> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const turn = this.#writing.then(async () => {
      const db = await this.#open();
      const before = (await db.findOne<T>({ _id: id })) ?? undefined;
      try {
        return await work(db, before);
      } catch (thrown) {
        await this.#undo(db, id, before);
        throw storageError(thrown, this.#options.path ?? 'the memory');
      }
    });
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  /** Restores the old value after a failed write. NeDB changes the value in memory before it writes to the file. */
  async #undo(db: Datastore<T>, id: string, before: T | undefined): Promise<void> {
    await cutTornLine(this.#options.path).catch(() => undefined);
    const back = before ? db.update({ _id: id }, before, { upsert: true }) : db.remove({ _id: id }, { multi: false });
    await Promise.resolve(back).catch(() => undefined);
    await this.#count(db);
    await cutTornLine(this.#options.path).catch(() => undefined);
  }

  #open(): Promise<Datastore<T>> {
    this.#opening ??= this.#load().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw storageError(thrown, this.#options.path ?? 'the memory');
    });
    return this.#opening;
  }

  async #load(): Promise<Datastore<T>> {
    const { path, counts } = this.#options;
    const expected = counts && path ? counts.of(nameOf(path)) : 0;
    // Reads the original content first, because loading the file rewrites it.
    const bytes = path && expected > 0 ? await readIfExists(path) : undefined;
    await cutTornLine(path);
    try {
      const db = await this.#read(0);
      await this.#reportLost(expected, (await db.count({})) as number, bytes);
      await this.#count(db);
      return db;
    } catch (thrown) {
      const damage = damageOf(thrown);
      if (!damage) throw thrown;
      await this.#setAside(damage);
      const db = await this.#read(1);
      await this.#count(db);
      return db;
    }
  }

  /** Stores the number of documents. `change` is the number that the upcoming write adds (or removes, if negative). */
  async #count(db: Datastore<T>, change = 0): Promise<void> {
    const { path, counts } = this.#options;
    if (path !== undefined) counts?.set(nameOf(path), ((await db.count({})) as number) + change);
  }

  /**
   * Reports lost documents. Without this check, a missing or truncated file would look like a file with fewer
   * documents.
   */
  async #reportLost(expected: number, found: number, bytes: Buffer | undefined): Promise<void> {
    const { path, context, warn } = this.#options;
    if (path === undefined || found >= expected) return;
    const lost = `${expected - found} of ${expected} entries were lost`;
    if (!bytes) return warn(`${basename(path)} is missing: ${lost}. Restore a backup, or enter the data again.`);
    const aside = asideOf(path, context);
    await writePrivateFile(aside, bytes);
    warn(`${basename(path)} was truncated: ${lost}. The file was copied to ${aside}; readable entries are kept.`);
  }

  async #read(corruptAlertThreshold: number): Promise<Datastore<T>> {
    const { path } = this.#options;
    // NeDB supports `modes`, but the types of its promise wrapper omit it.
    const file = { filename: path, corruptAlertThreshold, modes: { fileMode: 0o600, dirMode: 0o700 } };
    const db = Datastore.create(path === undefined ? { inMemoryOnly: true } : file) as unknown as Datastore<T>;
    await db.load();
    return db;
  }

  async #setAside(damage: string): Promise<void> {
    const { path, context, warn } = this.#options;
    if (path === undefined) return;
    const aside = asideOf(path, context);
    await copyFile(path, aside, constants.COPYFILE_EXCL);
    warn(
      `${basename(path)} is damaged: ${damage} could not be read. The whole file was copied to ${aside}; readable entries are kept.`,
    );
  }
}

/** Returns the name of the collection that is stored in a file. */
const nameOf = (path: string): string => basename(path, '.db');

const asideOf = (path: string, { clock }: StorageContext): string =>
  `${path}.damaged-${isoNow(clock).replaceAll(/[:.]/g, '-')}`;

/** Returns how many lines NeDB could not read, e.g. `2 of 10 lines`. Undefined for any other error. */
function damageOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('corruptItems' in thrown) || !('dataLength' in thrown)) return undefined;
  return `${String(thrown.corruptItems)} of ${String(thrown.dataLength)} lines`;
}

const lineFeed = 0x0a;
const maxLineBytes = 16 * 1024 * 1024;

/**
 * Removes a partial last line, left by a crash during a write that was never acknowledged. Retains a line that does not
 * begin like a document, so that it is reported as damage.
 */
async function cutTornLine(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const file = await open(path, 'r+').catch((thrown: unknown) => {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, maxLineBytes));
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
