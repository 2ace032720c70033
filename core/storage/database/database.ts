import type { Notified, Topic } from '../../ports/notifications';
import type { PageWords } from './dialect';
import type { Db } from './schema';

/**
 * Queue of writes. Host pacing (`hosts`) and the page cache (`cache`) have lanes of their own in databases with concurrent
 * writers. The newest cache writes may be lost when the database machine crashes.
 */
export type WriteLane = 'usual' | 'hosts' | 'cache';

/**
 * A SQL database. A read sees every write whose promise has settled, and runs before queued writes. Queued writes share a
 * transaction (group commit). Callers await their writes, so the queue never exceeds the number of callers. All errors are
 * AppErrors.
 */
export interface SqlDatabase {
  /** Name of this connection, unique among the users of the database; new each time it is opened. */
  readonly session: string;
  readonly words: PageWords;
  /** True when other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Runs queries outside a transaction. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs queries in a transaction, which commits or rolls back as a unit. Only the given connection may be used inside. */
  write<T>(work: (db: Db) => Promise<T>, lane?: WriteLane): Promise<T>;
  /** Notifies every process of the database when the transaction commits. Does nothing in a single-process database. */
  notify(db: Db, word: Topic): Promise<void>;
  /**
   * Waits for a notification, or for the listener to connect or disconnect. Never resolves in a single-process database. Allows
   * one caller at a time.
   */
  nextNotifications(): Promise<Notified>;
  /** Other sessions that use the database at present. */
  otherSessions(): Promise<ReadonlySet<string>>;
  /** Reclaims the space of deleted rows. */
  shrink(): Promise<void>;
  /** Writes a consistent snapshot to a new file. Throws CONFLICT when the database has backups of its own. */
  copyTo(path: string): Promise<void>;
  /** Waits for work in progress; later calls are rejected with ENGINE_CLOSING. */
  close(): Promise<void>;
}
