import { sql } from 'kysely';
import { type Db, tables } from '../schema';

/** Number of writes after which tables are checked for growth. */
const writesBetween = 20;
/** Minimum interval between two checks, in ms. */
const pauseMs = 1000;
/** A table is analyzed when its number of rows exceeds twice the number at its last ANALYZE by more than this value. */
const minRows = 200;
const ours = [...Object.keys(tables), 'page_words'];

/**
 * Runs ANALYZE on tables that have more than doubled in size, because autovacuum runs at most once a minute. Without
 * ANALYZE, PostgreSQL would reuse plans made for an empty table, and scan all rows of the first job for every page.
 */
export class PlannerStatistics {
  readonly #read: (work: (db: Db) => Promise<void>) => Promise<void>;
  #writes = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `read` runs queries outside a transaction. */
  constructor(read: (work: (db: Db) => Promise<void>) => Promise<void>) {
    this.#read = read;
  }

  /** Counts a write, and starts a check if one is due. */
  noteWrite(): void {
    this.#writes += 1;
    if (this.#writes < writesBetween || performance.now() - this.#lookedAt < pauseMs) return;
    this.#writes = 0;
    this.#lookedAt = performance.now();
    // Ignores failures, because they only cause slow plans for about a minute.
    this.#read(analyzeGrown).catch(() => undefined);
  }
}

/**
 * Analyzes tables that have grown. Skips tables that another process is analyzing or that this user may not analyze.
 */
async function analyzeGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select seen.relname as name from pg_stat_user_tables seen join pg_class analyzed on analyzed.oid = seen.relid
    where seen.schemaname = current_schema() and seen.relname = any(${ours})
      and seen.n_live_tup > ${minRows} + 2 * greatest(analyzed.reltuples, 0)
      and pg_has_role(analyzed.relowner, 'member')
      and not exists (select from pg_stat_progress_analyze where relid = seen.relid)`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db);
}
