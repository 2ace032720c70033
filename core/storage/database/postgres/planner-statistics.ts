import { sql } from 'kysely';
import { type Db, tables } from '../schema';

/** Writes after which grown tables are looked for, and the shortest time between two looks in milliseconds. */
const writesBetween = 20;
const pauseMs = 1000;
/** Rows that a table must have gained, beyond twice as many as it had at its last ANALYZE. */
const fewestRows = 200;
const ours = [...Object.keys(tables), 'page_words'];

/**
 * Analyzes tables that have grown to three times their size. Autovacuum does so once a minute at most, and PostgreSQL keeps its plans until
 * then: those made for an empty table scan all rows of the first job for every page.
 */
export class PlannerStatistics {
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
    this.#read(analyzeGrown).catch(() => undefined);
  }
}

/** Skips tables that another process is analyzing, or that this user may not analyze. */
async function analyzeGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select seen.relname as name from pg_stat_user_tables seen join pg_class analyzed on analyzed.oid = seen.relid
    where seen.schemaname = current_schema() and seen.relname = any(${ours})
      and seen.n_live_tup > ${fewestRows} + 2 * greatest(analyzed.reltuples, 0)
      and pg_has_role(analyzed.relowner, 'member')
      and not exists (select from pg_stat_progress_analyze where relid = seen.relid)`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db);
}
