import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from './schema';

/** How long writes may share one transaction; what is asked meanwhile waits so long at most, and for one write. */
const sharedMs = 4;

/** A write that waits for its turn. */
interface WaitingWrite {
  /** Does it; gives back what tells its caller, once it is kept. */
  run(db: Db): Promise<() => void>;
  reject(reason: unknown): void;
}

/** How often a transaction is tried that stands in the way of another process's. */
const mostTries = 8;

/** A part of a transaction that can be undone alone. */
export interface TransactionPart {
  begin(db: Db): Promise<void> | void;
  keep(db: Db): Promise<void> | void;
  /** Whether a failure is that of a transaction that stood in the way of another process's, so that it may be tried again. */
  isConflict?(thrown: unknown): boolean;
  /** False when the whole transaction has ended, so that there is nothing to be undone alone. */
  undo(db: Db): Promise<boolean> | boolean;
}

/** The writes of a database: one after the other, those that wait together in one transaction. */
export class SharedWrites {
  readonly #db: Db;
  readonly #part: TransactionPart;
  readonly #waiting: WaitingWrite[] = [];
  #isWriting = false;

  constructor(db: Db, part: TransactionPart) {
    this.#db = db;
    this.#part = part;
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
    const until = performance.now() + sharedMs;
    try {
      await this.#db.transaction().execute(async (db) => {
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
      if (this.#part.isConflict?.(thrown)) for (const write of taken) await this.#writeAlone(write);
      else for (const { reject } of taken) reject(thrown);
    }
  }

  /** A write in a transaction of its own, again and again while it stands in the way of another process's. */
  async #writeAlone({ run, reject }: WaitingWrite): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const tell = await this.#db.transaction().execute(run);
        return tell();
      } catch (thrown) {
        if (tries < mostTries && this.#part.isConflict?.(thrown)) continue;
        return reject(thrown);
      }
    }
  }

  async #writePart(db: Db, { run, reject }: WaitingWrite): Promise<() => void> {
    await this.#part.begin(db);
    try {
      const tell = await run(db);
      await this.#part.keep(db);
      return tell;
    } catch (thrown) {
      if (this.#part.isConflict?.(thrown)) throw thrown;
      if (!(await this.#part.undo(db))) throw thrown;
      return () => reject(thrown);
    }
  }
}
