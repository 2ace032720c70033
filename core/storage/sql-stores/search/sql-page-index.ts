import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { FoundPage, PageQuery, PageSearch } from '../../../ports/page-search';
import type { SqlDatabase } from '../../database/database';
import type { IndexedText, PageChoice, PageWords, Phrase } from '../../database/dialect';
import { preparedInsert, type Statement } from '../../database/prepared';
import type { Db, Row, Tables } from '../../database/schema';

/**
 * Text of cached pages, with a full-text index. If pages are indexed in batches, a search first indexes the remaining
 * pages.
 */

/** Number of pages indexed per batch. */
const batch = 32;
/**
 * Number of recent page IDs that are checked again, to find pages missing from the index. A process that runs an
 * earlier version may have added such pages.
 */
const maxUnderWay = 1000;
/**
 * Maximum number of matching pages ranked per search, most recently changed first. If a search does not require all
 * words, words that occur on more pages than this are ignored, unless all words do.
 */
const maxWeighed = 10_000;
/** Maximum number of pages returned by a ranking. The pages are then filtered by site and deduplicated by URL. */
const maxRanked = 300;

/** Matches runs of letters in scripts without spaces between words, and in Hangul, where words carry suffixes. */
const unspaced =
  /(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])+/gu;

/** Full-text search over cached pages. */
export class PageIndex implements PageSearch {
  readonly #database: SqlDatabase;
  readonly #settled: () => Promise<void>;

  /** `settled` waits for pages that are being written to the cache, so that the latest scrapes can be found. */
  constructor(database: SqlDatabase, settled: () => Promise<void>) {
    this.#database = database;
    this.#settled = settled;
  }

  async search({ words: wanted, sites }: PageQuery, limit: number): Promise<readonly FoundPage[]> {
    const phrases = wanted.map(phraseOf).filter(({ words }) => words.length > 0);
    if (phrases.length === 0) return [];
    const { words } = this.#database;
    await this.#settled();
    while ((await this.#database.write((db) => indexBatch(db, words))) === batch) await nextTurn();
    const hosts = sites.map(hostOf).filter((host) => host.words.length > 0);
    return this.#database.read(async (db) => {
      const found = new Map<string, number>();
      const take = async (choice: PageChoice) => {
        for (const { id, url } of await words.ranked(db, choice, { weighed: maxWeighed, limit: maxRanked }))
          if (found.size < limit && !found.has(url) && isOnOne(url, sites)) found.set(url, id);
      };
      await take({ phrases, match: 'all', sites: hosts });
      if (phrases.length > 1 && found.size < limit)
        await take({ phrases: await rarest(db, words, phrases), match: 'some', sites: hosts });
      return readTexts(db, [...found.values()]);
    });
  }
}

const insertText = preparedInsert('cached_text', ['page', 'url', 'title', 'description', 'text']);

/** Returns the statement that stores the text of a page. Must run in the transaction that stores the page. */
export const addedText = (text: Row<'cached_text'>): Statement => insertText.with(text);

/**
 * Indexes new text in the transaction that stores it. In databases that index in batches, indexes only full batches.
 */
export async function indexTexts(db: Db, words: PageWords, texts: readonly Row<'cached_text'>[]): Promise<void> {
  if (words.joinsAtOnce) return words.add(db, texts.map(indexedText));
  for (const { page } of texts) if (page % batch === 0) await indexBatch(db, words);
}

/** Deletes the text of pages. Runs inside a transaction. */
export async function removeTexts(db: Db, words: PageWords, pages: readonly number[]): Promise<void> {
  await words.remove(db, pages);
  await db
    .deleteFrom('cached_text')
    .where('page', 'in', [...pages])
    .execute();
}

const indexedText = ({ page, url, title, description, text }: Row<'cached_text'>): IndexedText => ({
  page,
  title: searchable(title),
  url: searchable(url),
  text: searchable(`${description}\n${text}`),
});

