import { randomUUID } from 'node:crypto';
import { AppError } from '../../common/errors';
import { rankCached } from '../cache-choice';
import type { StorageContext } from '../context';
import type { CachedPage, CacheLimits, PageCache } from '../ports';
import { blobId } from './blob-files';
import type { DocumentFile, Row } from './document-file';
import type { PackPlace, PagePacks } from './page-packs';

/** Some bytes of a cached page: what they are, and where they lie. */
export interface CachedPart extends PackPlace {
  /** SHA-256, hex. */
  readonly id: string;
}

/** One cached copy of a page. */
export interface CacheRow extends Row {
  readonly key: string;
  readonly statusCode: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Everything but the bytes, as JSON text. */
  readonly head: string;
  /** Id of the body, so that an unchanged one is kept once. */
  readonly body: string;
  /** The body first, then captures in the order of `head`. */
  readonly parts: readonly CachedPart[];
}

interface Head extends Omit<CachedPage, 'body' | 'captures' | 'statusCode'> {
  readonly captures: readonly { readonly type: string; readonly mediaType: string }[];
}

/** What a page cache is made of. */
export interface DiskPageCacheParts {
  readonly file: DocumentFile<CacheRow>;
  readonly packs: PagePacks;
  readonly context: StorageContext;
}

interface Waiting {
  readonly key: string;
  readonly page: CachedPage;
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/** Copies that come within this time are written together, in milliseconds. */
const groupMs = 50;

/** So many bytes may wait for a slow disk; further copies are refused rather than filling the memory. */
const mostWaitingBytes = 64 * 1024 * 1024;

/**
 * Cached pages: an index in NeDB, bodies and captures by content in packs. Copies are written in groups; until then
 * they are found in memory.
 */
export class DiskPageCache implements PageCache {
  readonly #parts: DiskPageCacheParts;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: DiskPageCacheParts) {
    this.#parts = parts;
  }

  async find(key: string, maxAgeMs: number): Promise<CachedPage | undefined> {
    const oldest = this.#parts.context.clock.now() - maxAgeMs;
    const fresh = this.#waiting.filter((entry) => entry.key === key).map(({ page }) => candidate(page));
    const rows = await this.#parts.file.find('key', key);
    for (const found of rankCached([...rows, ...fresh].filter(({ at }) => at > oldest))) {
      const page = 'page' in found ? found.page : await this.#read(found);
      if (page) return page;
    }
    return undefined;
  }

