import type { AppendMedium, JobMedia, JobMediaSource } from '../job-log/medium';

/** Append-only bytes in memory; they live on when it is closed, until removed. */
export class AppendBuffer implements AppendMedium {
  #bytes = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#size + bytes.length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(64 * 1024, 2 * (this.#size + bytes.length)));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    return Uint8Array.from(this.#bytes.subarray(offset, Math.min(offset + length, this.#size)));
  }

  async truncate(size: number): Promise<void> {
    this.#size = Math.min(size, this.#size);
  }

  async sync(): Promise<void> {
    // Memory is as safe as it will ever be.
  }

  async setAside(suffix: string): Promise<string> {
    return `memory.${suffix}`;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

/** Jobs in memory. */
export class JobBuffers implements JobMediaSource {
  readonly #jobs = new Map<string, JobMedia>();

  async open(jobId: string): Promise<JobMedia> {
    const media = this.#jobs.get(jobId) ?? { journal: new AppendBuffer(), bodies: new AppendBuffer() };
    this.#jobs.set(jobId, media);
    return media;
  }

  async remove(jobId: string): Promise<void> {
    this.#jobs.delete(jobId);
  }
}
