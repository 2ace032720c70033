import { sql } from 'kysely';
import type { IndexedText, PageChoice, PageWords, Phrase } from '../dialect';
import { prepared, together } from '../prepared';

/**
 * Full-text index based on PostgreSQL's `tsvector`. Gleaner itself splits text into words, by the same rules as for
 * SQLite, because PostgreSQL's parsers depend on the server's configuration, and treat host names and paths as single
 * words.
 */

/** Highest position that is stored. Words at higher positions are stored with this position. */
const lastPlace = 16_383;
/** Maximum number of positions stored per word. Further positions are dropped. */
const maxPlaces = 256;
/** Maximum length of a word, in bytes. Longer words are dropped. */
const maxWordBytes = 2046;
/**
 * Maximum size of a page's word list, in bytes. Text beyond this size is not indexed. PostgreSQL limits a word list to
 * 1 MB, and versions 15.4 and 16.0 need twice the space for positions.
 */
const maxBytes = 900_000;
/** Rank weights of the classes D (text), C (unused), B (URL) and A (title). */
const weights = '{0.1, 0.125, 0.375, 1}';
/** Encoded weight of a word by page part: A for the title, B for the URL, D for the text. */
const weightOf = { title: 3 << 14, url: 2 << 14, text: 0 } as const;

const addWords = prepared((db, { page, words }: { readonly page: number; readonly words: Buffer }) => ({
  compile: () => sql`insert into page_words (page, words) values (${page}, ${words})`.compile(db),
}));

/** Full-text index over pages in PostgreSQL. */
export const postgresWords: PageWords = {
  joinsAtOnce: true,
  // Uses a separate index mark, because processes of earlier versions may run at the same time and advance the mark
  // `page_words` past pages that are missing from this index.
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

  /** Does nothing, because deleted rows leave no words behind and vacuum reclaims their space. */
  async forgetRemoved() {},
};

/** Matches any non-ASCII character, except common punctuation that cannot be part of a word. */
const beyondAscii = /[^\0-\x7f\xa0-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\u2010-\u2027\u2030-\u205e\u20ac]/;

/**
 * Splits a string into the words to index, in lower case and without accents. Normalizes only non-ASCII text, because
 * normalization takes most of the time.
 */
function wordsOf(text: string): readonly string[] {
  if (!beyondAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
  return plain.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
}

/**
 * Encodes the words of a page as a binary `tsvector`, which PostgreSQL reads three times as fast as its text form. The
 * buffer begins with the number of words. Each word consists of its bytes, a zero byte, the number of its positions,
 * and the positions. The two highest bits of a position hold the weight of the part in which the word occurs.
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
      if (length > maxWordBytes || bytes > maxBytes) continue;
      const at = Math.min(place, lastPlace) + weightOf[part];
      if (!known) {
        words.set(word, [at]);
        size += length + 5;
      } else if (known.length < maxPlaces && place <= lastPlace) {
        known.push(at);
        size += 2;
      }
    }
    // Prevents phrases from matching across the boundary between two parts.
    place += 1;
  }
  return written(words, size);
}

/** Writes words and positions to a buffer of `size` bytes. */
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

/**
 * Returns a query for consecutive words. If a weight is given, all words must occur in the part of the page with that
 * weight.
 */
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
