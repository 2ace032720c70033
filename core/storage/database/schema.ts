import type { Generated, Kysely, Selectable } from 'kysely';

/** Stored values for task states. */
export const taskState = { waiting: 0, inFlight: 1, done: 2, failed: 3, refused: 4 } as const;

/**
 * Type of a column. `?` allows null, a number is the default value, and `serial` is a number assigned by the database.
 */
export type ColumnKind = 'text' | 'text?' | 'whole' | 'whole?' | 'bytes' | 'bytes?' | 'serial' | number;

/** Columns and key of a table. A table without a key has a serial column. */
export interface TableShape {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly key?: readonly [string, ...string[]];
  /**
   * True for a table that has small rows and is clustered by its key. Each row is then written only once, because the
   * table needs no separate index for its key.
   */
  readonly ordered?: true;
}

/**
 * Tables of the current schema. Times are milliseconds since 1970, or ISO times if they are strings. Changes to
 * released tables require a migration in `migrations.ts`.
 */
export const tables = {
  /**
   * A job as JSON, with the columns used to filter and sort lists. `finished_at` is null while the job runs, and in the
   * future for a pinned job.
   */
  job: {
    columns: { id: 'text', kind: 'text', state: 'text', created_at: 'text', finished_at: 'whole?', record: 'text' },
    key: ['id'],
  },
  /** Counters of a job's tasks. The row is inserted together with the first task. */
  queue: {
    columns: {
      id: 'serial',
      job: 'text',
      /** Number of tasks ever added. This is also the place (insertion index) of the next task. */
      tasks: 0,
      /** Position in the start order for the next task added to the end of the queue. */
      next_turn: 1,
      ...{ waiting: 0, in_flight: 0, done: 0, failed: 0, refused: 0, credits: 0 },
      /** Number of tasks that were in flight during a crash and have not ended since. */
      suspects: 0,
      /** Number of results that were damaged or destroyed. */
      lost: 0,
    },
  },
  /** One URL of a job. */
  task: {
    columns: {
      ...{ queue: 'whole', place: 'whole' },
      /**
       * `key` is the first 16 bytes of the SHA-256 of the task's deduplication key. `name` is the deduplication key
       * itself, if it differs from the URL.
       */
      ...{ key: 'bytes', url: 'text', name: 'text?', depth: 'whole', data: 'text?' },
      ...{ state: 0, attempt: 1 },
      /**
       * `interrupted` counts the crashes that occurred while this task was in flight. `alone` counts only crashes
       * during which no other task of the job was in flight.
       */
      ...{ interrupted: 0, alone: 0 },
      /** Position of a waiting task in the start order. */
      turn: 'whole',
      /**
       * `ready_at` is the earliest start time. `wait_ms` is the delay chosen when the retry was scheduled, and limits
       * the wait if the clock is set back.
       */
      ...{ ready_at: 0, wait_ms: 0 },
      /**
       * `worker` holds the claim until `lease_until`. `fence` is incremented with every claim, to detect late
       * completions under an earlier claim.
       */
      ...{ worker: 'text?', lease_until: 0, fence: 0 },
      /**
       * 1 once processing has started. Workers claim tasks ahead of time, so a claimed task is not necessarily in
       * flight.
       */
      begun: 0,
    },
    key: ['queue', 'place'],
    ordered: true,
  },
  /** Additional key of a task, derived from its redirect target. */
  alias: { columns: { queue: 'whole', key: 'bytes', place: 'whole' }, key: ['queue', 'key'], ordered: true },
  /**
   * A URL without a result. `place` is the place (insertion index) of the URL's task. If the URL never became a task,
   * `key` contains the URL's hash instead.
   */
  problem: {
    columns: {
      ...{ number: 'serial', queue: 'whole', place: 'whole?', key: 'bytes?', url: 'text', state: 'text' },
      ...{ code: 'text', message: 'text', reason: 'text?', hidden: 'whole', at: 'whole' },
    },
  },
  /** JSON list of lessons about a job's site. Each process shares its lessons with the other processes. */
  lesson: {
    columns: { queue: 'whole', number: 'whole', worker: 'text', record: 'text' },
    key: ['queue', 'number'],
    ordered: true,
  },
  /**
   * A result as shown in lists. `bytes` is the size of the document as JSON. `media_type` is empty in rows written by
   * earlier versions.
   */
  result: {
    columns: {
      ...{ queue: 'whole', idx: 'whole', place: 'whole', url: 'text', title: 'text' },
      ...{ status: 'whole', credits: 'whole', bytes: 'whole', finished_at: 'text', media_type: 'text' },
    },
    key: ['queue', 'idx'],
    ordered: true,
  },
  /**
   * Body of a result, compressed with zstd: the document as JSON, a line feed, and the rest of the result as JSON. A
   * large body may be stored in `content`, in which case `data` is empty. The table is not clustered, so rows can be
   * counted without reading bodies.
   */
  body: { columns: { queue: 'whole', idx: 'whole', data: 'bytes', content: 'whole?' }, key: ['queue', 'idx'] },
  /**
   * A delivery. `record` contains the fields that never change, and `tries` contains the attempts. Both are JSON.
   * `wait_ms` has the same meaning as in `task`. During an attempt, `worker` is the process that makes the attempt, and
   * `next_at` is the end of that process's lease.
   */
  outbox: {
    columns: {
      ...{ number: 'serial', id: 'text', job: 'text', type: 'text', sink: 'text', receiver: 'text', state: 'text' },
      ...{ next_at: 'whole', wait_ms: 'whole', record: 'text', tries: 'text', data: 'bytes', worker: 'text?' },
    },
  },
  /**
   * State of a host's rate limiter as JSON, shared by all processes. A job with its own limits also has a row in this
   * table.
   */
  pace: { columns: { name: 'text', state: 'text', used_at: 'whole' }, key: ['name'] },
  /**
   * A page in flight on a host, with its worker and lease. `job` is the name of the job's row in `pace`. `rest_ms` is
   * the delay before the job's next page.
   */
  slot: {
    columns: { id: 'text', host: 'text', job: 'text?', rest_ms: 'whole', worker: 'text', lease_until: 'whole' },
    key: ['id'],
  },
  /** Lease on work that only one process may do at a time, e.g. job leadership. */
  lease: { columns: { name: 'text', worker: 'text', lease_until: 'whole' }, key: ['name'] },
  /** An event as JSON, with its job and the worker that sent it. The other processes forward it to their listeners. */
  told: { columns: { number: 'serial', job: 'text?', worker: 'text', at: 'whole', record: 'text' } },
  /**
   * A process that shares the database, with the time of its last heartbeat. `record` contains information about the
   * process as JSON.
   */
  node: { columns: { id: 'text', seen_at: 'whole', record: 'text' }, key: ['id'] },
  /**
   * Outcome of fetching an origin's robots.txt: its bytes, the reason for refusing all URLs, or neither if no rules
   * apply. The process that fetches the file holds the lease.
   */
  robots: {
    columns: { origin: 'text', body: 'bytes?', refusal: 'text?', fresh_until: 'whole', lease_until: 'whole' },
    key: ['origin'],
  },
  /** An idempotency key that was used. */
  idempotency: { columns: { key: 'text', at: 'whole' }, key: ['key'] },
  /**
   * Bytes that are stored once for any number of references, with their SHA-256, uncompressed size, zstd data and
   * reference count.
   */
  content: {
    columns: {
      ...{ id: 'serial', hash: 'bytes', bytes: 'whole', data: 'bytes', uses: 'whole' },
      /** Name and compressed size of the object, if the bytes are in the object store. `data` is then empty. */
      ...{ object: 'text?', object_size: 0 },
    },
  },
  /**
   * Names of objects in the object store that `content` does not refer to yet, or no longer refers to. Such objects are
   * deleted in batches.
   */
  unused_object: { columns: { name: 'text', at: 'whole' }, key: ['name'] },
  /** A downloadable file. */
  file: { columns: { id: 'text', job: 'text?', media_type: 'text', at: 'whole', content: 'whole' }, key: ['id'] },
  /** A past scrape. `content` refers to its result until the result is deleted. */
  scrape: {
    columns: {
      ...{ id: 'text', created_at: 'text', finished_at: 'text', search: 'text', record: 'text', content: 'whole?' },
    },
    key: ['id'],
  },
  /**
   * A cached copy of a page. `head` contains everything except the body and captures, as JSON. `bytes` is the
   * compressed size of all parts.
   */
  cached_page: { columns: { id: 'serial', key: 'text', status: 'whole', at: 'whole', head: 'text', bytes: 'whole' } },
  /** Bytes of a cached page. Part 0 is the body, and the other parts are captures. */
  cached_part: {
    columns: { page: 'whole', part: 'whole', content: 'whole' },
    key: ['page', 'part'],
    ordered: true,
  },
  /** Searchable text of a cached page. `sql-page-index.ts` indexes it. */
  cached_text: {
    columns: { page: 'whole', url: 'text', title: 'text', description: 'text', text: 'text' },
    key: ['page'],
  },
  /** Latest change-tracking snapshot for a URL and a tag. */
  snapshot: {
    columns: { id: 'text', scraped_at: 'text', status: 'whole', markdown: 'whole', json: 'whole?' },
    key: ['id'],
  },
  /** An entry in the activity log. */
  activity: { columns: { job: 'text', at: 'text', pages: 'whole', credits: 'whole', record: 'text' }, key: ['job'] },
  /** A user document as JSON. `version` is the number of the document's last change, counted per collection. */
  document: {
    columns: { collection: 'text', id: 'text', version: 'whole', record: 'text' },
    key: ['collection', 'id'],
  },
  /** Numbers about the database itself, e.g. the number of committed transactions. */
  meta: { columns: { name: 'text', value: 'whole' }, key: ['name'] },
} as const satisfies Readonly<Record<string, TableShape>>;

/** Name of a table. */
export type TableName = keyof typeof tables;

/** Returns the columns by which a table is ordered: its key, or its serial column if it has no key. */
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

/** Type of a column in queries. Columns with a default may be omitted in inserts. */
type ColumnValue<Kind> = Kind extends keyof ValueOf ? ValueOf[Kind] : Generated<number>;

type Columns<Table extends keyof typeof tables> = (typeof tables)[Table]['columns'];

/** Row types of all tables, as seen by queries. */
export type Tables = {
  -readonly [Table in keyof typeof tables]: {
    -readonly [Column in keyof Columns<Table>]: ColumnValue<Columns<Table>[Column]>;
  };
};

/** A row as read from a table. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** A database connection, inside or outside a transaction. */
export type Db = Kysely<Tables>;
