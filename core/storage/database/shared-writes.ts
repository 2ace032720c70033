import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from './schema';

/**
 * Default time in ms during which writes can join a transaction. A read waits at most this long, plus the time of one
 * write.
 */
const defaultSharedMs = 4;

interface WaitingWrite {
  /**
   * Performs the write. Returns a function that resolves the caller's promise, and that must be called after the
   * commit.
   */
  run(db: Db): Promise<() => void>;
  reject(reason: unknown): void;
}

/** Maximum number of attempts to commit a transaction that conflicts with other processes. */
const maxTries = 8;

/** A part of a transaction that can be rolled back separately. */
export interface Savepoint {
  begin(): void;
  keep(): void;
  /**
   * Rolls back to the savepoint. Returns false if the entire transaction has ended, because the savepoint then no
   * longer exists.
   */
  undo(): boolean;
}

/** Options for sharing transactions. */
export interface WriteSharing {
  /** Time in ms during which writes can join a transaction. If 0, each write has its own transaction. */
  readonly sharedMs?: number;
  /**
   * Absent in databases where a savepoint costs a round trip. A failed write then rolls back the entire shared
   * transaction, and each write is retried separately.
   */
  readonly savepoint?: Savepoint;
  /** True when a transaction failed because of a conflict with another process and can be retried. */
  isConflict?(thrown: unknown): boolean;
  /** True when the connection was lost. Writes are then not retried, because the outcome of the commit is unknown. */
  isUnreachable?(thrown: unknown): boolean;
}

/** Runs work in a transaction, which commits or rolls back as a unit. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Runs the writes to a database one at a time. Queued writes share a transaction (group commit). */
export class SharedWrites {
  readonly #transact: Transact;
  readonly #sharing: WriteSharing;
  readonly #waiting: WaitingWrite[] = [];
  #isWriting = false;

  constructor(transact: Transact, sharing: WriteSharing) {
    this.#transact = transact;
    this.#sharing = sharing;
  }

  /** Runs work in a transaction. */
  add<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (db: Db) => {
        const value = await work(db);
        return () => resolve(value);
      };
      this.#waiting.push({ run, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Writes everything in the queue. Other work can run between transactions. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (await nextTurn(); this.#waiting.length > 0; await nextTurn()) await this.#writeSome();
    this.#isWriting = false;
  }

  /** Runs queued writes in one transaction. A failed write is rolled back and does not affect the other writes. */
  async #writeSome(): Promise<void> {
    const taken: WaitingWrite[] = [];
    const ended: (() => void)[] = [];
    const until = performance.now() + (this.#sharing.sharedMs ?? defaultSharedMs);
    try {
      await this.#transact(async (db) => {
        for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
          taken.push(next);
          const isAlone = ended.length === 0 && this.#waiting.length === 0;
          ended.push(isAlone ? await next.run(db) : await this.#writePart(db, next));
          if (isAlone || performance.now() >= until) return;
        }
      });
      for (const tell of ended) tell();
    } catch (thrown) {
      // If the transaction could not begin, it contains no writes. All waiting writes are then treated as failed,
      // because the first of them would otherwise be retried forever.
      if (taken.length === 0) taken.push(...this.#waiting.splice(0));
      if (this.#mayPassAlone(thrown, taken.length)) for (const write of taken) await this.#writeAlone(write);
      else for (const { reject } of taken) reject(thrown);
    }
  }

  /** True if writes are worth retrying in separate transactions after their transaction failed. */
  #mayPassAlone(thrown: unknown, writes: number): boolean {
    const { savepoint, isConflict, isUnreachable } = this.#sharing;
    if (isConflict?.(thrown)) return true;
    return savepoint === undefined && writes > 1 && !isUnreachable?.(thrown);
  }

  /** Runs a write in its own transaction, and retries it on conflicts with other processes. */
  async #writeAlone({ run, reject }: WaitingWrite): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const tell = await this.#transact(run);
        return tell();
      } catch (thrown) {
        if (tries < maxTries && this.#sharing.isConflict?.(thrown)) continue;
        return reject(thrown);
      }
    }
  }

  async #writePart(db: Db, { run, reject }: WaitingWrite): Promise<() => void> {
    const { savepoint, isConflict } = this.#sharing;
    savepoint?.begin();
    try {
      const tell = await run(db);
      savepoint?.keep();
      return tell;
    } catch (thrown) {
      if (isConflict?.(thrown) || !savepoint?.undo()) throw thrown;
      return () => reject(thrown);
    }
  }
}
