import type { Result } from '../../common/model';
import { byText, newest } from '../newest';
import type { ScrapeRecord, ScrapeStore } from '../ports';

const byAge = (a: ScrapeRecord, b: ScrapeRecord): number => byText(a.createdAt, b.createdAt) || byText(a.id, b.id);

/** History of single scrapes in memory. */
export class MemoryScrapeStore implements ScrapeStore {
  readonly #records = new Map<string, ScrapeRecord>();
  readonly #results = new Map<string, Result>();

  async put(record: ScrapeRecord, result?: Result): Promise<void> {
    this.#records.set(record.id, record);
    if (result) this.#results.set(record.id, result);
    else this.#results.delete(record.id);
  }

  async list(options: {
    readonly limit: number;
    readonly before?: string;
    readonly search?: string;
  }): Promise<readonly ScrapeRecord[]> {
    const last = options.before === undefined ? undefined : this.#records.get(options.before);
    const wanted = options.search?.toLowerCase() ?? '';
    const records = [...this.#records.values()].filter(
      (record) =>
        (!last || byAge(record, last) < 0) &&
        [record.url, record.title ?? ''].some((text) => text.toLowerCase().includes(wanted)),
    );
    return newest(records, options.limit, byAge);
  }

  async record(id: string): Promise<ScrapeRecord | undefined> {
    return this.#records.get(id);
  }

  async result(id: string): Promise<Result | undefined> {
    return this.#results.get(id);
  }

  async remove(id: string): Promise<boolean> {
    this.#results.delete(id);
    return this.#records.delete(id);
  }

  async expire(before: Date, maxRecords: number): Promise<number> {
    const sorted = [...this.#records.values()].sort(byAge);
    const surplus = sorted.slice(0, Math.max(0, sorted.length - maxRecords));
    for (const { id } of surplus) await this.remove(id);
    const old = [...this.#results.keys()].filter((id) => {
      const record = this.#records.get(id);
      return record !== undefined && record.finishedAt < before.toISOString();
    });
    for (const id of old) this.#results.delete(id);
    return surplus.length + old.length;
  }
}