/** Indexes the next batch of pages that are missing from the index. Returns the size of the batch. */
async function indexBatch(db: Db, words: PageWords): Promise<number> {
  const marked = db.selectFrom('meta').select('value').where('name', '=', words.mark);
  // Locks the row with the indexing position, so that concurrent searches in several processes do not index the same
  // pages.
  const [mark] = await (words.joinsAtOnce ? marked.forUpdate() : marked).execute();
  const after = db.selectFrom('cached_text').where('page', '>', mark?.value ?? 0);
  const isMissing = sql<boolean>`not exists (select 1 from page_words where page_words.page = cached_text.page)`;
  const missing = words.joinsAtOnce ? after.where(isMissing) : after;
  const rows = await missing.selectAll().orderBy('page').limit(batch).execute();
  await words.add(db, rows.map(indexedText));
  const checked = words.joinsAtOnce ? (await lastOf(rows, after)) - maxUnderWay : (rows.at(-1)?.page ?? 0);
  if (checked > (mark?.value ?? 0))
    await db.updateTable('meta').set({ value: checked }).where('name', '=', words.mark).execute();
  return rows.length;
}

type Texts = SelectQueryBuilder<Tables, 'cached_text', object>;

/** Returns the ID of the last page in the batch if the batch is full, and otherwise the ID of the last page overall. */
async function lastOf(rows: readonly Row<'cached_text'>[], all: Texts): Promise<number> {
  if (rows.length === batch) return rows.at(-1)?.page ?? 0;
  const [last] = await all.select((it) => it.fn.max('page').as('page')).execute();
  return last?.page ?? 0;
}

/** Returns the words that occur on few pages. Returns all words if every word is frequent. */
async function rarest(db: Db, words: PageWords, phrases: readonly Phrase[]): Promise<readonly Phrase[]> {
  const rare: Phrase[] = [];
  for (const phrase of phrases) if ((await words.count(db, phrase, maxWeighed + 1)) <= maxWeighed) rare.push(phrase);
  return rare.length > 0 ? rare : phrases;
}

/** Returns the text of pages, in the order of `pages`. */
async function readTexts(db: Db, pages: readonly number[]): Promise<readonly FoundPage[]> {
  if (pages.length === 0) return [];
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

/** Splits runs of letters without spaces into overlapping pairs, so that two-letter words within a run are found. */
const searchable = (text: string): string =>
  text.normalize('NFKC').replace(unspaced, (run) => ` ${pairsOf([...run], true).join(' ')} `);

/** Converts `abc` to `ab bc`, followed by `c` if `last` is true. `last` makes the last letter searchable on its own. */
const pairsOf = (letters: readonly string[], last: boolean): readonly string[] =>
  letters.flatMap((letter, place) => {
    const next = letters[place + 1];
    return next === undefined ? (last || place === 0 ? letter : []) : letter + next;
  });

/** Converts a word in a query to a phrase. Long words match as prefixes. */
function phraseOf(word: string): Phrase {
  const letters = [
    ...word
      .normalize('NFKC')
      .replace(/[^\p{L}\p{M}\p{N}]/gu, ' ')
      .trim(),
  ];
  const text = letters.join('').replace(unspaced, (run) => ` ${pairsOf([...run], false).join(' ')} `);
  const isOneLetter = letters.length === 1 && text.trim().search(unspaced) === 0;
  return { words: wordsOf(text), isPrefix: isOneLetter || letters.length >= minPrefix };
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Minimum length of a word that matches as a prefix. Shorter words match exactly. */
const minPrefix = 4;

const hostOf = (site: string): Phrase => ({
  words: wordsOf(site.replace(/[^\p{L}\p{N}]+/gu, ' ')),
  isPrefix: false,
});

/** True when a URL is on one of the hosts or on a subdomain of one. An empty list matches all URLs. */
function isOnOne(url: string, sites: readonly string[]): boolean {
  const { hostname, host } = new URL(url);
  return sites.length === 0 || sites.some((site) => [host, hostname].includes(site) || hostname.endsWith(`.${site}`));
}
