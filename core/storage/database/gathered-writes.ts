import { AppError } from '../../common/errors';
import type { SqlDatabase } from './database';
import type { Db } from './schema';

/** A call that waits for its write. */
interface WaitingCall<Given, Value> {
  readonly given: Given;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/** Longer times between two calls count as this, in milliseconds. */
const longGapMs = 1000;
/** Share of the last time in the mean. */
const gapWeight = 0.1;

/** How calls are made together. */
export interface GatheredParts<Given, Value> {
  readonly database: Pick<SqlDatabase, 'write'>;
  /** Most calls of one write. */
  readonly most: number;
  /** How long a write waits for further calls, in milliseconds; as long as the database is busy unless given. */
  readonly restMs?: number;
  /**
   * How long a write waits while calls come so often that another one is expected meanwhile, in milliseconds: a write for several costs
   * little more than one for each.
   */
  readonly busyRestMs?: number;
  /** Does the work of some calls inside a transaction; gives back what each came to, in the same order. */
  work(db: Db, given: readonly Given[]): Promise<readonly Value[]>;
}

/** Calls that wait for the database at the same time become one write, with statements for all of them; each is told once that is kept. */
export class GatheredWrites<Given, Value> {
  readonly #parts: GatheredParts<Given, Value>;
  readonly #waiting: WaitingCall<Given, Value>[] = [];
  /** Calls without an answer. */
  readonly #asked = new Set<Promise<Value>>();
  /** Whether a write has been asked for that has not begun. */
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** Mean time between two calls, in milliseconds. */
  #gapMs = longGapMs;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(parts: GatheredParts<Given, Value>) {
    this.#parts = parts;
  }

  /** What a call came to, once it is kept. A call that may rest waits so many milliseconds for others, unless one comes that may not. */
  add(given: Given, mayRestMs?: number): Promise<Value> {
    const usualMs = this.#restMs();
    const restMs = mayRestMs ?? usualMs;
    const value = new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ given, resolve, reject });
      if (restMs === undefined || this.#isFull()) this.#begin();
      else this.#beginWithin(restMs);
    });
    this.#asked.add(value);
    const forget = () => this.#asked.delete(value);
    value.then(forget, forget);
    return value;
  }

  /** Writes what has come without waiting for further calls; waits until all of it is kept or refused. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0) this.#begin();
    await Promise.allSettled(this.#asked);
  }

  #isFull(): boolean {
    return this.#waiting.length >= this.#parts.most;
  }

  /** How long a call may wait for others. */
  #restMs(): number | undefined {
    const { restMs, busyRestMs = 0 } = this.#parts;
    const now = performance.now();
    this.#gapMs += gapWeight * (Math.min(now - this.#calledAt, longGapMs) - this.#gapMs);
    this.#calledAt = now;
    return this.#gapMs < busyRestMs ? busyRestMs : restMs;
  }

  /** Of the waiting calls, the one with the shortest rest decides when the write begins. */
  #beginWithin(restMs: number): void {
    const dueAt = performance.now() + restMs;
    if (this.#isDue || (this.#timer && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#begin(), restMs);
  }

  /** The write takes all that have come until it begins. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#write();
  }

  async #write(): Promise<void> {
    const { database, most, work } = this.#parts;
    let calls: WaitingCall<Given, Value>[] = [];
    try {
      const values = await database.write((db) => {
        // A write that is made again is that of the same calls.
        if (calls.length === 0) calls = this.#take(most);
        return work(
          db,
          calls.map(({ given }) => given),
        );
      });
      for (const [place, { resolve }] of calls.entries()) resolve(values[place] as Value);
    } catch (thrown) {
      if (calls.length === 0) calls = this.#take(most);
      if (calls.length > 1 && !isOver(thrown)) for (const call of calls) await this.#writeAlone(call);
      else for (const { reject } of calls) reject(thrown);
    }
  }

  /** The first calls; those left over wait for the next write. */
  #take(most: number): WaitingCall<Given, Value>[] {
    const calls = this.#waiting.splice(0, most);
    this.#isDue = false;
    if (this.#waiting.length > 0) this.#begin();
    return calls;
  }

  /** A call that fails must harm no other one. */
  async #writeAlone({ given, resolve, reject }: WaitingCall<Given, Value>): Promise<void> {
    try {
      const [value] = await this.#parts.database.write((db) => this.#parts.work(db, [given]));
      resolve(value as Value);
    } catch (thrown) {
      reject(thrown);
    }
  }
}

/** Whether a write failed for a reason that holds for every call. */
const isOver = (thrown: unknown): boolean =>
  thrown instanceof AppError && (thrown.code === 'DATABASE_UNAVAILABLE' || thrown.code === 'ENGINE_CLOSING');
