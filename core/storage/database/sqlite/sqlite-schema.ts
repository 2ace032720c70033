import { sql } from 'kysely';
import type { SchemaDialect } from '../dialect';

/** Schema for SQLite, with strict tables and FTS5 as the full-text index. */
export const sqliteSchema: SchemaDialect = {
  types: {
    text: sql`text`,
    whole: sql`integer`,
    bytes: sql`blob`,
    serial: sql`integer primary key autoincrement`,
    end: sql`strict`,
    orderedEnd: sql`strict, without rowid`,
  },
  async createPageWords(db) {
    const tokenizer = sql.lit(`unicode61 remove_diacritics 2 categories 'L* M* N* Co'`);
    await sql`create virtual table page_words using fts5
      (title, url, text, content='', contentless_delete=1, tokenize=${tokenizer})`.execute(db);
  },
  async findMissingWords() {},
  async dropQueueStatistics() {},
};
