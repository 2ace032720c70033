import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CapturedFile } from '../../../common/model';
import type { StorageContext } from '../../../ports/context';
import { type CachedPage, type CacheLimits, type PageCache, rankCached } from '../../../ports/page-stores';
import { BatchedWrites } from '../../database/batched-writes';
import type { SqlDatabase } from '../../database/database';
import type { PageWords } from '../../database/dialect';
import { insertsOf, prepared, preparedInsert, together } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db, Row } from '../../database/schema';
import type { Contents } from '../../sql/contents';
import { SqlStore } from '../../sql/sql-store';
import { addedText, indexTexts, removeTexts } from '../search/sql-page-index';
import { type Copy, putBatchSize, type ReadyPage, refreshUnchanged } from './sql-unchanged-copies';

interface Head extends Omit<CachedPage, 'body' | 'captures' | 'statusCode' | 'text'> {
  readonly captures: readonly ({ readonly type: string } & Omit<CapturedFile, 'bytes'>)[];
}

/** Number of entries deleted per transaction. Other work can run between transactions. */
const removedAtOnce = 100;

const insertPages = insertsOf('cached_page', ['key', 'status', 'at', 'head', 'bytes']);
const insertPart = preparedInsert('cached_part', ['page', 'part', 'content']);
const findPages = prepared((db, { key, oldest }: { readonly key: string; readonly oldest: number }) =>
  db.selectFrom('cached_page').selectAll().where('key', '=', key).where('at', '>', oldest),
);
/**
 * Batching delay for cached pages, in ms. Applies to databases where a write costs a round trip to a server. No caller
 * waits for these writes.
 */
const gatherMs = 200;
/**
 * Selects the copies with the given keys. Joins a list of values, because PostgreSQL's hash index does not support `in`
 * with parameters.
 */
const copiesOf = prepared((db, keys: RowValues<string>) => {
  const values = padded(keys, putBatchSize, '').map((key) => sql`(cast(${key} as text))`);
  return db
    .selectFrom('cached_page')
    .select(['id', 'key', 'status', 'at'])
    .where(sql<boolean>`key in (values ${sql.join(values)})`);
});

/** Page cache in SQL. A body that several copies share is stored only once. */
export class SqlPageCache extends SqlStore implements PageCache {
  readonly #putting = new Map<string, Promise<void>>();
  /** Writes pages. Each call resolves with the older copies that the page replaced. */
  readonly #puts: BatchedWrites<ReadyPage, readonly SeenCopy[]>;
  readonly #removals: BatchedWrites<readonly SeenCopy[], undefined>;

