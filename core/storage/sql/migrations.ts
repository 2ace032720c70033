import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What databases call the column types used here. */
export interface ColumnTypes {
  readonly whole: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** A whole number that the database hands out. */
  readonly serial: RawBuilder<unknown>;
  /** What follows the list of columns. */
  readonly end: RawBuilder<unknown>;
}

/** The types of SQLite; its tables are strict. */
export const sqliteTypes: ColumnTypes = {
  whole: sql`integer`,
  bytes: sql`blob`,
  serial: sql`integer primary key autoincrement`,
  end: sql`strict`,
};

/** `?` after a type allows null; a number is a default. */
type Columns = Readonly<Record<string, 'text' | 'text?' | 'whole' | 'whole?' | 'bytes' | 'bytes?' | 'serial' | number>>;

type Table = CreateTableBuilder<string, string>;

function table(db: Kysely<unknown>, types: ColumnTypes, name: string, columns: Columns, key?: readonly string[]) {
  let made: Table = db.schema.createTable(name);
  for (const [column, kind] of Object.entries(columns)) {
    const base = typeof kind === 'number' ? 'whole' : kind.replace('?', '');
    const type = base === 'text' ? sql`text` : types[base as 'whole' | 'bytes' | 'serial'];
    made = made.addColumn(column, type as RawBuilder<never>, (it) => {
      if (typeof kind === 'number') return it.notNull().defaultTo(kind);
      return kind.endsWith('?') || kind === 'serial' ? it : it.notNull();
    });
  }
  if (key) made = made.addPrimaryKeyConstraint(`${name}_key`, key as [string, ...string[]]);
  return made.modifyEnd(types.end).execute();
}

const jobTables: Readonly<Record<string, readonly [Columns, (readonly string[])?]>> = {
  job: [{ id: 'text', kind: 'text', state: 'text', created_at: 'text', finished_at: 'whole?', record: 'text' }, ['id']],
  queue: [
    {
      id: 'serial',
      job: 'text',
      ...{ tasks: 0, next_turn: 1, waiting: 0, in_flight: 0, done: 0, failed: 0, refused: 0 },
      ...{ credits: 0, suspects: 0, lost: 0 },
    },
  ],
  task: [
    {
      ...{ queue: 'whole', place: 'whole', key: 'bytes', url: 'text', name: 'text?', depth: 'whole', data: 'text?' },
      ...{ state: 0, attempt: 1, interrupted: 0, alone: 0, turn: 'whole', ready_at: 0, wait_ms: 0 },
      ...{ worker: 'text?', lease_until: 0, fence: 0 },
    },
    ['queue', 'place'],
  ],
  alias: [{ queue: 'whole', key: 'bytes', place: 'whole' }, ['queue', 'key']],
  problem: [
    {
      ...{ number: 'serial', queue: 'whole', place: 'whole?', key: 'bytes?', url: 'text', state: 'text' },
      ...{ code: 'text', message: 'text', reason: 'text?', hidden: 'whole', at: 'whole' },
    },
  ],
  result: [
    {
      ...{ queue: 'whole', idx: 'whole', place: 'whole', url: 'text', title: 'text', search: 'text' },
      ...{ status: 'whole', credits: 'whole', bytes: 'whole', finished_at: 'text' },
    },
    ['queue', 'idx'],
  ],
  body: [{ queue: 'whole', idx: 'whole', data: 'bytes' }, ['queue', 'idx']],
  outbox: [
    {
      ...{ number: 'serial', id: 'text', job: 'text', type: 'text', sink: 'text', receiver: 'text', state: 'text' },
      ...{ next_at: 'whole', wait_ms: 'whole', record: 'text', tries: 'text', data: 'bytes' },
    },
  ],
  idempotency: [{ key: 'text', at: 'whole' }, ['key']],
};

const pageTables: Readonly<Record<string, readonly [Columns, (readonly string[])?]>> = {
  content: [{ id: 'serial', hash: 'bytes', bytes: 'whole', data: 'bytes', uses: 'whole' }],
  file: [{ id: 'text', job: 'text?', media_type: 'text', at: 'whole', content: 'whole' }, ['id']],
  scrape: [
    { id: 'text', created_at: 'text', finished_at: 'text', search: 'text', record: 'text', content: 'whole?' },
    ['id'],
  ],
  cached_page: [{ id: 'serial', key: 'text', status: 'whole', at: 'whole', head: 'text', bytes: 'whole' }],
  cached_part: [{ page: 'whole', part: 'whole', content: 'whole' }, ['page', 'part']],
  snapshot: [{ id: 'text', scraped_at: 'text', status: 'whole', markdown: 'whole', json: 'whole?' }, ['id']],
  activity: [{ job: 'text', at: 'text', pages: 'whole', credits: 'whole', record: 'text' }, ['job']],
  meta: [{ name: 'text', value: 'whole' }, ['name']],
};

/** Indexes by table; `unique` ones first, partial ones apart because their conditions must be literal. */
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

async function createAll(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const [name, [columns, key]] of Object.entries({ ...jobTables, ...pageTables })) {
    await table(db, types, name, columns, key);
  }
  for (const [on, columns, unique] of indexes) {
    const index = db.schema
      .createIndex(`${on}_by_${columns.join('_')}`)
      .on(on)
      .columns([...columns]);
    await (unique ? index.unique() : index).execute();
  }
  await sql`insert into meta (name, value) values ('commits', 0)`.execute(db);
  await sql`create index task_waiting on task (queue, turn, place) where state = 0`.execute(db);
  await sql`create index task_in_flight on task (queue, place) where state = 1`.execute(db);
  await sql`create index outbox_pending on outbox (next_at, number) where state = 'pending'`.execute(db);
}

/** Every version of the schema, oldest first; one that was released is never changed. */
export const migrationsFor = (types: ColumnTypes): Record<string, Migration> => ({
  '2026-11-21 first': { up: (db) => createAll(db, types) },
  '2026-11-22 cached text': {
    up: (db) =>
      table(
        db,
        types,
        'cached_text',
        { page: 'whole', url: 'text', title: 'text', description: 'text', text: 'text', search: 'text' },
        ['page'],
      ),
  },
});
