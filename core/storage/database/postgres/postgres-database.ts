import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../../common/errors';
import { systemCode } from '../../../platform/data-folder/storage-error';
import type { Notified, Topic } from '../../../ports/notifications';
import type { SqlDatabase, WriteLane } from '../database';
import { InFlightWork } from '../in-flight-work';
import { isPresentSchema, migrate } from '../migrate';
import { type Db, type Tables, tables } from '../schema';
import { SharedWrites, type WriteSharing } from '../shared-writes';
import { databaseError, isUnreachable, type NamedDatabase } from './database-error';
import { NotifyListener, notify } from './notify-listener';
import { PlannerStatistics } from './planner-statistics';
import {
  nameDatabase,
  nameOfSession,
  newClient,
  openForLooseWrites,
  openForWrites,
  openPool,
  type PoolParts,
  preparing,
  QueryConfigs,
  sessionOfName,
} from './pool';
import { postgresSchema } from './postgres-schema';
import { postgresWords } from './postgres-words';
import { Transactions } from './transactions';

/** Oldest supported major version of PostgreSQL. */
const oldestVersion = 15;

/**
 * Minimum interval in ms between two notifications on a topic. The server commits transactions with notifications one
 * at a time, so frequent notifications would delay other writes. Each page adds deliveries, but other processes check
 * for due deliveries at most once per interval.
 */
const quietMs: Readonly<Record<Topic, number>> = { jobs: 0, told: 0, outbox: 1000 };

interface OpenedParts {
  readonly db: Db;
  readonly pools: PoolParts;
  readonly configs: QueryConfigs;
  readonly named: NamedDatabase;
  readonly listener: NotifyListener;
}

/** A PostgreSQL database. Counters are protected by row locks, so that several processes can use the database. */
export class PostgresDatabase implements SqlDatabase {
  readonly session: string;
  readonly words = postgresWords;
  readonly isShared = true;
  readonly #named: NamedDatabase;
  readonly #db: Db;
  readonly #lanes: Readonly<Record<WriteLane, SharedWrites>>;
  readonly #transactions: Transactions[] = [];
  readonly #writing: readonly pg.Pool[];
  readonly #statistics = new PlannerStatistics((work) => this.read(work));
  readonly #work: InFlightWork;
  readonly #listener: NotifyListener;
  readonly #woke = new Map<Topic, number>();

  private constructor(parts: OpenedParts) {
    const { db, pools, configs, named, listener } = parts;
    this.session = pools.session;
    this.#named = named;
    this.#listener = listener;
    this.#db = db;
    const writing = { usual: openForWrites(pools), hosts: openForWrites(pools), cache: openForLooseWrites(pools) };
    const lane = (pool: pg.Pool) => {
      const transactions = new Transactions({ pool, configs });
      this.#transactions.push(transactions);
      return new SharedWrites((work) => transactions.run(work), sharing);
    };
    this.#writing = Object.values(writing);
    this.#lanes = { usual: lane(writing.usual), hosts: lane(writing.hosts), cache: lane(writing.cache) };
    this.#work = new InFlightWork((thrown) => databaseError(thrown, named));
  }

  /**
   * Opens the database at a `postgres://` URL and migrates it. The server ends transactions that are idle for `idleMs`,
   * to release the locks of stalled processes. Throws DATABASE_UNAVAILABLE, STORAGE_ERROR or BAD_REQUEST with advice in
   * the message.
   */
  static async open(url: string, idleMs?: number): Promise<PostgresDatabase> {
    const named = nameDatabase(url);
    const session = randomUUID();
    let db: Db | undefined;
    try {
      const pools = { url, session, idleMs };
      const pool = openPool(pools);
      const configs = new QueryConfigs();
      db = layer(preparing(pool, configs));
      await assertVersion(pool, named);
      await bringUpToDate(db, named);
      const listener = new NotifyListener(() => newClient(url, session));
      return new PostgresDatabase({ db, pools, configs, named, listener });
    } catch (thrown) {
      await db?.destroy();
      throw databaseError(thrown, named);
    }
  }

  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#work.run(() => work(this.#db));
  }

  write<T>(work: (db: Db) => Promise<T>, lane: WriteLane = 'usual'): Promise<T> {
    this.#statistics.noteWrite();
    return this.#work.run(() => this.#lanes[lane].add(work));
  }

  async notify(db: Db, word: Topic): Promise<void> {
    const now = performance.now();
    if (now - (this.#woke.get(word) ?? Number.NEGATIVE_INFINITY) < quietMs[word]) return;
    this.#woke.set(word, now);
    await notify(db, word);
  }

  nextNotifications(): Promise<Notified> {
    return this.#listener.next();
  }

  otherSessions(): Promise<ReadonlySet<string>> {
    return this.read(async (db) => {
      const { rows } = await sql<{ readonly name: string }>`
        select distinct application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${nameOfSession('')})`.execute(db);
      return new Set(rows.map(({ name }) => sessionOfName(name)).filter((session) => session !== this.session));
    });
  }

  /** Runs VACUUM. The files keep their size, but new rows reuse the space. */
  shrink(): Promise<void> {
    return this.read(async (db) => {
      for (const table of [...Object.keys(tables), 'page_words']) await sql`vacuum ${sql.id(table)}`.execute(db);
    });
  }

  async copyTo(): Promise<void> {
    throw new AppError(
      'CONFLICT',
      `Pages and results are kept in PostgreSQL (${this.#named.name}). Make a backup with pg_dump, and copy the data folder as well.`,
    );
  }

  async close(): Promise<void> {
    await this.#listener.close();
    if (!(await this.#work.close())) return;
    for (const each of this.#transactions) each.close();
    await Promise.all(this.#writing.map((pool) => pool.end()));
    await this.#db.destroy();
  }
}

const layer = (pool: PostgresPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/**
 * Error codes for deadlocks, serialization failures, and unique violations caused by two processes that insert the same
 * row.
 */
const conflicts: ReadonlySet<string> = new Set(['40P01', '40001', '23505']);

/**
 * Gives each write its own transaction. A shared transaction that waits for a row while holding other locks could
 * deadlock with another process.
 */
const sharing: WriteSharing = {
  sharedMs: 0,
  isConflict: (thrown) => conflicts.has(systemCode(thrown) ?? ''),
  isUnreachable,
};

async function assertVersion(pool: pg.Pool, { name }: NamedDatabase): Promise<void> {
  const { rows } = await pool.query<{ readonly server_version_num: string }>('show server_version_num');
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= oldestVersion) return;
  throw new AppError(
    'STORAGE_ERROR',
    `The database ${name} is PostgreSQL ${version}; Gleaner needs ${oldestVersion} or later. Upgrade the server.`,
  );
}

/**
 * Runs the migrator only if the latest migration is missing, because running the migrator would slow down every start.
 */
async function bringUpToDate(db: Db, { name }: NamedDatabase): Promise<void> {
  const { rows } = await sql<{
    readonly known: string | null;
  }>`select to_regclass('kysely_migration')::text as known`.execute(db);
  if (rows[0]?.known) {
    const last = await sql<{ readonly name: string }>`select max(name) as name from kysely_migration`.execute(db);
    if (isPresentSchema(last.rows[0]?.name, postgresSchema)) return;
  }
  const newer = `The database ${name} was written by a newer version of Gleaner. Update Gleaner, or set GLEANER_DATABASE_URL to another database.`;
  await migrate(db as unknown as Kysely<never>, postgresSchema, newer);
}
