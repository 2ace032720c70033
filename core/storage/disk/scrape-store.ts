import type { Result } from '../../common/model';
import { byText, newest } from '../newest';
import type { BlobStore, ScrapeRecord, ScrapeStore } from '../ports';
import type { BlobReferences } from './blob-references';
import type { DocumentFile, Row } from './document-file';

/** A past scrape: what is searched and sorted by, the record as text (it takes a third of the memory), its result. */
export interface ScrapeRow extends Row {
  readonly url: string;
  readonly title: string;
  readonly createdAt: string;
  readonly finishedAt: string;
  readonly text: string;
  readonly blob?: string;
}

/** What a scrape store is made of. */
export interface DiskScrapeStoreParts {
  readonly file: DocumentFile<ScrapeRow>;
  readonly blobs: BlobStore;
  readonly references: BlobReferences;
}

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const byAge = (a: ScrapeRow, b: ScrapeRow): number => byText(a.createdAt, b.createdAt) || byText(a._id, b._id);
const recordOf = (row: ScrapeRow): ScrapeRecord => JSON.parse(row.text) as ScrapeRecord;

/** History of single scrapes: rows in NeDB, results in blobs. */
export class DiskScrapeStore implements ScrapeStore {
  readonly #parts: DiskScrapeStoreParts;

  constructor(parts: DiskScrapeStoreParts) {
    this.#parts = parts;
    parts.references.register(async (id) => (await parts.file.find('blob', id)).length > 0);
  }

  async put(record: ScrapeRecord, result?: Result): Promise<void> {
    const { file, references } = this.#parts;
    const replaced = (await file.get(record.id))?.blob;
    const row = {
      _id: record.id,
      url: record.url,
      title: record.title ?? '',
      createdAt: record.createdAt,
      finishedAt: record.finishedAt,
      text: JSON.stringify(record),
    };
    if (result) {
      await references.keep([encode(result)], { durable: false }, ([kept]) =>
        file.put({ ...row, blob: kept?.id ?? '' }),
      );
    } else await file.put(row);
    if (replaced) await references.release([replaced]);
  }

  async list(options: {
    readonly limit: number;
    readonly before?: string;
    readonly search?: string;
  }): Promise<readonly ScrapeRecord[]> {
    const { file } = this.#parts;
    const last = options.before === undefined ? undefined : await file.get(options.before);
    const wanted = options.search?.toLowerCase() ?? '';
    const rows = (await file.all()).filter(
      (row) =>
        (!last || byAge(row, last) < 0) &&
        (wanted === '' || row.url.toLowerCase().includes(wanted) || row.title.toLowerCase().includes(wanted)),
    );
    return newest(rows, options.limit, byAge).map(recordOf);
  }

  async record(id: string): Promise<ScrapeRecord | undefined> {
    const row = await this.#parts.file.get(id);
    return row && recordOf(row);
  }

  async result(id: string): Promise<Result | undefined> {
    const blob = (await this.#parts.file.get(id))?.blob;
    const bytes = blob ? await this.#parts.blobs.get(blob) : undefined;
    return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as Result);
  }

  async remove(id: string): Promise<boolean> {
    const row = await this.#parts.file.get(id);
    if (!row) return false;
    await this.#parts.file.remove(id);
    if (row.blob) await this.#parts.references.release([row.blob]);
    return true;
  }

  async expire(before: Date, maxRecords: number): Promise<number> {
    const { file, references } = this.#parts;
    const limit = before.toISOString();
    const rows = await file.all();
    const surplus = [...rows].sort(byAge).slice(0, Math.max(0, rows.length - maxRecords));
    for (const row of surplus) await this.remove(row._id);
    const old = (await file.all()).filter((row) => row.blob && row.finishedAt < limit);
    for (const { blob, ...row } of old) {
      await file.put(row);
      if (blob) await references.release([blob]);
    }
    await file.compact();
    return surplus.length + old.length;
  }
}
