import { AppError } from '../../common/errors';
import type { SqlDatabase } from './database';
import type { Db } from './schema';

interface WaitingCall<Given, Value> {
  readonly given: Given;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/** Maximum gap between calls in the moving average, in ms. Longer gaps are capped at this value. */
const longGapMs = 1000;
/** Weight given to the latest gap in the moving average. */
const gapWeight = 0.1;

/** Options for batched writes. */
export interface BatchParts<Given, Value> {
  readonly database: Pick<SqlDatabase, 'write'>;
  /** Maximum number of calls per write. */
  readonly maxCalls: number;
  /** Time in ms that a write waits for further calls. If absent, a write waits until the database is free. */
  readonly gatherMs?: number;
  /**
   * Time in ms that a write waits for more calls while calls are frequent. Writing several calls at once costs little
   * more than writing one.
   */
  readonly busyGatherMs?: number;
  /** Performs several calls within a transaction. Returns their outcomes in the same order. */
  work(db: Db, given: readonly Given[]): Promise<readonly Value[]>;
}

/**
 * Groups calls while they wait for the database, and performs each group as one write with a few statements. Each call
 * resolves after the commit.
 */
export class BatchedWrites<Given, Value> {
  readonly #parts: BatchParts<Given, Value>;
  readonly #waiting: WaitingCall<Given, Value>[] = [];
  /** Pending calls. */
  readonly #pending = new Set<Promise<Value>>();
  /** True when a write is queued but has not started. */
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** Moving average of the gap between two calls, in ms. */
  #gapMs = longGapMs;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(parts: BatchParts<Given, Value>) {
    this.#parts = parts;
  }

  /**
   * Adds a call. Resolves with its result after the commit. The call may wait up to `maxGatherMs` for other calls,
   * unless a more urgent call arrives.
   */
  add(given: Given, maxGatherMs?: number): Promise<Value> {
    const defaultMs = this.#gatherMs();
    const gatherMs = maxGatherMs ?? defaultMs;
    const value = new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ given, resolve, reject });
      if (gatherMs === undefined || this.#isFull()) this.#begin();
      else this.#beginWithin(gatherMs);
    });
    this.#pending.add(value);
    const forget = () => this.#pending.delete(value);
    value.then(forget, forget);
    return value;
  }

  /** Writes all waiting calls immediately, and waits until each is committed or rejected. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0) this.#begin();
    await Promise.allSettled(this.#pending);
  }

  #isFull(): boolean {
    return this.#waiting.length >= this.#parts.maxCalls;
  }

  /** Returns the maximum time in ms that a call waits for other calls. */
  #gatherMs(): number | undefined {
    const { gatherMs, busyGatherMs = 0 } = this.#parts;
    const now = performance.now();
    this.#gapMs += gapWeight * (Math.min(now - this.#calledAt, longGapMs) - this.#gapMs);
    this.#calledAt = now;
    return this.#gapMs < busyGatherMs ? busyGatherMs : gatherMs;
  }

  /** Schedules a write after `gatherMs`, unless a write is already queued or is scheduled for an earlier time. */
  #beginWithin(gatherMs: number): void {
    const dueAt = performance.now() + gatherMs;
    if (this.#isDue || (this.#timer && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#begin(), gatherMs);
  }

  /** Queues a write. The write includes all calls that arrive before it starts. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#write();
  }

  async #write(): Promise<void> {
    const { database, maxCalls, work } = this.#parts;
    let calls: WaitingCall<Given, Value>[] = [];
    try {
      const values = await database.write((db) => {
        // If the database retries the write, it performs the same calls again.
        if (calls.length === 0) calls = this.#take(maxCalls);
        return work(
          db,
          calls.map(({ given }) => given),
        );
      });
      for (const [place, { resolve }] of calls.entries()) resolve(values[place] as Value);
    } catch (thrown) {
      if (calls.length === 0) calls = this.#take(maxCalls);
      if (calls.length > 1 && !isOver(thrown)) for (const call of calls) await this.#writeAlone(call);
      else for (const { reject } of calls) reject(thrown);
    }
  }

  /** Removes up to `most` calls from the queue. The remaining calls wait for the next write. */
  #take(most: number): WaitingCall<Given, Value>[] {
    const calls = this.#waiting.splice(0, most);
    this.#isDue = false;
    if (this.#waiting.length > 0) this.#begin();
    return calls;
  }

  /** Writes a call in a separate transaction, so that a failure does not affect other calls. */
  async #writeAlone({ given, resolve, reject }: WaitingCall<Given, Value>): Promise<void> {
    try {
      const [value] = await this.#parts.database.write((db) => this.#parts.work(db, [given]));
      resolve(value as Value);
    } catch (thrown) {
      reject(thrown);
    }
  }
}

/** True for a failure that affects every call, e.g. because the database is unreachable. */
const isOver = (thrown: unknown): boolean =>
  thrown instanceof AppError && (thrown.code === 'DATABASE_UNAVAILABLE' || thrown.code === 'ENGINE_CLOSING');
