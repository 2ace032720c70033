import { randomUUID } from 'node:crypto';
import { rankCached } from '../cache-choice';
import type { StorageContext } from '../context';
import type { BlobStore, CachedPage, CacheLimits, PageCache } from '../ports';
import type { BlobReferences } from './blob-references';
import type { DocumentFile, Row } from './document-file';

/** One cached copy of a page. */
export interface CacheRow extends Row {
  readonly key: string;
  readonly statusCode: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Everything but the bytes, as JSON text. */
  readonly head: string;
  /** The body first, then captures in the order of `head`. */
  readonly blobs: readonly string[];
  readonly bytes: number;
}

interface Head extends Omit<CachedPage, 'body' | 'captures' | 'statusCode'> {
  readonly captures: readonly { readonly type: string; readonly mediaType: string }[];
}

/** What a page cache is made of. */
export interface DiskPageCacheParts {
  readonly file: DocumentFile<CacheRow>;
  readonly blobs: BlobStore;
  readonly references: BlobReferences;
  readonly context: StorageContext;
}

/** Cached pages: an index in NeDB, bodies and captures in blobs, an unchanged body written once. */
export class DiskPageCache implements PageCache {
  readonly #parts: DiskPageCacheParts;

  constructor(parts: DiskPageCacheParts) {
    this.#parts = parts;
    parts.references.register(async (id) => (await parts.file.find('blobs', id)).length > 0);
  }

  async find(key: string, maxAgeMs: number): Promise<CachedPage | undefined> {
    const oldest = this.#parts.context.clock.now() - maxAgeMs;
    const rows = (await this.#parts.file.find('key', key)).filter((row) => row.at > oldest);
    for (const row of rankCached(rows)) {
      const page = await this.#read(row);
      if (page) return page;
      await this.#remove([row]);
    }
    return undefined;
  }

  async put(key: string, page: CachedPage): Promise<void> {
    const { captures, body, statusCode, ...facts } = page;
    const list = Object.entries(captures);
    const head: Head = { ...facts, captures: list.map(([type, { mediaType }]) => ({ type, mediaType })) };
    const contents = [body, ...list.map(([, { bytes }]) => bytes)];
    await this.#parts.references.keep(contents, { durable: false }, async (kept) => {
      await this.#parts.file.put({
        _id: randomUUID(),
        key,
        statusCode,
        at: Date.parse(page.cachedAt),
        head: JSON.stringify(head),
        blobs: kept.map(({ id }) => id),
        bytes: kept.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
      });
    });
    const rows = await this.#parts.file.find('key', key);
    const worthKeeping = new Set(rankCached(rows));
    await this.#remove(rows.filter((row) => !worthKeeping.has(row)));
  }

  async trim(limits: CacheLimits): Promise<number> {
    const rows = [...(await this.#parts.file.all())].sort((a, b) => b.at - a.at);
    const oldest = this.#parts.context.clock.now() - limits.maxAgeMs;
    let bytes = 0;
    const gone = rows.filter((row, place) => {
      bytes += row.bytes;
      return row.at <= oldest || place >= limits.maxEntries || bytes > limits.maxBytes;
    });
    await this.#remove(gone);
    await this.#parts.file.compact();
    return gone.length;
  }

  async #read(row: CacheRow): Promise<CachedPage | undefined> {
    const contents = await Promise.all(row.blobs.map((id) => this.#parts.blobs.get(id)));
    const [body, ...captured] = contents;
    if (!body || contents.includes(undefined)) return undefined;
    const { captures, ...facts } = JSON.parse(row.head) as Head;
    const named = captures.map(
      ({ type, mediaType }, place) => [type, { bytes: captured[place] ?? new Uint8Array(), mediaType }] as const,
    );
    return { ...facts, statusCode: row.statusCode, body, captures: Object.fromEntries(named) };
  }

  async #remove(rows: readonly CacheRow[]): Promise<void> {
    for (const row of rows) await this.#parts.file.remove(row._id);
    await this.#parts.references.release(rows.flatMap((row) => row.blobs));
  }
}
