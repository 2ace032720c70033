import type { BlobFiles, KeptBlob } from './blob-files';
import { blobId } from './blob-files';

/** Answers whether some record of a store needs a blob. */
export type BlobUse = (id: string) => Promise<boolean>;

/** Knows which records need which blobs, so that shared content goes only with the last of them. */
export class BlobReferences {
  readonly #blobs: BlobFiles;
  readonly #uses: BlobUse[] = [];
  /** Blobs whose record is being written, by count. */
  readonly #pins = new Map<string, number>();

  constructor(blobs: BlobFiles) {
    this.#blobs = blobs;
  }

  /** Adds a store to be asked before a blob goes. */
  register(use: BlobUse): void {
    this.#uses.push(use);
  }

  /** Keeps bytes and then writes the record that points to them; on failure nothing of both remains. */
  async keep(
    contents: readonly Uint8Array[],
    options: { readonly durable: boolean },
    save: (kept: readonly KeptBlob[]) => Promise<void>,
  ): Promise<void> {
    const ids = contents.map(blobId);
    this.#pin(ids, 1);
    try {
      await save(await Promise.all(contents.map((bytes) => this.#blobs.keep(bytes, options))));
    } catch (thrown) {
      this.#pin(ids, -1);
      await this.release(ids).catch(() => undefined);
      throw thrown;
    }
    this.#pin(ids, -1);
  }

  /** Removes those of the blobs that no record needs any more. */
  async release(ids: Iterable<string>): Promise<void> {
    for (const id of new Set(ids)) await this.#blobs.removeIf(id, () => this.#unused(id));
  }

  /** Removes blobs put before a time that no record needs; gives back how many. */
  async sweep(before: Date): Promise<number> {
    let removed = 0;
    for await (const { id, putAt } of this.#blobs.found()) {
      if (putAt < before.getTime() && (await this.#blobs.removeIf(id, () => this.#unused(id)))) removed += 1;
    }
    return removed;
  }

  async #unused(id: string): Promise<boolean> {
    for (const use of this.#uses) if (await use(id)) return false;
    return !this.#pins.has(id);
  }

  #pin(ids: readonly string[], by: 1 | -1): void {
    for (const id of ids) {
      const count = (this.#pins.get(id) ?? 0) + by;
      if (count > 0) this.#pins.set(id, count);
      else this.#pins.delete(id);
    }
  }
}
