import { createHash } from 'node:crypto';
import type { BlobStore, Snapshot, TrackingStore } from '../ports';
import type { BlobReferences } from './blob-references';
import type { DocumentFile, Row } from './document-file';

/** Where the last snapshot of a URL and tag is: its text in the first blob, its JSON in the second. */
export interface TrackingRow extends Row {
  readonly scrapedAt: string;
  readonly statusCode: number;
  readonly blobs: readonly string[];
}

/** What a tracking store is made of. */
export interface DiskTrackingStoreParts {
  readonly file: DocumentFile<TrackingRow>;
  readonly blobs: BlobStore;
  readonly references: BlobReferences;
}

const rowId = (url: string, tag: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(tag === undefined ? [url] : [url, tag]))
    .digest('hex');

/** Snapshots for change tracking: an index in NeDB, texts in blobs. */
export class DiskTrackingStore implements TrackingStore {
  readonly #parts: DiskTrackingStoreParts;

  constructor(parts: DiskTrackingStoreParts) {
    this.#parts = parts;
    parts.references.register(async (id) => (await parts.file.find('blobs', id)).length > 0);
  }

  async last(url: string, tag: string | undefined): Promise<Snapshot | undefined> {
    const row = await this.#parts.file.get(rowId(url, tag));
    if (!row) return undefined;
    const [markdown, json] = await Promise.all(row.blobs.map((id) => this.#parts.blobs.get(id)));
    if (!markdown || (row.blobs.length > 1 && !json)) return undefined;
    const snapshot = {
      scrapedAt: row.scrapedAt,
      markdown: Buffer.from(markdown).toString('utf8'),
      statusCode: row.statusCode,
    };
    return json ? { ...snapshot, json: JSON.parse(Buffer.from(json).toString('utf8')) as unknown } : snapshot;
  }

  async put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void> {
    const { file, references } = this.#parts;
    const _id = rowId(url, tag);
    const replaced = await file.get(_id);
    const texts = [snapshot.markdown, ...(snapshot.json === undefined ? [] : [JSON.stringify(snapshot.json)])];
    const contents = texts.map((text) => Buffer.from(text));
    await references.keep(contents, { durable: true }, async (kept) => {
      const { scrapedAt, statusCode } = snapshot;
      await file.put({ _id, scrapedAt, statusCode, blobs: kept.map(({ id }) => id) });
    });
    if (replaced) await references.release(replaced.blobs);
  }
}
