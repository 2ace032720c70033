import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PageChoice, PageWords, Phrase } from '../dialect';
import type { Db } from '../schema';

/** Number of index blocks merged per transaction. */
const mergedAtOnce = 100;

/** Full-text index based on SQLite's FTS5, as a contentless table. */
export const sqliteWords: PageWords = {
  joinsAtOnce: false,
  mark: 'page_words',

  async add(db, texts) {
    for (const { page, title, url, text } of texts)
      await sql`insert into page_words (rowid, title, url, text) values (${page}, ${title}, ${url}, ${text})`.execute(
        db,
      );
  },

  async remove(db, pages) {
    await sql`delete from page_words where rowid in (${sql.join(pages)})`.execute(db);
  },

  async count(db, phrase, most) {
    const matches = sql`select 1 from page_words where page_words match ${textOf(phrase)} limit ${most}`;
    const { rows } = await sql<{ readonly pages: number }>`select count(*) as pages from (${matches})`.execute(db);
    return rows[0]?.pages ?? 0;
  },

  async ranked(db, choice, { weighed, limit }) {
    const { rows } = await sql<{ readonly id: number; readonly url: string }>`
      select id, url from (
        select id, weight from (
          select rowid as id, bm25(page_words, 8, 3, 1) as weight from page_words
          where page_words match ${matchOf(choice)} order by rowid desc limit ${weighed}
        ) order by weight, id desc limit ${limit}
      ) as best
      join cached_text on cached_text.page = best.id
      order by weight, id desc`.execute(db);
    return rows;
  },

  async forgetRemoved(write) {
    // A negative number of blocks starts a merge of the entire index. The merge continues in steps until a step changes
    // nothing.
    for (let blocks = -mergedAtOnce, changed = true; changed; blocks = mergedAtOnce) {
      changed = await write(async (db) => {
        const before = await totalChanges(db);
        await sql`insert into page_words (page_words, rank) values ('merge', ${sql.lit(blocks)})`.execute(db);
        return (await totalChanges(db)) - before > 1;
      });
      await nextTurn();
    }
  },
};

const textOf = ({ words, isPrefix }: Phrase): string => `"${words.join(' ')}"${isPrefix ? '*' : ''}`;

function matchOf({ phrases, match, sites }: PageChoice): string {
  const choice = phrases.map(textOf).join(match === 'all' ? ' AND ' : ' OR ');
  return sites.length === 0 ? choice : `(${choice}) AND url : (${sites.map(textOf).join(' OR ')})`;
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
