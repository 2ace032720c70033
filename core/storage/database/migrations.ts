import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { wordSet } from '../../common/values/words';
import type { ColumnTypes, SchemaDialect } from './dialect';
import { type ColumnKind, type TableShape, tables } from './schema';

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

/** Columns of each index. Partial indexes are created separately, because their conditions must be literals. */
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

/** Indexes on strings of any length. They support only equality comparisons. */
const longTexts: ReadonlySet<string> = new Set(['cached_page_by_key']);

/** Tables added after the first version of the schema. */
export const laterTables: ReadonlySet<string> = wordSet(`
  cached_text document pace slot lease unused_object told node robots lesson
`);

/**
 * Initial shape of `cached_text`. Its `search` column contained the row in lower case, for searches that scanned all
 * rows.
 */
const firstCachedText: TableShape = {
  ...tables.cached_text,
  columns: { ...tables.cached_text.columns, search: 'text' },
};

/**
 * Initial shape of `result`. Its `search` column contained the URL and title in lower case, for searches that scanned
 * all rows.
 */
const { media_type: _, ...laterResult } = tables.result.columns;
const firstResult: TableShape = { ...tables.result, columns: { ...laterResult, search: 'text' } };

/** Initial shape of `body`, when its rows contained the bodies of all results. */
const { content: _content, ...firstBodyColumns } = tables.body.columns;
const firstBody: TableShape = { ...tables.body, columns: firstBodyColumns };

/** Initial shapes of `task` and `outbox`, before several processes could share a database. */
const { begun: _begun, ...firstTaskColumns } = tables.task.columns;
const { worker: _worker, ...firstOutboxColumns } = tables.outbox.columns;
const firstTask: TableShape = { ...tables.task, columns: firstTaskColumns };
const firstOutbox: TableShape = { ...tables.outbox, columns: firstOutboxColumns };

/** Adds leases on deliveries, slots and job leadership, so that several processes can share a database. */
async function shareWork(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const whole = types.whole as RawBuilder<never>;
  await db.schema
    .alterTable('task')
    .addColumn('begun', whole, (it) => it.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('outbox')
    .addColumn('worker', types.text as RawBuilder<never>)
    .execute();
  for (const name of ['pace', 'slot', 'lease'] as const) await createTable(db, types, name, tables[name]);
  for (const column of ['host', 'job'])
    await db.schema.createIndex(`slot_by_${column}`).on('slot').column(column).execute();
  await sql`create index job_open on job (id) where finished_at is null`.execute(db);
}

/**
 * Drops the `search` column of `result`, because `core/jobs/rows` now searches the rows. Adds a column for the media
 * type of a page.
 */
async function typeResults(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('result').dropColumn('search').execute();
  await db.schema
    .alterTable('result')
    .addColumn('media_type', types.text as RawBuilder<never>, (it) => it.notNull().defaultTo(''))
    .execute();
}

/** Indexes the existing rows of `cached_text`, so that searches find them. */
async function indexTexts(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema.alterTable('cached_text').dropColumn('search').execute();
  await dialect.createPageWords(db);
  await sql`insert into meta (name, value) values ('page_words', 0)`.execute(db);
}

/** Initial shape of `content`, when all bytes were stored in the database. */
const { object: __, object_size: ___, ...firstContentColumns } = tables.content.columns;
const firstContent: TableShape = { columns: firstContentColumns };

async function storeObjects(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(db, types, 'unused_object', tables.unused_object);
  await db.schema
    .alterTable('content')
    .addColumn('object', types.text as RawBuilder<never>)
    .execute();
  await db.schema
    .alterTable('content')
    .addColumn('object_size', types.whole as RawBuilder<never>, (it) => it.notNull().defaultTo(0))
    .execute();
}

async function storeResults(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('body')
    .addColumn('content', types.whole as RawBuilder<never>)
    .execute();
}

async function createAll(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const first: Readonly<Record<string, TableShape>> = {
    ...tables,
    result: firstResult,
    task: firstTask,
    outbox: firstOutbox,
    content: firstContent,
    body: firstBody,
  };
  for (const [name, shape] of Object.entries(first))
    if (!laterTables.has(name)) await createTable(db, types, name, shape);
  for (const [on, columns, unique] of indexes) {
    const name = `${on}_by_${columns.join('_')}`;
    const plain = db.schema.createIndex(name).on(on);
    const index = types.longTextIndex && longTexts.has(name) ? plain.using(types.longTextIndex) : plain;
    await (unique ? index.unique() : index).columns([...columns]).execute();
  }
  await sql`insert into meta (name, value) values ('commits', 0)`.execute(db);
  await sql`create index task_waiting on task (queue, turn, place) where state = 0`.execute(db);
  await sql`create index task_in_flight on task (queue, place) where state = 1`.execute(db);
  await sql`create index outbox_pending on outbox (next_at, number) where state = 'pending'`.execute(db);
}

/** Tables whose indexes begin with the queue number. */
const jobTables = ['task', 'problem', 'result', 'body', 'alias'] as const;

/** Returns all migrations of the schema, oldest first. A released migration must never change. */
export const migrationsFor = (dialect: SchemaDialect): Record<string, Migration> => ({
  '2026-11-21 first': { up: (db) => createAll(db, dialect.types) },
  '2026-11-22 cached text': { up: (db) => createTable(db, dialect.types, 'cached_text', firstCachedText) },
  '2026-11-22 full text': { up: (db) => indexTexts(db, dialect) },
  '2026-11-22 types of results': { up: (db) => typeResults(db, dialect.types) },
  '2026-11-23 user documents': { up: (db) => createTable(db, dialect.types, 'document', tables.document) },
  '2026-11-23 work is shared': { up: (db) => shareWork(db, dialect.types) },
  '2026-11-24 objects': { up: (db) => storeObjects(db, dialect.types) },
  '2026-11-24 told events': { up: (db) => createTable(db, dialect.types, 'told', tables.told) },
  '2026-11-24 workers': { up: (db) => createTable(db, dialect.types, 'node', tables.node) },
  '2026-11-25 robots': { up: (db) => createTable(db, dialect.types, 'robots', tables.robots) },
  '2026-11-26 lessons': { up: (db) => createTable(db, dialect.types, 'lesson', tables.lesson) },
  '2026-11-27 stored results': { up: (db) => storeResults(db, dialect.types) },
  '2026-11-28 whole keys': { up: (db) => dialect.dropQueueStatistics(db, jobTables) },
  '2026-11-29 missing words': { up: (db) => dialect.findMissingWords(db) },
});