  constructor(database: SqlDatabase, context: StorageContext, contents?: Contents) {
    super(database, context, contents);
    const write = <T>(work: (db: Db) => Promise<T>) => database.write(work, 'cache');
    this.#puts = new BatchedWrites({
      database: { write },
      maxCalls: putBatchSize,
      gatherMs: database.isShared ? gatherMs : undefined,
      work: (db, pages) => this.#putAll(db, pages),
    });
    this.#removals = new BatchedWrites({
      database: { write },
      maxCalls: putBatchSize,
      work: async (db, copies) => {
        await remove(this.#parts(db), copies.flat());
        return copies.map(() => undefined);
      },
    });
  }

  /** Finds a cached copy. If the page is still being written, waits for the write first. */
  async find(key: string, maxAgeMs: number): Promise<CachedPage | undefined> {
    await this.#putting.get(key)?.catch(() => undefined);
    const oldest = this.now - maxAgeMs;
    const damaged: SeenCopy[] = [];
    const found = await this.database.read(async (db) => {
      for (const row of rankCached(await findPages(db, { key, oldest }))) {
        const page = await read(db, this.contents, row);
        if (page) return page;
        damaged.push(row);
      }
      return undefined;
    });
    if (damaged.length > 0) {
      this.context.log.warn('A cached page was missing or damaged, so its cache entry was discarded.');
      await this.#removals.add(damaged);
    }
    return found;
  }

  async put(key: string, page: CachedPage): Promise<void> {
    const putting = this.#put(key, page);
    this.#putting.set(key, putting);
    try {
      await putting;
    } finally {
      if (this.#putting.get(key) === putting) this.#putting.delete(key);
    }
  }

  /** Waits for all pending writes. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#putting.values());
  }

  async #put(key: string, page: CachedPage): Promise<void> {
    const { captures, body, statusCode: status, text, ...facts } = page;
    const list = Object.entries(captures).map(([type, { bytes: _, ...file }]) => ({ type, ...file }));
    const head = JSON.stringify({ ...facts, captures: list } satisfies Head);
    const contents = [body, ...Object.values(captures).map(({ bytes }) => bytes)];
    const ready = await Promise.all(contents.map((each) => this.contents.ready(each)));
    const row = { key, status, at: Date.parse(page.cachedAt), head };
    const outdated = await this.#puts.add({ row, url: page.url, contents: ready, text });
    // Removes outdated copies in a separate transaction. Two transactions that both store and drop content could
    // deadlock.
    if (outdated.length > 0) await this.#removals.add(outdated);
  }

  async #putAll(db: Db, pages: readonly ReadyPage[]): Promise<readonly (readonly SeenCopy[])[]> {
    const keys = pages.map(({ row }) => row.key);
    const before = await copiesOf(db, padded(keys, putBatchSize, ''));
    const unchanged = await refreshUnchanged(db, pages, before);
    const changed = pages.filter((page) => !unchanged.has(page));
    const ids = await this.#insert(db, changed);
    const copies: readonly Copy[] = [...before, ...changed.map(({ row }, place) => ({ ...row, id: ids[place] ?? 0 }))];
    const useful = new Set(unchanged.values());
    for (const { row } of changed)
      for (const { id } of rankCached(copies.filter(({ key }) => key === row.key))) useful.add(id);
    const texts = textsOf(changed, ids).filter(({ page }) => useful.has(page));
    await indexTexts(db, this.database.words, texts);
    return pages.map(({ row }, place) => {
      if (keys.indexOf(row.key) !== place) return [];
      return copies.filter(({ id, key }) => key === row.key && !useful.has(id));
    });
  }

  /** Stores pages as new copies. Returns the IDs of the copies. */
  async #insert(db: Db, pages: readonly ReadyPage[]): Promise<readonly number[]> {
    if (pages.length === 0) return [];
    const kept = await this.contents.keepAll(
      db,
      pages.flatMap(({ contents }) => contents),
    );
    const own = pages.map(({ contents }, place) => {
      const before = pages.slice(0, place).reduce((sum, each) => sum + each.contents.length, 0);
      return kept.slice(before, before + contents.length);
    });
    const sizes = own.map((parts) => parts.reduce((sum, { size }) => sum + size, 0));
    const ids = await insertPages(
      db,
      pages.map(({ row }, place) => ({ ...row, bytes: sizes[place] ?? 0 })),
    );
    const parts = own.flatMap((each, place) =>
      each.map(({ id: content }, part) => insertPart.with({ page: ids[place] ?? 0, part, content })),
    );
    await together(db, [...parts, ...textsOf(pages, ids).map((text) => addedText(text))]);
    return ids;
  }

  #parts(db: Db): Parts {
    return { db, contents: this.contents, words: this.database.words };
  }

  async trim(limits: CacheLimits): Promise<number> {
    const oldest = this.now - limits.maxAgeMs;
    const rows = await this.database.read((db) =>
      db.selectFrom('cached_page').select(['id', 'at', 'bytes']).orderBy('at', 'desc').execute(),
    );
    let bytes = 0;
    const gone = rows.filter((row, place) => {
      bytes += row.bytes;
      return row.at <= oldest || place >= limits.maxEntries || bytes > limits.maxBytes;
    });
    let removed = 0;
    for (let at = 0; at < gone.length; at += removedAtOnce) {
      const some = gone.slice(at, at + removedAtOnce);
      removed += await this.database.write((db) => remove(this.#parts(db), some));
      await nextTurn();
    }
    if (removed > 0) await this.database.words.forgetRemoved((work) => this.database.write(work));
    return removed;
  }
}

/** Returns the text rows of pages. Each row contains the ID of the page's copy. */
const textsOf = (pages: readonly ReadyPage[], ids: readonly number[]): readonly Row<'cached_text'>[] =>
  pages.flatMap(({ text, url }, place) => (text ? { ...text, page: ids[place] ?? 0, url } : []));

/** A copy to delete, identified by its ID and time. A refresh changes the time and thereby prevents the deletion. */
type SeenCopy = Pick<Copy, 'id' | 'at'>;

/** Dependencies of a deletion. */
interface Parts {
  readonly db: Db;
  readonly contents: Contents;
  readonly words: PageWords;
}

/**
 * Deletes copies that have not been refreshed since they were read. Returns the number of deleted copies. Runs inside a
 * transaction.
 */
async function remove({ db, contents, words }: Parts, copies: readonly SeenCopy[]): Promise<number> {
  const seen = new Map(copies.map(({ id, at }) => [id, at]));
  const locked = db
    .selectFrom('cached_page')
    .select(['id', 'at'])
    .where('id', 'in', [...seen.keys()]);
  const rows = seen.size > 0 ? await locked.orderBy('id').forUpdate().execute() : [];
  const pages = rows.flatMap(({ id, at }) => (seen.get(id) === at ? id : []));
  if (pages.length === 0) return 0;
  // Deletes the pages first, so that no other process can refresh any of them.
  await db
    .deleteFrom('cached_page')
    .where('id', 'in', [...pages])
    .execute();
  const parts = await db
    .deleteFrom('cached_part')
    .where('page', 'in', [...pages])
    .returning('content')
    .execute();
  await contents.drop(
    db,
    parts.map(({ content }) => content),
  );
  await removeTexts(db, words, pages);
  return pages.length;
}

/** Reads a cached page. Returns undefined if any part is missing. */
async function read(db: Db, contents: Contents, row: Row<'cached_page'>): Promise<CachedPage | undefined> {
  const parts = await db
    .selectFrom('cached_part')
    .select('content')
    .where('page', '=', row.id)
    .orderBy('part')
    .execute();
  const read: Uint8Array[] = [];
  for (const { content } of parts) {
    const bytes = await contents.read(db, content);
    if (!bytes) return undefined;
    read.push(bytes);
  }
  const [body, ...captured] = read;
  const { captures, ...facts } = JSON.parse(row.head) as Head;
  if (!body || captured.length !== captures.length) return undefined;
  const named = captures.map(({ type, ...file }, place) => {
    return [type, { ...file, bytes: captured[place] ?? new Uint8Array() }] as const;
  });
  return { ...facts, statusCode: row.status, body, captures: Object.fromEntries(named) };
}
