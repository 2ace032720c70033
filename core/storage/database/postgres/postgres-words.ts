import { sql } from 'kysely';
import type { IndexedText, PageChoice, PageWords, Phrase } from '../dialect';
import { prepared, together } from '../prepared';

/**
 * The index of page texts by `tsvector` of PostgreSQL. The words are found here, by the rules of the index in SQLite, because the parsers of
 * PostgreSQL take host names and paths for one word and depend on how the database was set up.
 */

/** What a word list may hold: places beyond it count as the last one. */
const lastPlace = 16_383;
/** Places that are noted of a word; further ones are left out. */
const mostPlaces = 256;
/** Longer words are left out, in bytes. */
const longestWord = 2046;
/** The word list of a page takes less than 1 MB, in PostgreSQL 15.4 and 16.0 with twice the room for places; what comes after so many bytes of words is not found. */
const mostBytes = 900_000;
/** Weights of the text, the address and the title. */
const weights = '{0.1, 0.125, 0.375, 1}';
/** The weights A, B and D as a place has them. */
const weightOf = { title: 3 << 14, url: 2 << 14, text: 0 } as const;

const addWords = prepared((db, { page, words }: { readonly page: number; readonly words: Buffer }) => ({
  compile: () => sql`insert into page_words (page, words) values (${page}, ${words})`.compile(db),
}));

/** The index of page texts in PostgreSQL. */
export const postgresWords: PageWords = {
  joinsAtOnce: true,
  // Earlier versions, which may run beside this one, move `page_words` past pages that are missing.
  mark: 'words_checked',

  async add(db, texts) {
    await together(
      db,
      texts.map((text) => addWords.with({ page: text.page, words: listOf(text) })),
    );
  },

  async remove(db, pages) {
    await sql`delete from page_words where page in (${sql.join(pages)})`.execute(db);
  },

  async count(db, phrase, most) {
    const matches = sql`select 1 from page_words where words @@ ${queryOf(phrase)}::tsquery limit ${most}`;
    const found = await sql<{ readonly pages: number }>`select count(*) as pages from (${matches}) as found`.execute(
      db,
    );
    return found.rows[0]?.pages ?? 0;
  },

  async ranked(db, choice, { weighed, limit }) {
    const query = sql`${choiceOf(choice)}::tsquery`;
    const { rows } = await sql<{ readonly id: number; readonly url: string }>`
      select id, url from (
        select id, weight from (
          select page as id, ts_rank(${weights}::real[], words, ${query}) as weight from page_words
          where words @@ ${query} order by page desc limit ${weighed}
        ) as newest order by weight desc, id desc limit ${limit}
      ) as best
      join cached_text on cached_text.page = best.id
      order by weight desc, id desc`.execute(db);
    return rows;
  },

  /** The rows are gone; vacuum frees what they took. */
  async forgetRemoved() {},
};

/** Anything but ASCII and common punctuation, which is in no word. */
const beyondAscii = /[^\0-\x7f\xa0-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\u2010-\u2027\u2030-\u205e\u20ac]/;

/** The words of a text as the index has them: small letters without accents. ASCII needs no normalization, which takes most of the time. */
function wordsOf(text: string): readonly string[] {
  if (!beyondAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
  return plain.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
}

/**
 * The words of a page with their places, as PostgreSQL reads a `tsvector` that is not text: the number of words, and for each its bytes,
 * a zero, the number of its places and the places, with the weight of their part in the upper two bits. Reading text takes it thrice as long.
 */
function listOf(page: IndexedText): Buffer {
  const words = new Map<string, number[]>();
  let place = 0;
  let bytes = 0;
  let size = 4;
  for (const part of ['title', 'url', 'text'] as const) {
    for (const word of wordsOf(page[part])) {
      place += 1;
      const known = words.get(word);
      const length = known ? 0 : Buffer.byteLength(word);
      bytes += known ? 2 : length + 8;
      if (length > longestWord || bytes > mostBytes) continue;
      const at = Math.min(place, lastPlace) + weightOf[part];
      if (!known) {
        words.set(word, [at]);
        size += length + 5;
      } else if (known.length < mostPlaces && place <= lastPlace) {
        known.push(at);
        size += 2;
      }
    }
    // The end of one part and the beginning of the next are no phrase.
    place += 1;
  }
  return written(words, size);
}

/** Words with their places, in so many bytes. */
function written(words: ReadonlyMap<string, readonly number[]>, size: number): Buffer {
  const list = Buffer.allocUnsafe(size);
  let end = list.writeInt32BE(words.size, 0);
  for (const [word, places] of words) {
    end += list.write(word, end);
    list[end++] = 0;
    end = list.writeUInt16BE(places.length, end);
    for (const place of places) {
      list[end++] = place >> 8;
      list[end++] = place & 255;
    }
  }
  return list;
}

/** Words that follow each other; in one part of the page if a weight is given. */
function queryOf({ words, isPrefix }: Phrase, weight = ''): string {
  const all = words.flatMap(wordsOf);
  const last = all.length - 1;
  return all.map((word, at) => `'${word}'${markOf(at === last && isPrefix, weight)}`).join(' <-> ');
}

const markOf = (isPrefix: boolean, weight: string): string =>
  isPrefix || weight ? `:${isPrefix ? '*' : ''}${weight}` : '';

function choiceOf({ phrases, match, sites }: PageChoice): string {
  const choice = phrases.map((phrase) => `(${queryOf(phrase)})`).join(match === 'all' ? ' & ' : ' | ');
  if (sites.length === 0) return choice;
  return `(${choice}) & (${sites.map((site) => `(${queryOf(site, 'B')})`).join(' | ')})`;
}
