import { randomUUID } from 'node:crypto';
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
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/** Copies that come within this time are written together, in milliseconds. */
const groupMs = 50;

/**
 * Cached pages: an index in NeDB, bodies and captures by content in packs. Copies are written in groups; until then
 * they are found in memory.
 */
export class DiskPageCache implements PageCache {
  readonly #parts: DiskPageCacheParts;
  #waiting: Waiting[] = [];
  #writing: Promise<unknown> = Promise.resolve();

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

  put(key: string, page: CachedPage): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#flushSoon();
      this.#waiting.push({ key, page, resolve, reject });
    });
  }

  async trim(limits: CacheLimits): Promise<number> {
    return this.#inTurn(async () => {
      const rows = [...(await this.#parts.file.all())].sort((a, b) => b.at - a.at);
      const oldest = this.#parts.context.clock.now() - limits.maxAgeMs;
      let bytes = 0;
      const gone = rows.filter((row, place) => {
        bytes += row.parts.reduce((sum, { length }) => sum + length, 0);
        return row.at <= oldest || place >= limits.maxEntries || bytes > limits.maxBytes;
      });
      await this.#parts.file.removeAll(gone.map(({ _id }) => _id));
      await this.#compact();
      return gone.length;
    });
  }

  /** Writes what waits. */
  async close(): Promise<void> {
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
        if (this.#waiting.length > 0) this.#flushSoon();
      }
    });
  }

  #flushSoon(): void {
    setTimeout(() => this.#flush(), groupMs);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { file, packs } = this.#parts;
    const pages = batch.map(({ key, page }) => ({ key, page, contents: contentsOf(page) }));
    const fresh = new Map<string, Uint8Array>();
    const known = new Map<string, CachedPart>();
    for (const bytes of pages.flatMap(({ contents }) => contents)) {
      const id = blobId(bytes);
      const part = (await file.find('body', id))[0]?.parts[0];
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

  /** Packs hold what rows point to and what none does: useless ones go, and what is left in wasteful ones moves on. */
  async #compact(): Promise<void> {
    const { file, packs } = this.#parts;
    await file.compact();
    const current = await packs.current();
    for (const { pack, bytes } of await packs.list()) {
      const rows = (await file.all()).filter(({ parts }) => parts.some((part) => part.pack === pack));
      const live = new Map(rows.flatMap(({ parts }) => parts).map((part) => [`${part.pack} ${part.at}`, part.length]));
      const used = [...live.values()].reduce((sum, length) => sum + length, 0);
      if (used > bytes / 2 || (pack === current && used > 0)) continue;
      for (const row of rows) await this.#move(row);
      if (pack !== current || bytes > 0) await packs.drop(pack);
    }
  }

  /** Takes a row's bytes to the newest pack; a row whose bytes cannot be read goes. */
  async #move(row: CacheRow): Promise<void> {
    const { file, packs } = this.#parts;
    const stored = await Promise.all(row.parts.map((part) => packs.readStored(part)));
    const whole = stored.filter((bytes) => bytes !== undefined);
    if (whole.length < stored.length) return void (await file.remove(row._id));
    const places = await packs.appendStored(whole);
    await file.put({ ...row, parts: row.parts.map((part, index) => ({ ...part, ...places[index] })) });
  }

  /** Undefined when bytes are missing or damaged; such a copy is forgotten. */
  async #read(row: CacheRow): Promise<CachedPage | undefined> {
    const { file, packs, context } = this.#parts;
    const contents = await Promise.all(row.parts.map((part) => packs.read(part, part.id)));
    const [body, ...captured] = contents;
    if (!body || contents.includes(undefined)) {
      context.log.warn('A cached page is missing or damaged and was forgotten.');
      await file.remove(row._id);
      return undefined;
    }
    const { captures, ...facts } = JSON.parse(row.head) as Head;
    const named = captures.map(
      ({ type, mediaType }, place) => [type, { bytes: captured[place] ?? new Uint8Array(), mediaType }] as const,
    );
    return { ...facts, statusCode: row.statusCode, body, captures: Object.fromEntries(named) };
  }
}

const candidate = (page: CachedPage) => ({ statusCode: page.statusCode, at: Date.parse(page.cachedAt), page });

const contentsOf = ({ body, captures }: CachedPage): readonly Uint8Array[] => [
  body,
  ...Object.values(captures).map(({ bytes }) => bytes),
];

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
