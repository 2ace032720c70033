import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CapturedFile } from '../common/model';
import type { PageWords } from '../database/dialect';
import { prepared, preparedInsert } from '../database/prepared';
import type { Db, Row } from '../database/schema';
import { addText, removeTexts } from '../search/sql-page-index';
import type { Contents, KeptContent } from '../storage/sql/contents';
import { SqlStore } from '../storage/sql/sql-store';
import type { CachedPage, CacheLimits, PageCache } from './page-stores';
import { rankCached } from './page-stores';

interface Head extends Omit<CachedPage, 'body' | 'captures' | 'statusCode' | 'text'> {
  readonly captures: readonly ({ readonly type: string } & Omit<CapturedFile, 'bytes'>)[];
}

/** Entries removed in one transaction, so that other work comes in between. */
const removedAtOnce = 100;

const insertPage = prepared((db, row: Omit<Row<'cached_page'>, 'id'>) =>
  db
    .insertInto('cached_page')
    .values({ key: row.key, status: row.status, at: row.at, head: row.head, bytes: row.bytes })
    .returning('id'),
);
const insertPart = preparedInsert('cached_part', ['page', 'part', 'content']);
const findPages = prepared((db, { key, oldest }: { readonly key: string; readonly oldest: number }) =>
  db.selectFrom('cached_page').selectAll().where('key', '=', key).where('at', '>', oldest),
);
const copiesOf = prepared((db, { key }: { readonly key: string }) =>
  db.selectFrom('cached_page').select(['id', 'status', 'at']).where('key', '=', key),
);

/** Cached pages in SQL: a body that several copies share is kept once. */
export class SqlPageCache extends SqlStore implements PageCache {
  readonly #putting = new Map<string, Promise<void>>();

  /** Nobody waits until a page is put, so that this does. */
  async find(key: string, maxAgeMs: number): Promise<CachedPage | undefined> {
    await this.#putting.get(key)?.catch(() => undefined);
    const oldest = this.now - maxAgeMs;
    return this.database.read(async (db) => {
      const rows = await findPages(db, { key, oldest });
      for (const row of rankCached(rows)) {
        const page = await read(db, this.contents, row);
        if (page) return page;
        this.context.log.warn('A cached page is missing or damaged and was forgotten.');
        await remove(this.#parts(db), [row.id]);
      }
      return undefined;
    });
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

  async #put(key: string, page: CachedPage): Promise<void> {
    const { captures, body, statusCode: status, text, ...facts } = page;
    const list = Object.entries(captures).map(([type, { bytes: _, ...file }]) => ({ type, ...file }));
    const head = JSON.stringify({ ...facts, captures: list } satisfies Head);
    const contents = [body, ...Object.values(captures).map(({ bytes }) => bytes)];
    const ready = await Promise.all(contents.map((each) => this.contents.ready(each)));
    await this.database.write(async (db) => {
      const kept: KeptContent[] = [];
      for (const each of ready) kept.push(await this.contents.keep(db, each));
      const bytes = kept.reduce((sum, { size }) => sum + size, 0);
      const row = { key, status, at: Date.parse(page.cachedAt), head, bytes };
      const [added] = await insertPage(db, row);
      for (const [part, { id: content }] of kept.entries())
        await insertPart(db, { page: added?.id ?? 0, part, content });
      if (text) await addText(db, this.database.words, added?.id ?? 0, page.url, text);
      const all = await copiesOf(db, { key });
      const useful = new Set(rankCached(all));
      await remove(
        this.#parts(db),
        all.flatMap((one) => (useful.has(one) ? [] : one.id)),
      );
    }, 'cache');
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
    for (let at = 0; at < gone.length; at += removedAtOnce) {
      const ids = gone.slice(at, at + removedAtOnce).map(({ id }) => id);
      await this.database.write((db) => remove(this.#parts(db), ids));
      await nextTurn();
    }
    if (gone.length > 0) await this.database.words.forgetRemoved((work) => this.database.write(work));
    return gone.length;
  }
}

/** What rows are removed with. */
interface Parts {
  readonly db: Db;
  readonly contents: Contents;
  readonly words: PageWords;
}

async function remove({ db, contents, words }: Parts, pages: readonly number[]): Promise<void> {
  if (pages.length === 0) return;
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
  await db
    .deleteFrom('cached_page')
    .where('id', 'in', [...pages])
    .execute();
}

/** Undefined unless everything is there. */
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
