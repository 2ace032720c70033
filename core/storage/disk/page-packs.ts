import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, decompress } from '../compression';
import { onDisk, storageError, systemCode } from '../storage-error';
import { blobId } from './blob-files';

/** Where some bytes lie, compressed: which pack, from which byte on, how many bytes. */
export interface PackPlace {
  readonly pack: number;
  readonly at: number;
  readonly length: number;
}

const defaultFullBytes = 64 * 1024 * 1024;
const packName = /^(\d+)\.pack$/;

/**
 * Compressed bytes one after another in a few append-only files, `<number>.pack`. One write takes in as many contents
 * as wait, which is many times cheaper than a file for each. What is no longer needed goes with its whole pack. Calls
 * that write must take turns; no file stays open between calls.
 */
export class PagePacks {
  readonly #dir: string;
  readonly #fullBytes: number;
  /** Sizes by number. */
  #known: Promise<Map<number, number>> | undefined;

  /** A pack that has grown to `fullBytes` is followed by a new one; 64 MB when absent. */
  constructor(dir: string, fullBytes = defaultFullBytes) {
    this.#dir = dir;
    this.#fullBytes = fullBytes;
  }

  /** Compresses and appends contents with one write; gives back their places in order. */
  async append(contents: readonly Uint8Array[]): Promise<readonly PackPlace[]> {
    return this.appendStored(await Promise.all(contents.map(compress)));
  }

  /** Appends what `readStored` gave. A pack or folder that somebody took away is no obstacle. */
  async appendStored(stored: readonly Uint8Array[]): Promise<readonly PackPlace[]> {
    try {
      return await this.#append(stored);
    } catch (thrown) {
      if (!(thrown instanceof Error) || systemCode(thrown.cause) !== 'ENOENT') throw thrown;
      this.#known = undefined;
      return this.#append(stored);
    }
  }

  async #append(stored: readonly Uint8Array[]): Promise<readonly PackPlace[]> {
    const pack = await this.current();
    const sizes = await this.#sizes();
    const start = sizes.get(pack) ?? 0;
    const bytes = Buffer.concat(stored);
    await this.#write(pack, bytes, start);
    sizes.set(pack, start + bytes.length);
    let at = start;
    return stored.map(({ length }) => {
      at += length;
      return { pack, at: at - length, length };
    });
  }

  /** The contents at a place; undefined when they are gone or not those of that id. */
  async read(place: PackPlace, id: string): Promise<Uint8Array | undefined> {
    const stored = await this.readStored(place);
    const bytes = stored && (await decompress(stored).catch(() => undefined));
    return bytes && blobId(bytes) === id ? bytes : undefined;
  }

  /** The compressed bytes at a place; undefined when they are gone. Rejects when they may be there but cannot be read. */
  async readStored({ pack, at, length }: PackPlace): Promise<Uint8Array | undefined> {
    const size = (await this.#sizes()).get(pack) ?? 0;
    if (!(at >= 0 && length >= 0 && at + length <= size)) return undefined;
    const file = await open(this.#path(pack), 'r').catch((thrown: unknown) => {
      if (systemCode(thrown) === 'ENOENT') return undefined;
      throw storageError(thrown, this.#path(pack));
    });
    if (!file) return undefined;
    try {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      return bytesRead === length ? buffer : undefined;
    } catch (thrown) {
      throw storageError(thrown, this.#path(pack));
    } finally {
      await file.close();
    }
  }

  /** The pack that takes the next bytes. */
  async current(): Promise<number> {
    const last = (await this.list()).at(-1) ?? { pack: 0, bytes: 0 };
    return last.bytes < this.#fullBytes ? last.pack : last.pack + 1;
  }

  /** Every pack with its size in bytes, oldest first. */
  async list(): Promise<readonly { readonly pack: number; readonly bytes: number }[]> {
    const packs = [...(await this.#sizes())].sort(([a], [b]) => a - b);
    return packs.map(([pack, bytes]) => ({ pack, bytes }));
  }

  /** Removes a pack with all in it. */
  async drop(pack: number): Promise<void> {
    await onDisk(this.#path(pack), () => rm(this.#path(pack), { force: true }));
    (await this.#sizes()).delete(pack);
  }

  /** Writes by position, so that what a failed write left behind is overwritten by the next. */
  async #write(pack: number, bytes: Uint8Array, start: number): Promise<void> {
    await onDisk(this.#path(pack), async () => {
      if (start === 0) await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      const file = await open(this.#path(pack), start === 0 ? 'w' : 'r+', 0o600);
      try {
        for (let done = 0; done < bytes.length; ) {
          done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
        }
      } finally {
        await file.close();
      }
    });
  }

  #sizes(): Promise<Map<number, number>> {
    this.#known ??= this.#look().catch((thrown: unknown) => {
      this.#known = undefined;
      throw thrown;
    });
    return this.#known;
  }

  /** Only a folder that is not there counts as empty: any other would be written over. */
  async #look(): Promise<Map<number, number>> {
    const names = await readdir(this.#dir).catch((thrown: unknown) => {
      if (systemCode(thrown) === 'ENOENT') return [];
      throw storageError(thrown, this.#dir);
    });
    const sizes = names
      .filter((name) => packName.test(name))
      .map(async (name) => [Number.parseInt(name, 10), (await stat(join(this.#dir, name))).size] as const);
    return new Map(await onDisk(this.#dir, () => Promise.all(sizes)));
  }

  #path(pack: number): string {
    return join(this.#dir, `${pack}.pack`);
  }
}
