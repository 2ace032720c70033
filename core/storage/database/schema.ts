import type { Generated, Kysely, Selectable } from 'kysely';

/** State of a task in its row. */
export const taskState = { waiting: 0, inFlight: 1, done: 2, failed: 3, refused: 4 } as const;

/** `?` allows null, a number is a default, `serial` is a number that the database hands out. */
export type ColumnKind = 'text' | 'text?' | 'whole' | 'whole?' | 'bytes' | 'bytes?' | 'serial' | number;

/** A table: its columns, and its key unless that is a serial. */
export interface TableShape {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly key?: readonly [string, ...string[]];
  /** Small rows kept in the order of their key: written once instead of twice. */
  readonly ordered?: true;
}

/** Times are milliseconds since 1970 unless they are text (ISO). Released tables never change here: `migrations.ts` does that. */
export const tables = {
  /** A job: what lists filter and sort by, and the job as JSON; `finished_at` is null while it runs, and never past for one that is kept. */
  job: {
    columns: { id: 'text', kind: 'text', state: 'text', created_at: 'text', finished_at: 'whole?', record: 'text' },
    key: ['id'],
  },
  /** Counters of a job's tasks; made with its first task. */
  queue: {
    columns: {
      id: 'serial',
      job: 'text',
      /** Tasks ever added; the place of the next one. */
      tasks: 0,
      /** Order number of the next waiting task. */
      next_turn: 1,
      ...{ waiting: 0, in_flight: 0, done: 0, failed: 0, refused: 0, credits: 0 },
      /** Tasks that were in flight when the process died, and have not ended since. */
      suspects: 0,
      /** Results that were lost by damage. */
      lost: 0,
    },
  },
  /** One URL of a job. */
  task: {
    columns: {
      ...{ queue: 'whole', place: 'whole' },
      /** First 16 bytes of the SHA-256 of the task's key; `name` is the key itself when it is not the URL. */
      ...{ key: 'bytes', url: 'text', name: 'text?', depth: 'whole', data: 'text?' },
      ...{ state: 0, attempt: 1 },
      /** How often the process died while this task was in flight, and while it was the only one of its job. */
      ...{ interrupted: 0, alone: 0 },
      /** Waiting tasks start in this order. */
      turn: 'whole',
      /** Not before; `wait_ms` is how long that was when it was set, which caps the wait when the clock is set back. */
      ...{ ready_at: 0, wait_ms: 0 },
      /** Who has claimed it until when; `fence` grows with every claim, so that a late end of an earlier one can be told apart. */
      ...{ worker: 'text?', lease_until: 0, fence: 0 },
      /** 1 once the claimed task is in work: where workers claim ahead, a claim alone says nothing about the page. */
      begun: 0,
    },
    key: ['queue', 'place'],
    ordered: true,
  },
  /** Another key of a task: the target of its redirect. */
  alias: { columns: { queue: 'whole', key: 'bytes', place: 'whole' }, key: ['queue', 'key'], ordered: true },
  /** A URL that brought no result; with the hash of the URL and no place when it never became a task. */
  problem: {
    columns: {
      ...{ number: 'serial', queue: 'whole', place: 'whole?', key: 'bytes?', url: 'text', state: 'text' },
      ...{ code: 'text', message: 'text', reason: 'text?', hidden: 'whole', at: 'whole' },
    },
  },
  /** What pages taught one process about the site of a job, for the others: a list as JSON. */
  lesson: {
    columns: { queue: 'whole', number: 'whole', worker: 'text', record: 'text' },
    key: ['queue', 'number'],
    ordered: true,
  },
  /** A result as tables show it; `bytes` is the size of the document as JSON, `media_type` is empty where an earlier version wrote it. */
  result: {
    columns: {
      ...{ queue: 'whole', idx: 'whole', place: 'whole', url: 'text', title: 'text' },
      ...{ status: 'whole', credits: 'whole', bytes: 'whole', finished_at: 'text', media_type: 'text' },
    },
    key: ['queue', 'idx'],
    ordered: true,
  },
  /**
   * The body of a result, zstd: the document as JSON, a line feed, the rest as JSON. A large one may be a content instead; `data` is
   * empty then. Not ordered: counting must not read the bytes.
   */
  body: { columns: { queue: 'whole', idx: 'whole', data: 'bytes', content: 'whole?' }, key: ['queue', 'idx'] },
  /**
   * A delivery: `record` is what never changes of it, `tries` a list, both JSON; `wait_ms` as in tasks. `worker` is who tries it
   * now; `next_at` is then the end of its lease.
   */
  outbox: {
    columns: {
      ...{ number: 'serial', id: 'text', job: 'text', type: 'text', sink: 'text', receiver: 'text', state: 'text' },
      ...{ next_at: 'whole', wait_ms: 'whole', record: 'text', tries: 'text', data: 'bytes', worker: 'text?' },
    },
  },
  /** The pace of a host that several processes ask: its limiter as JSON. A job with a limit of its own has a row, too. */
  pace: { columns: { name: 'text', state: 'text', used_at: 'whole' }, key: ['name'] },
  /** A page in work on a host: who has it and until when, the row of its job in `pace`, and the rest of that job after it. */
  slot: {
    columns: { id: 'text', host: 'text', job: 'text?', rest_ms: 'whole', worker: 'text', lease_until: 'whole' },
    key: ['id'],
  },
  /** Something that one process does for all, e.g. the lead of a job. */
  lease: { columns: { name: 'text', worker: 'text', lease_until: 'whole' }, key: ['name'] },
  /** An event that other processes pass on to their listeners: the job it belongs to, who told it, and the event as JSON. */
  told: { columns: { number: 'serial', job: 'text?', worker: 'text', at: 'whole', record: 'text' } },
  /** A process that shares the database: when it was seen last, and its facts as JSON. */
  node: { columns: { id: 'text', seen_at: 'whole', record: 'text' }, key: ['id'] },
  /** What the robots.txt of an origin came to: bytes, why all is refused, or no rules; who asks the site holds the lease. */
  robots: {
    columns: { origin: 'text', body: 'bytes?', refusal: 'text?', fresh_until: 'whole', lease_until: 'whole' },
    key: ['origin'],
  },
  /** A used idempotency key. */
  idempotency: { columns: { key: 'text', at: 'whole' }, key: ['key'] },
  /** Bytes kept once, however many rows use them: SHA-256, size before compression, zstd, number of uses. */
  content: {
    columns: {
      ...{ id: 'serial', hash: 'bytes', bytes: 'whole', data: 'bytes', uses: 'whole' },
      /** Name in the object store and compressed size of bytes that are there; `data` is empty then. */
      ...{ object: 'text?', object_size: 0 },
    },
  },
  /** Names in the object store that no content has, or not yet; removed at a time. */
  unused_object: { columns: { name: 'text', at: 'whole' }, key: ['name'] },
  /** An offered file. */
  file: { columns: { id: 'text', job: 'text?', media_type: 'text', at: 'whole', content: 'whole' }, key: ['id'] },
  /** A past scrape; `content` is its result while that is kept. */
  scrape: {
    columns: {
      ...{ id: 'text', created_at: 'text', finished_at: 'text', search: 'text', record: 'text', content: 'whole?' },
    },
    key: ['id'],
  },
  /** A cached copy of a page: everything but the bytes as JSON, and the compressed size of all its parts. */
  cached_page: { columns: { id: 'serial', key: 'text', status: 'whole', at: 'whole', head: 'text', bytes: 'whole' } },
  /** Bytes of a cached page: the body is part 0, captures follow. */
  cached_part: {
    columns: { page: 'whole', part: 'whole', content: 'whole' },
    key: ['page', 'part'],
    ordered: true,
  },
  /** What a cached page says, to be searched; `page-texts.ts` keeps an index of it. */
  cached_text: {
    columns: { page: 'whole', url: 'text', title: 'text', description: 'text', text: 'text' },
    key: ['page'],
  },
  /** The last snapshot of a URL and tag for change tracking. */
  snapshot: {
    columns: { id: 'text', scraped_at: 'text', status: 'whole', markdown: 'whole', json: 'whole?' },
    key: ['id'],
  },
  /** One line of the activity log. */
  activity: { columns: { job: 'text', at: 'text', pages: 'whole', credits: 'whole', record: 'text' }, key: ['job'] },
  /** A document that people edit, as JSON; `version` is the number of the change of its collection that wrote it. */
  document: {
    columns: { collection: 'text', id: 'text', version: 'whole', record: 'text' },
    key: ['collection', 'id'],
  },
  /** Facts about the database itself. */
  meta: { columns: { name: 'text', value: 'whole' }, key: ['name'] },
} as const satisfies Readonly<Record<string, TableShape>>;

/** Name of a table. */
export type TableName = keyof typeof tables;

/** The columns that order a table: its key, else its serial. */
export function keyOfTable(table: TableName): readonly string[] {
  const shape: TableShape = tables[table];
  return shape.key ?? Object.entries(shape.columns).flatMap(([name, kind]) => (kind === 'serial' ? [name] : []));
}

interface ValueOf {
  text: string;
  'text?': string | null;
  whole: number;
  'whole?': number | null;
  bytes: Uint8Array;
  'bytes?': Uint8Array | null;
}

/** What queries see of a column; one with a default may be left out when a row is added. */
type ColumnValue<Kind> = Kind extends keyof ValueOf ? ValueOf[Kind] : Generated<number>;

type Columns<Table extends keyof typeof tables> = (typeof tables)[Table]['columns'];

/** Every table, as queries see it. */
export type Tables = {
  -readonly [Table in keyof typeof tables]: {
    -readonly [Column in keyof Columns<Table>]: ColumnValue<Columns<Table>[Column]>;
  };
};

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** A connection, inside a transaction or not. */
export type Db = Kysely<Tables>;
