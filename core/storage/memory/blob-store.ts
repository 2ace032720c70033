import { createHash } from 'node:crypto';
import type { BlobStore } from '../ports';

/** Blobs in memory. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, Uint8Array>();

  async put(bytes: Uint8Array): Promise<string> {
    const id = createHash('sha256').update(bytes).digest('hex');
    this.#blobs.set(id, Uint8Array.from(bytes));
    return id;
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    return this.#blobs.get(id);
  }

  async remove(id: string): Promise<void> {
    this.#blobs.delete(id);
  }
}