  async put(key: string, page: CachedPage): Promise<void> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const bytes = contentsOf(page).reduce((sum, { length }) => sum + length, 0);
    if (this.#waiting.length > 0 && this.#waitingBytes + bytes > mostWaitingBytes) {
      throw new AppError('STORAGE_ERROR', `The disk is too slow to cache ${page.url}; it is fetched anew next time.`);
    }
    await new Promise<void>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#flushSoon();
      this.#waiting.push({ key, page, bytes, resolve, reject });
      this.#waitingBytes += bytes;
    });
  }

  async trim(limits: CacheLimits): Promise<number> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    return this.#inTurn(async () => {
      const rows = [...(await this.#parts.file.all())].sort((a, b) => b.at - a.at);
      const oldest = this.#parts.context.clock.now() - limits.maxAgeMs;
      let bytes = 0;
      const gone = rows.filter((row, place) => {
        bytes += partsOf(row).reduce((sum, { length }) => sum + length, 0);
        return partsOf(row).length === 0 || row.at <= oldest || place >= limits.maxEntries || bytes > limits.maxBytes;
      });
      await this.#parts.file.removeAll(gone.map(({ _id }) => _id));
      await this.#compact();
      return gone.length;
    });
  }

  /** Writes what waits; later copies are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) await this.#flush();
    await this.#writing;
  }

  /** One write at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  #flush(): Promise<void> {
    return this.#inTurn(async () => {
      const batch = this.#waiting;
      if (batch.length === 0) return;
      try {
        await this.#write(batch);
        for (const { resolve } of batch) resolve();
      } catch (thrown) {
        for (const { reject } of batch) reject(thrown);
      } finally {
        this.#waiting = this.#waiting.slice(batch.length);
        this.#waitingBytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
        if (this.#waiting.length > 0 && !this.#closed) this.#flushSoon();
      }
    });
  }

  #flushSoon(): void {
    this.#timer = setTimeout(() => void this.#flush(), groupMs);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { file, packs } = this.#parts;
    const pages = batch.map(({ key, page }) => ({ key, page, contents: contentsOf(page) }));
    const fresh = new Map<string, Uint8Array>();
    const known = new Map<string, CachedPart>();
    for (const bytes of pages.flatMap(({ contents }) => contents)) {
      const id = blobId(bytes);
      const part = await this.#placeOf(id);
      if (part) known.set(id, part);
      else fresh.set(id, bytes);
    }
    const places = await packs.append([...fresh.values()]);
    [...fresh.keys()].forEach((id, index) => {
      const place = places[index];
      if (place) known.set(id, { id, ...place });
    });
    const rows = pages.map(({ key, page, contents }) => toRow(key, page, contents.map(blobId), known));
    await file.addAll(rows);
    await this.#forget(new Set(pages.map(({ key }) => key)));
  }

  /** Where a body lies already; copies that say so wrongly are forgotten, or they would take the new one with them. */
  async #placeOf(id: string): Promise<CachedPart | undefined> {
    const { file, packs } = this.#parts;
    const lost: string[] = [];
    let found: CachedPart | undefined;
    for (const row of await file.find('body', id)) {
      const part = partsOf(row)[0];
      if (part && (await packs.read(part, id))) found = part;
      else lost.push(row._id);
      if (found) break;
    }
    await file.removeAll(lost);
    return found;
  }

  /** Copies of these keys that newer ones make useless. */
  async #forget(keys: ReadonlySet<string>): Promise<void> {
    const { file } = this.#parts;
    const useless: string[] = [];
    for (const key of keys) {
      const rows = await file.find('key', key);
      const worthKeeping = new Set(rankCached(rows));
      for (const row of rows) if (!worthKeeping.has(row)) useless.push(row._id);
    }
    await file.removeAll(useless);
  }

  /**
   * Packs hold what rows point to and what none does. Useless packs go first, which makes room; then what is left in
   * wasteful ones moves on.
   */
  async #compact(): Promise<void> {
    const { file, packs } = this.#parts;
    await file.compact();
    const used = usedBytes(await file.all());
    for (const { pack } of await packs.list()) if (!used.has(pack)) await packs.drop(pack);
    const current = await packs.current();
    for (const { pack, bytes } of await packs.list()) {
      if (pack === current || (used.get(pack) ?? 0) > bytes / 2) continue;
      const moved = new Map<number, PackPlace>();
      const rows = (await file.all()).filter((row) => partsOf(row).some((part) => part.pack === pack));
      for (const row of rows) await this.#move(row, pack, moved);
      await packs.drop(pack);
    }
  }

  /** Takes a row's bytes out of a pack, those of several rows once; a row whose bytes are gone goes. */
  async #move(row: CacheRow, pack: number, moved: Map<number, PackPlace>): Promise<void> {
    const { file, packs } = this.#parts;
    const parts: CachedPart[] = [];
    for (const part of row.parts) {
      if (part.pack === pack && !moved.has(part.at)) {
        const stored = await packs.readStored(part);
        const [place] = stored ? await packs.appendStored([stored]) : [];
        if (!place) return void (await file.remove(row._id));
        moved.set(part.at, place);
      }
      parts.push(part.pack === pack ? { ...part, ...moved.get(part.at) } : part);
    }
    await file.put({ ...row, parts });
  }

  /** Undefined when bytes are missing, damaged or out of reach for now. */
  async #read(row: CacheRow): Promise<CachedPage | undefined> {
    const { packs, context } = this.#parts;
    try {
      const contents = await Promise.all(partsOf(row).map((part) => packs.read(part, part.id)));
      return toPage(row, contents) ?? (await this.#readMoved(row));
    } catch (thrown) {
      context.log.warn(`A cached page could not be read: ${String(thrown)}`);
      return undefined;
    }
  }

  /** A row whose bytes are not where it says has been moved in the meantime, or is forgotten. */
  async #readMoved(row: CacheRow): Promise<CachedPage | undefined> {
    const { file, context } = this.#parts;
    const now = await file.get(row._id);
    if (!now) return undefined;
    if (JSON.stringify(now.parts) !== JSON.stringify(row.parts)) return this.#read(now);
    context.log.warn('A cached page is missing or damaged and was forgotten.');
    await file.remove(row._id);
    return undefined;
  }
}

/** None in a row that an older version or damage left. */
const partsOf = ({ parts }: { readonly parts?: readonly CachedPart[] }): readonly CachedPart[] => parts ?? [];

const candidate = (page: CachedPage) => ({ statusCode: page.statusCode, at: Date.parse(page.cachedAt), page });

const contentsOf = ({ body, captures }: CachedPage): readonly Uint8Array[] => [
  body,
  ...Object.values(captures).map(({ bytes }) => bytes),
];

/** Bytes that rows point to, by pack. */
function usedBytes(rows: readonly CacheRow[]): ReadonlyMap<number, number> {
  const places = new Map(rows.flatMap(partsOf).map((part) => [`${part.pack} ${part.at}`, part]));
  const used = new Map<number, number>();
  for (const { pack, length } of places.values()) used.set(pack, (used.get(pack) ?? 0) + length);
  return used;
}

/** Undefined unless everything is there. */
function toPage(row: CacheRow, contents: readonly (Uint8Array | undefined)[]): CachedPage | undefined {
  const [body, ...captured] = contents;
  if (!body || contents.includes(undefined)) return undefined;
  const { captures, ...facts } = JSON.parse(row.head) as Head;
  const named = captures.map(
    ({ type, mediaType }, place) => [type, { bytes: captured[place] ?? new Uint8Array(), mediaType }] as const,
  );
  return { ...facts, statusCode: row.statusCode, body, captures: Object.fromEntries(named) };
}

function toRow(
  key: string,
  page: CachedPage,
  ids: readonly string[],
  known: ReadonlyMap<string, CachedPart>,
): CacheRow {
  const { captures, body: _body, statusCode, ...facts } = page;
  const list = Object.entries(captures).map(([type, { mediaType }]) => ({ type, mediaType }));
  const head: Head = { ...facts, captures: list };
  return {
    _id: randomUUID(),
    key,
    statusCode,
    at: Date.parse(page.cachedAt),
    head: JSON.stringify(head),
    body: ids[0] ?? '',
    parts: ids.map((id) => known.get(id)).filter((part) => part !== undefined),
  };
}
