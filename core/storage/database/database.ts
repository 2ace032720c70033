import type { WakeWord, Woken } from '../../ports/wakes';
import type { PageWords } from './dialect';
import type { Db } from './schema';

/**
 * Which writes wait for each other: the pace of hosts and the page cache are written beside everything else where a database takes several
 * writes at a time. What was put into the cache last may be lost when the machine of the database fails.
 */
export type WriteLane = 'usual' | 'hosts' | 'cache';

/**
 * One SQL database. A read sees every write whose promise has ended, and goes before those that wait; writes that wait share a
 * transaction, so that a busy database commits less often. Who writes waits for it: so there are no more waiting writes than callers.
 * What it throws is an AppError.
 */
export interface SqlDatabase {
  /** Name of this connection among those that use the database at the same time; new each time it is opened. */
  readonly session: string;
  readonly words: PageWords;
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Runs queries outside a transaction. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs queries in a transaction: all of it is kept, or nothing. Inside, only the given connection may be used. */
  write<T>(work: (db: Db) => Promise<T>, lane?: WriteLane): Promise<T>;
  /** Wakes every process of the database once the transaction is kept; does nothing where there is but one. */
  wake(db: Db, word: WakeWord): Promise<void>;
  /** Waits until something is heard, or that begins or ends to be possible; for ever where there is but one process. One caller at a time. */
  woken(): Promise<Woken>;
  /** Other sessions that use the database now. */
  otherSessions(): Promise<ReadonlySet<string>>;
  /** Gives the room of removed rows back. */
  shrink(): Promise<void>;
  /** Writes a copy to a new file, as the database is at one moment. CONFLICT where the database makes its own backups. */
  copyTo(path: string): Promise<void>;
  /** Waits for work under way; later calls are refused with ENGINE_CLOSING. */
  close(): Promise<void>;
}
