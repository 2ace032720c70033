import type { Generated, Kysely } from 'kysely';

/** State of a task in its row. */
export const taskState = { waiting: 0, inFlight: 1, done: 2, failed: 3, refused: 4 } as const;

/** A job: what lists filter and sort by, and the job as JSON. */
export interface JobTable {
  id: string;
  kind: string;
  state: string;
  /** ISO time. */
  created_at: string;
  /** Milliseconds since 1970; null while the job runs. */
  finished_at: number | null;
  record: string;
}

/** Counters of a job's tasks; made with its first task. */
export interface QueueTable {
  id: Generated<number>;
  job: string;
  /** Tasks ever added; the place of the next one. */
  tasks: Generated<number>;
  /** Order number of the next waiting task. */
  next_turn: Generated<number>;
  waiting: Generated<number>;
  in_flight: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  refused: Generated<number>;
  credits: Generated<number>;
  /** Tasks that were in flight when the process died, and have not ended since. */
  suspects: Generated<number>;
  /** Results that were lost by damage. */
  lost: Generated<number>;
}

/** One URL of a job. */
export interface TaskTable {
  queue: number;
  place: number;
  /** First 16 bytes of the SHA-256 of the task's key. */
  key: Uint8Array;
  url: string;
  /** The key when it is not the URL. */
  name: string | null;
  depth: number;
  /** JSON. */
  data: string | null;
  state: Generated<number>;
  attempt: Generated<number>;
  /** How often the process died while this task was in flight. */
  interrupted: Generated<number>;
  /** The same, while it was the only task of its job in flight. */
  alone: Generated<number>;
  /** Waiting tasks start in this order. */
  turn: number;
  /** Not before, milliseconds since 1970. */
  ready_at: Generated<number>;
  /** How long it was to wait when that was set; caps the wait when the clock is set back. */
  wait_ms: Generated<number>;
  worker: Generated<string | null>;
  /** Milliseconds since 1970. */
  lease_until: Generated<number>;
  /** Grows with every claim, so that a late end of an earlier claim can be told apart. */
  fence: Generated<number>;
}

/** Another key of a task: the target of its redirect. */
export interface AliasTable {
  queue: number;
  key: Uint8Array;
  place: number;
}

/** A URL that brought no result. */
export interface ProblemTable {
  number: Generated<number>;
  queue: number;
  place: number | null;
  /** Hash of the URL when it never became a task. */
  key: Uint8Array | null;
  url: string;
  state: 'failed' | 'refused';
  code: string;
  message: string;
  reason: string | null;
  hidden: number;
  at: number;
}

/** A result as tables show it. */
export interface ResultTable {
  queue: number;
  idx: number;
  place: number;
  url: string;
  title: string;
  /** URL and title in lower case. */
  search: string;
  status: number;
  credits: number;
  /** Bytes of the document as JSON. */
  bytes: number;
  finished_at: string;
}

/** The body of a result, zstd: the document as JSON, a line feed, the rest as JSON. */
export interface BodyTable {
  queue: number;
  idx: number;
  data: Uint8Array;
}

/** A delivery. */
export interface OutboxTable {
  number: Generated<number>;
  id: string;
  job: string;
  type: string;
  sink: string;
  /** Who gets it; the sink when it names nobody. */
  receiver: string;
  state: 'pending' | 'delivered' | 'failed' | 'disabled';
  /** Milliseconds since 1970. */
  next_at: number;
  /** How long it was to wait when `next_at` was set; caps the wait when the clock is set back. */
  wait_ms: number;
  /** The delivery without what changes, as JSON. */
  record: string;
  /** JSON list of tries. */
  tries: Generated<string>;
  data: Uint8Array;
}

/** A used idempotency key. */
export interface IdempotencyTable {
  key: string;
  at: number;
}

/** Bytes kept once, however many rows use them. */
export interface ContentTable {
  id: Generated<number>;
  /** SHA-256. */
  hash: Uint8Array;
  /** Bytes before compression. */
  bytes: number;
  /** zstd. */
  data: Uint8Array;
  /** Rows that use it. */
  uses: number;
}

/** An offered file. */
export interface FileTable {
  id: string;
  job: string | null;
  media_type: string;
  at: number;
  content: number;
}

/** A past scrape; `content` is its result while that is kept. */
export interface ScrapeTable {
  id: string;
  created_at: string;
  finished_at: string;
  /** URL and title in lower case. */
  search: string;
  record: string;
  content: number | null;
}

/** A cached copy of a page. */
export interface CachedPageTable {
  id: Generated<number>;
  key: string;
  status: number;
  at: number;
  /** Everything but the bytes, as JSON. */
  head: string;
  /** Compressed bytes of all its parts. */
  bytes: number;
}

/** Bytes of a cached page: the body is part 0, captures follow. */
export interface CachedPartTable {
  page: number;
  part: number;
  content: number;
}

/** What a cached page says, to be searched. */
export interface CachedTextTable {
  page: number;
  url: string;
  title: string;
  description: string;
  text: string;
  /** Address, title, description and text in lower case. */
  search: string;
}

/** The last snapshot of a URL and tag for change tracking. */
export interface SnapshotTable {
  id: string;
  scraped_at: string;
  status: number;
  markdown: number;
  json: number | null;
}

/** One line of the activity log. */
export interface ActivityTable {
  job: string;
  at: string;
  pages: number;
  credits: number;
  record: string;
}

/** Facts about the database itself. */
export interface MetaTable {
  name: string;
  value: number;
}

/** Every table. */
export interface Tables {
  job: JobTable;
  queue: QueueTable;
  task: TaskTable;
  alias: AliasTable;
  problem: ProblemTable;
  result: ResultTable;
  body: BodyTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
  content: ContentTable;
  file: FileTable;
  scrape: ScrapeTable;
  cached_page: CachedPageTable;
  cached_part: CachedPartTable;
  cached_text: CachedTextTable;
  snapshot: SnapshotTable;
  activity: ActivityTable;
  meta: MetaTable;
}

/** A connection, inside a transaction or not. */
export type Db = Kysely<Tables>;
