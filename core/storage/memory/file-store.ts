import { randomBytes } from 'node:crypto';
import type { Clock } from '../context';
import type { FileStore, StoredFile } from '../ports';

interface Kept {
  readonly file: StoredFile;
  readonly jobId: string | undefined;
  readonly at: number;
}

const lifeMs = 24 * 60 * 60 * 1000;

/** Offered files in memory. */
export class MemoryFileStore implements FileStore {
  readonly #files = new Map<string, Kept>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async put(file: StoredFile, options: { readonly jobId?: string } = {}): Promise<string> {
    const id = randomBytes(24).toString('base64url');
    this.#files.set(id, { file, jobId: options.jobId, at: this.#clock.now() });
    return id;
  }

  async get(id: string): Promise<StoredFile | undefined> {
    const kept = this.#files.get(id);
    return kept && kept.at + lifeMs > this.#clock.now() ? kept.file : undefined;
  }

  async removeJob(jobId: string): Promise<void> {
    this.#drop((kept) => kept.jobId === jobId);
  }

  async expire(before: Date): Promise<number> {
    return this.#drop((kept) => kept.at < before.getTime());
  }

  #drop(unwanted: (kept: Kept) => boolean): number {
    const ids = [...this.#files].filter(([, kept]) => unwanted(kept)).map(([id]) => id);
    for (const id of ids) this.#files.delete(id);
    return ids.length;
  }
}
