import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from './schema';

/** How long writes may share one transaction unless said otherwise; what is asked meanwhile waits so long at most, and for one write. */
const usualSharedMs = 4;

/** A write that waits for its turn. */
interface WaitingWrite {
  /** Does it; gives back what tells its caller, once it is kept. */
  run(db: Db): Promise<() => void>;
  reject(reason: unknown): void;
}

/** How often a transaction is tried that stands in the way of another process's. */
const mostTries = 8;

/** A part of a transaction that can be undone alone. */
export interface Savepoint {
  begin(): void;
  keep(): void;
  /** False when the whole transaction has ended, so that there is nothing to be undone alone. */
  undo(): boolean;
}

/** How writes share transactions. */
export interface WriteSharing {
  /** How long writes may share one transaction, in milliseconds; 0 for a transaction for each. */
  readonly sharedMs?: number;
  /** Absent where a savepoint is a round trip: there a failure undoes all that share the transaction, and each is made again alone. */
  readonly savepoint?: Savepoint;
  /** Whether a failure is that of a transaction that stood in the way of another process's, so that it may be tried again. */
  isConflict?(thrown: unknown): boolean;
  /** Whether the connection is lost: nobody knows what was kept, and nothing is made again. */
  isAway?(thrown: unknown): boolean;
}

/** Does work in a transaction: all of it is kept, or nothing. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The writes of a database: one after the other, those that wait together in one transaction. */
export class SharedWrites {
  readonly #transact: Transact;
  readonly #sharing: WriteSharing;
  readonly #waiting: WaitingWrite[] = [];
  #isWriting = false;

  constructor(transact: Transact, sharing: WriteSharing) {
    this.#transact = transact;
    this.#sharing = sharing;
  }

  /** Does work in a transaction. */
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

  /** Takes turns with what else is asked. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (await nextTurn(); this.#waiting.length > 0; await nextTurn()) await this.#writeSome();
    this.#isWriting = false;
  }

  /** Some of the waiting writes as one transaction. A write that fails leaves nothing behind and harms no other one. */
  async #writeSome(): Promise<void> {
    const taken: WaitingWrite[] = [];
    const ended: (() => void)[] = [];
    const until = performance.now() + (this.#sharing.sharedMs ?? usualSharedMs);
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
      // Of a transaction that could not even begin nothing was taken, and the first would be tried for ever.
      if (taken.length === 0) taken.push(...this.#waiting.splice(0));
      if (this.#mayPassAlone(thrown, taken.length)) for (const write of taken) await this.#writeAlone(write);
      else for (const { reject } of taken) reject(thrown);
    }
  }

  /** Whether writes that failed together may pass one by one. */
  #mayPassAlone(thrown: unknown, writes: number): boolean {
    const { savepoint, isConflict, isAway } = this.#sharing;
    if (isConflict?.(thrown)) return true;
    return savepoint === undefined && writes > 1 && !isAway?.(thrown);
  }

  /** A write in a transaction of its own, again and again while it stands in the way of another process's. */
  async #writeAlone({ run, reject }: WaitingWrite): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const tell = await this.#transact(run);
        return tell();
      } catch (thrown) {
        if (tries < mostTries && this.#sharing.isConflict?.(thrown)) continue;
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
