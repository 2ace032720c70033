import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SqlDatabase } from '../database/database';
import { preparedInsert } from '../database/prepared';
import type { Db } from '../database/schema';
import type { FoundPage, PageQuery, PageSearch, PageText } from './page-search';

/**
 * The texts of cached pages and their full-text index, by FTS5 of SQLite. The index holds the words only; pages join it by the batch, the
 * rest before a search, because one batch costs a third of its pages one by one.
 */

/** Pages that join the index together. */
const batch = 32;
/** A search weighs the newest so many pages that match; a word that more pages hold does not choose pages when there is a rarer one. */
const mostWeighed = 10_000;
/** Pages of a ranking that are looked at for the site and for copies of one address. */
const mostRanked = 300;
/** Blocks of the index that are rewritten in one transaction. */
const mergedAtOnce = 100;

/** Letters of scripts that put no spaces between words, and of Hangul, whose words carry endings. */
const unspaced =
  /(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])+/gu;

/** The search through cached pages, by FTS5. */
export class PageIndex implements PageSearch {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async search({ words: wanted, sites }: PageQuery, limit: number): Promise<readonly FoundPage[]> {
    const words = wanted.map(phraseOf).filter((phrase) => phrase !== '');
    if (words.length === 0) return [];
    while ((await this.#database.write(indexBatch)) === batch) await nextTurn();
    return this.#database.read(async (db) => {
      const found = new Map<string, number>();
      const take = async (choice: string) => {
        for (const { id, url } of await ranked(db, withSites(choice, sites)))
          if (found.size < limit && !found.has(url) && isOnOne(url, sites)) found.set(url, id);
      };
      await take(words.join(' AND '));
      if (words.length > 1 && found.size < limit) await take((await telling(db, words)).join(' OR '));
      return readTexts(db, [...found.values()]);
    });
  }
}

const insertText = preparedInsert('cached_text', ['page', 'url', 'title', 'description', 'text']);

/** Keeps the text of a page; inside the transaction that keeps the page. */
export async function addText(db: Db, page: number, url: string, text: PageText): Promise<void> {
  const { title, description } = text;
  await insertText(db, { page, url, title, description, text: text.text });
  if (page % batch === 0) await indexBatch(db);
}

/** Removes the texts of pages; inside a transaction. */
export async function removeTexts(db: Db, pages: readonly number[]): Promise<void> {
  await sql`delete from page_words where rowid in (${sql.join(pages)})`.execute(db);
  await db
    .deleteFrom('cached_text')
    .where('page', 'in', [...pages])
    .execute();
}

/** Rewrites the index without the words of removed pages, in small steps. */
export async function forgetRemovedWords(database: SqlDatabase): Promise<void> {
  // A negative number begins to merge the whole index; the steps after it go on until one changes nothing.
  for (let blocks = -mergedAtOnce, changed = true; changed; blocks = mergedAtOnce) {
    changed = await database.write(async (db) => {
      const before = await totalChanges(db);
      await sql`insert into page_words (page_words, rank) values ('merge', ${sql.lit(blocks)})`.execute(db);
      return (await totalChanges(db)) - before > 1;
    });
    await nextTurn();
  }
}

/** Takes the next texts into the index; gives back how many. */
async function indexBatch(db: Db): Promise<number> {
  const mark = db.selectFrom('meta').select('value').where('name', '=', 'page_words');
  const rows = await db
    .selectFrom('cached_text')
    .selectAll()
    .where('page', '>', mark)
    .orderBy('page')
    .limit(batch)
    .execute();
  for (const { page, url, title, description, text } of rows) {
    const body = searchable(`${description}\n${text}`);
    await sql`insert into page_words (rowid, title, url, text)
      values (${page}, ${searchable(title)}, ${searchable(url)}, ${body})`.execute(db);
  }
  const last = rows.at(-1)?.page;
  if (last !== undefined) await db.updateTable('meta').set({ value: last }).where('name', '=', 'page_words').execute();
  return rows.length;
}

/** The words that choose pages well: those that few pages hold, or all of them. */
async function telling(db: Db, words: readonly string[]): Promise<readonly string[]> {
  const rare: string[] = [];
  for (const word of words) {
    const matches = sql`select 1 from page_words where page_words match ${word} limit ${mostWeighed + 1}`;
    const { rows } = await sql<{ readonly pages: number }>`select count(*) as pages from (${matches})`.execute(db);
    if ((rows[0]?.pages ?? 0) <= mostWeighed) rare.push(word);
  }
  return rare.length > 0 ? rare : words;
}

/** The title counts most, then the address; copies that weigh the same come newest first. */
async function ranked(db: Db, match: string): Promise<readonly { readonly id: number; readonly url: string }[]> {
  const { rows } = await sql<{ readonly id: number; readonly url: string }>`
    select id, url from (
      select id, weight from (
        select rowid as id, bm25(page_words, 8, 3, 1) as weight from page_words
        where page_words match ${match} order by rowid desc limit ${mostWeighed}
      ) order by weight, id desc limit ${mostRanked}
    ) as best
    join cached_text on cached_text.page = best.id
    order by weight, id desc`.execute(db);
  return rows;
}

/** The texts of pages, in the given order. */
async function readTexts(db: Db, pages: readonly number[]): Promise<readonly FoundPage[]> {
  const rows = await db
    .selectFrom('cached_text')
    .innerJoin('cached_page', 'cached_page.id', 'cached_text.page')
    .select(['page', 'url', 'title', 'description', 'text', 'at'])
    .where('page', 'in', [...pages])
    .execute();
  return rows
    .sort((a, b) => pages.indexOf(a.page) - pages.indexOf(b.page))
    .map(({ at, page: _, ...text }) => ({ ...text, cachedAt: new Date(at).toISOString() }));
}

/** Text as the index keeps it: runs of letters without spaces as overlapping pairs, so that a word of two letters is found in them. */
const searchable = (text: string): string =>
  text.normalize('NFKC').replace(unspaced, (run) => ` ${pairsOf([...run], true).join(' ')} `);

/** `abc` → `ab bc`, and `c` with `last`. */
const pairsOf = (letters: readonly string[], last: boolean): readonly string[] =>
  letters.flatMap((letter, place) => {
    const next = letters[place + 1];
    return next === undefined ? (last || place === 0 ? letter : []) : letter + next;
  });

/** A word of a query as FTS5 takes it: at its place as a whole, or as the beginning of a longer word. */
function phraseOf(word: string): string {
  const letters = [
    ...word
      .normalize('NFKC')
      .replace(/[^\p{L}\p{M}\p{N}]/gu, ' ')
      .trim(),
  ];
  if (letters.length === 0) return '';
  const text = letters
    .join('')
    .replace(unspaced, (run) => ` ${pairsOf([...run], false).join(' ')} `)
    .trim();
  const isOneLetter = letters.length === 1 && text.search(unspaced) === 0;
  return `"${text}"${isOneLetter || letters.length >= minPrefix ? '*' : ''}`;
}

/** Shorter words are matched as a whole. */
const minPrefix = 4;

const withSites = (choice: string, sites: readonly string[]): string => {
  const hosts = sites.map((site) => site.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()).filter((host) => host !== '');
  return hosts.length === 0 ? choice : `(${choice}) AND url : (${hosts.map((host) => `"${host}"`).join(' OR ')})`;
};

/** Whether an address is on one of the hosts, or below one; no hosts are all of them. */
function isOnOne(url: string, sites: readonly string[]): boolean {
  const { hostname, host } = new URL(url);
  return sites.length === 0 || sites.some((site) => [host, hostname].includes(site) || hostname.endsWith(`.${site}`));
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
