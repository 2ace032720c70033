import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compress, decompress } from '../compression';
import type { StorageContext } from '../context';
import type { BlobStore } from '../ports';
import { onDisk, storageError, systemCode } from '../storage-error';

/** A blob that was just kept. */
export interface KeptBlob {
  readonly id: string;
  /** Bytes it takes on disk. */
  readonly storedBytes: number;
}

/** A blob as the sweep finds it. */
export interface FoundBlob {
  readonly id: string;
  /** Milliseconds since 1970 of the last time it was put. */
  readonly putAt: number;
}

const idPattern = /^[0-9a-f]{64}$/;

/** The id of some bytes: SHA-256, hex. */
export const blobId = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Blobs as zstd files named by content, `ab/<id>`; checked when read, written whole or not at all. */
export class BlobFiles implements BlobStore {
  readonly #dir: string;
  readonly #context: StorageContext;
  /** Work under way by id, so that putting and removing the same content take turns. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #prepared: Promise<void> | undefined;

  constructor(dir: string, context: StorageContext) {
    this.#dir = dir;
    this.#context = context;
  }

  async put(bytes: Uint8Array): Promise<string> {
    return (await this.keep(bytes, { durable: true })).id;
  }

  /** Keeps bytes; `durable` waits until the disk has them, so that even a power cut loses nothing. */
  async keep(bytes: Uint8Array, options: { readonly durable: boolean }): Promise<KeptBlob> {
    const id = blobId(bytes);
    return this.#inTurn(id, () => this.#keep(id, bytes, options.durable));
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    if (!idPattern.test(id)) return undefined;
    const path = this.#path(id);
    const stored = await readFile(path).catch((thrown: unknown) => {
      if (systemCode(thrown) === 'ENOENT') return undefined;
      throw storageError(thrown, path);
    });
    if (!stored) {
      this.#context.log.warn(`Blob ${id} is missing; what pointed to it is treated as gone.`);
      return undefined;
    }
    const bytes = await decompress(stored).catch(() => undefined);
    if (bytes && blobId(bytes) === id) return bytes;
    this.#context.log.warn(`Blob ${id} is damaged and was removed; what pointed to it is treated as gone.`);
    await this.remove(id);
    return undefined;
  }

  async remove(id: string): Promise<void> {
    await this.removeIf(id, async () => true);
  }

  /** Removes a blob when the question, asked while nobody can put it, is answered with yes. */
  async removeIf(id: string, unused: () => Promise<boolean>): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    return this.#inTurn(id, async () => {
      if (!(await unused())) return false;
      await onDisk(this.#path(id), () => rm(this.#path(id), { force: true }));
      return true;
    });
  }

  /** Every blob on disk. */
  async *found(): AsyncGenerator<FoundBlob> {
    for (const first of await foldersIn(this.#dir)) {
      const folder = join(this.#dir, first);
      for (const id of await readdir(folder)) {
        const facts = await stat(join(folder, id)).catch(() => undefined);
        if (facts && idPattern.test(id)) yield { id, putAt: facts.mtimeMs };
      }
    }
  }

  async #keep(id: string, bytes: Uint8Array, durable: boolean): Promise<KeptBlob> {
    const path = this.#path(id);
    const facts = await stat(path).catch(() => undefined);
    if (facts && facts.size > 0) {
      await utimes(path, new Date(), new Date()).catch(() => undefined);
      return { id, storedBytes: facts.size };
    }
    return onDisk(path, async () => {
      await this.#prepare();
      const stored = await compress(bytes);
      await this.#writeWhole(path, stored, durable);
      return { id, storedBytes: stored.length };
    });
  }

  async #writeWhole(path: string, stored: Uint8Array, durable: boolean): Promise<void> {
    const draft = join(this.#dir, 'new', randomUUID());
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(stored);
        if (durable) await file.sync();
      } finally {
        await file.close();
      }
      await this.#moveInto(path, draft);
    } catch (thrown) {
      await unlink(draft).catch(() => undefined);
      throw thrown;
    }
  }

  /** The folder is made when the first blob of it comes, and again when somebody took it away. */
  async #moveInto(path: string, draft: string): Promise<void> {
    try {
      await rename(draft, path);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(draft, path);
    }
  }

  /** Once per run: drafts of a process that died are thrown away. */
  #prepare(): Promise<void> {
    const drafts = join(this.#dir, 'new');
    this.#prepared ??= rm(drafts, { recursive: true, force: true })
      .then(() => mkdir(drafts, { recursive: true, mode: 0o700 }))
      .then(
        () => undefined,
        (thrown: unknown) => {
          this.#prepared = undefined;
          throw thrown;
        },
      );
    return this.#prepared;
  }

  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }

  #path(id: string): string {
    return join(this.#dir, id.slice(0, 2), id);
  }
}

/** Two-letter folders; none when the folder is not there yet. */
async function foldersIn(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
}
