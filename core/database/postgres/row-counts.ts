import { sql } from 'kysely';
import { type Db, tables } from '../schema';

/** Writes after which grown tables are looked for, and the shortest time between two looks in milliseconds. */
const writesBetween = 20;
const pauseMs = 1000;
/** Rows that a table must have won, beside twice as many as it had. */
const fewestRows = 200;
const ours = [...Object.keys(tables), 'page_words'];

/**
 * Has tables counted that have grown by much. PostgreSQL plans statements by what it counted last, which it does once a minute at most, and
 * keeps the plans: those of an empty table go through all rows of the first job, page after page.
 */
export class RowCounts {
  readonly #read: (work: (db: Db) => Promise<void>) => Promise<void>;
  #writes = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Takes what runs queries outside a transaction. */
  constructor(read: (work: (db: Db) => Promise<void>) => Promise<void>) {
    this.#read = read;
  }

  /** Told of each write. */
  noteWrite(): void {
    this.#writes += 1;
    if (this.#writes < writesBetween || performance.now() - this.#lookedAt < pauseMs) return;
    this.#writes = 0;
    this.#lookedAt = performance.now();
    // Plans that are slow for a minute are no reason to fail.
    this.#read(countGrown).catch(() => undefined);
  }
}

/** Tables that another process is counting, or that this user may not count, are passed over. */
async function countGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select seen.relname as name from pg_stat_user_tables seen join pg_class counted on counted.oid = seen.relid
    where seen.schemaname = current_schema() and seen.relname = any(${ours})
      and seen.n_live_tup > ${fewestRows} + 2 * greatest(counted.reltuples, 0)
      and pg_has_role(counted.relowner, 'member')
      and not exists (select from pg_stat_progress_analyze where relid = seen.relid)`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db);
}
