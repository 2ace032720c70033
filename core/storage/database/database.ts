import type { Notified, Topic } from '../../ports/notifications';
import type { PageWords } from './dialect';
import type { Db } from './schema';

/**
 * Queue for writes. In databases with concurrent writers, host pacing (`hosts`) and the page cache (`cache`) have
 * separate queues. If the database server crashes, the latest cache writes may be lost.
 */
export type WriteLane = 'usual' | 'hosts' | 'cache';

/**
 * An SQL database. A read sees every write whose promise has settled, and runs before queued writes. Queued writes
 * share a transaction (group commit). Callers await their writes, so the queue is never longer than the number of
 * callers. All errors are AppErrors.
 */
export interface SqlDatabase {
  /** Unique name of this connection, generated each time the database is opened. */
  readonly session: string;
  readonly words: PageWords;
  /** True when other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Runs queries outside a transaction. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs queries in a transaction, which commits or rolls back as a unit. `work` may use only the connection passed to
   * it.
   */
  write<T>(work: (db: Db) => Promise<T>, lane?: WriteLane): Promise<T>;
  /**
   * When the transaction commits, notifies all processes that share the database. Does nothing if only one process uses
   * the database.
   */
  notify(db: Db, word: Topic): Promise<void>;
  /**
   * Resolves when a notification arrives, or when the listener connects or disconnects. Never resolves if only one
   * process uses the database. Supports only one call at a time.
   */
  nextNotifications(): Promise<Notified>;
  /** Returns the other sessions that are currently connected to the database. */
  otherSessions(): Promise<ReadonlySet<string>>;
  /** Reclaims the space occupied by deleted rows. */
  shrink(): Promise<void>;
  /** Writes a consistent snapshot to a new file. Throws CONFLICT when the database has its own backup mechanism. */
  copyTo(path: string): Promise<void>;
  /** Waits for pending calls. Later calls are rejected with ENGINE_CLOSING. */
  close(): Promise<void>;
}
