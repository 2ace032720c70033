import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../common/model';
import type { ScrapeRecord, ScrapeStore } from '../ports/jobs/history';

interface Pending {
  readonly record: ScrapeRecord;
  readonly result?: Result;
  /** Settles once the record has been written or the write has failed. Never rejects. */
  readonly settled: Promise<unknown>;
}

/** History of single scrapes. In this process, a record can be read even before it is written. */
export class PendingScrapes implements ScrapeStore {
  readonly #store: ScrapeStore;
  readonly #pending = new Map<string, Pending>();

  constructor(store: ScrapeStore) {
    this.#store = store;
  }

  async put(record: ScrapeRecord, result?: Result): Promise<void> {
    const written = this.#write(record, result, this.#pending.get(record.id)?.settled);
    const pending = { record, result, settled: written.catch(() => undefined) };
    this.#pending.set(record.id, pending);
    try {
      await written;
    } finally {
      if (this.#pending.get(record.id) === pending) this.#pending.delete(record.id);
    }
  }

  /**
   * Writes a record once the response has been sent, because copying a large result to the storage thread takes time.
   */
  async #write(record: ScrapeRecord, result: Result | undefined, earlier: Promise<unknown> | undefined): Promise<void> {
    await Promise.all([nextTurn(), earlier]);
    await this.#store.put(record, result);
  }

  /** Waits until all records added so far have been written. */
  async settled(): Promise<void> {
    await Promise.all([...this.#pending.values()].map(({ settled }) => settled));
  }

  async list(options: Parameters<ScrapeStore['list']>[0]): Promise<readonly ScrapeRecord[]> {
    await this.settled();
    return this.#store.list(options);
  }

  async record(id: string): Promise<ScrapeRecord | undefined> {
    return this.#pending.get(id)?.record ?? this.#store.record(id);
  }

  async result(id: string): Promise<Result | undefined> {
    const pending = this.#pending.get(id);
    return pending ? pending.result : this.#store.result(id);
  }

  async remove(id: string): Promise<boolean> {
    await this.#pending.get(id)?.settled;
    return this.#store.remove(id);
  }

  async expire(before: Date, maxRecords: number): Promise<number> {
    await this.settled();
    return this.#store.expire(before, maxRecords);
  }
}
