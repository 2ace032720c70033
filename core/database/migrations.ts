import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type ColumnKind, type TableShape, tables } from './schema';

/** What a database calls the column types used here, and what follows the list of columns. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  readonly whole: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  readonly serial: RawBuilder<unknown>;
  readonly end: RawBuilder<unknown>;
  /** The same for tables that are kept in the order of their key. */
  readonly orderedEnd: RawBuilder<unknown>;
}

/** The types of SQLite; its tables are strict. */
export const sqliteTypes: ColumnTypes = {
  text: sql`text`,
  whole: sql`integer`,
  bytes: sql`blob`,
  serial: sql`integer primary key autoincrement`,
  end: sql`strict`,
  orderedEnd: sql`strict, without rowid`,
};

async function createTable(db: Kysely<unknown>, types: ColumnTypes, name: string, shape: TableShape): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, kind] of Object.entries(shape.columns)) {
    const type = typeof kind === 'number' ? 'whole' : (kind.replace('?', '') as keyof ColumnTypes);
    table = table.addColumn(column, types[type] as RawBuilder<never>, (it) => {
      if (typeof kind === 'number') return it.notNull().defaultTo(kind);
      return isNullable(kind) ? it : it.notNull();
    });
  }
  if (shape.key) table = table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key]);
  await table.modifyEnd(shape.ordered ? types.orderedEnd : types.end).execute();
}

const isNullable = (kind: ColumnKind): boolean => kind === 'serial' || String(kind).endsWith('?');

/** Indexes; partial ones apart because their conditions must be literal. */
const indexes: readonly (readonly [table: string, columns: readonly string[], unique?: boolean])[] = [
  ['queue', ['job'], true],
  ['task', ['queue', 'key'], true],
  ['problem', ['queue', 'number']],
  ['problem', ['queue', 'key'], true],
  ['result', ['queue', 'place'], true],
  ['outbox', ['id'], true],
  ['outbox', ['job', 'number']],
  ['content', ['hash'], true],
  ['file', ['job']],
  ['file', ['at']],
  ['scrape', ['created_at', 'id']],
  ['cached_page', ['key']],
  ['cached_page', ['at']],
  ['activity', ['at', 'credits', 'pages']],
  ['job', ['created_at', 'id']],
];

/** Tables that a later version brought. */
const later: ReadonlySet<string> = new Set(['cached_text']);

/** Texts as they were first: `search` was all of a row in lower case, for a search that read every row. */
const firstCachedText: TableShape = {
  ...tables.cached_text,
  columns: { ...tables.cached_text.columns, search: 'text' },
};

/** Makes the full-text index of `core/search/page-index.ts`; what `cached_text` holds already joins it before the first search. */
async function createPageWords(db: Kysely<unknown>): Promise<void> {
  const tokenizer = sql.lit(`unicode61 remove_diacritics 2 categories 'L* M* N* Co'`);
  await sql`create virtual table page_words using fts5
    (title, url, text, content='', contentless_delete=1, tokenize=${tokenizer})`.execute(db);
  await sql`insert into meta (name, value) values ('page_words', 0)`.execute(db);
}

/** Results as they were first: `search` was the URL and title in lower case, for a search that read every row. */
const { media_type: _, ...laterResult } = tables.result.columns;
const firstResult: TableShape = { ...tables.result, columns: { ...laterResult, search: 'text' } };

/** Rows are searched by `core/rows`; what a page is stands beside its size. */
async function typeResults(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('result').dropColumn('search').execute();
  await db.schema
    .alterTable('result')
    .addColumn('media_type', types.text as RawBuilder<never>, (it) => it.notNull().defaultTo(''))
    .execute();
}

async function indexTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('cached_text').dropColumn('search').execute();
  await createPageWords(db);
}

async function createAll(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const first: Readonly<Record<string, TableShape>> = { ...tables, result: firstResult };
  for (const [name, shape] of Object.entries(first)) if (!later.has(name)) await createTable(db, types, name, shape);
  for (const [on, columns, unique] of indexes) {
    const index = db.schema.createIndex(`${on}_by_${columns.join('_')}`).on(on);
    await (unique ? index.unique() : index).columns([...columns]).execute();
  }
  await sql`insert into meta (name, value) values ('commits', 0)`.execute(db);
  await sql`create index task_waiting on task (queue, turn, place) where state = 0`.execute(db);
  await sql`create index task_in_flight on task (queue, place) where state = 1`.execute(db);
  await sql`create index outbox_pending on outbox (next_at, number) where state = 'pending'`.execute(db);
}

/** True for the name of a version of the schema that this program knows. */
export const isKnownSchema = (name: string): boolean => Object.hasOwn(migrationsFor(sqliteTypes), name);

/** Every version of the schema, oldest first; one that was released is never changed. */
export const migrationsFor = (types: ColumnTypes): Record<string, Migration> => ({
  '2026-11-21 first': { up: (db) => createAll(db, types) },
  '2026-11-22 cached text': { up: (db) => createTable(db, types, 'cached_text', firstCachedText) },
  '2026-11-22 full text': { up: indexTexts },
  '2026-11-22 types of results': { up: (db) => typeResults(db, types) },
});
