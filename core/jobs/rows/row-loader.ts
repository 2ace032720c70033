import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { readAhead } from './read-ahead';
import type { FedRows, RowFeed } from './row-feed';
import type { RowThread } from './row-thread';

/** Progress of loading a job's rows. */
interface Reading {
  /** Number of rows held by the thread. */
  size: number;
  /** Position in the feed to continue from. */
  next: number;
  /** Version of the feed when its end was last reached. Undefined if the end was never reached. */
  complete?: string;
  running?: Promise<void>;
  /** Resolves once the first rows are loaded and `patienceMs` has passed. */
  some?: Promise<unknown>;
}

/** Rows to load. */
export interface RowRequest {
  /** Name of the table. The name changes when the rows are renumbered. */
  readonly table: string;
  /** Name of the table whose row numbers this table shares, if any. */
  readonly numbering?: string;
  /** Version of the feed. The version changes when there are more rows to read. */
  readonly version: string;
  readonly feed: () => Promise<RowFeed>;
}

/** Maximum number of tables whose loading progress is remembered. */
const keptReadings = 100;
/** Time in ms to wait for all rows before returning the rows loaded so far. A small job loads within this time. */
const patienceMs = 100;
/** Maximum number of attempts to load all rows. The thread may stop at any time and lose the rows. */
const maxTries = 3;

/** Loads rows from the store into the row thread, incrementally. */
export class RowLoader {
  readonly #readings = new LRUCache<string, Reading>({ max: keptReadings });

  constructor(private readonly thread: Pick<RowThread, 'ask'>) {}

  /** Loads the rows that are not in the thread yet. Resolves when all rows are loaded. */
  load(wanted: RowRequest): Promise<void> {
    const reading = this.#of(wanted.table);
    if (reading.complete === wanted.version) return Promise.resolve();
    if (reading.running) return reading.running.then(() => this.load(wanted));
    const first = new Promise<void>((onSome) => {
      reading.running = this.#readAll(reading, wanted, onSome).finally(() => {
        reading.running = undefined;
      });
    });
    reading.some = Promise.all([first, pause(patienceMs, undefined, { ref: false })]);
    return reading.running ?? Promise.resolve();
  }

  /** Loads rows like `load`. If loading takes a while, resolves once the first rows are available. */
  async loadSome(wanted: RowRequest): Promise<void> {
    const loaded = this.load(wanted);
    const { some } = this.#of(wanted.table);
    await Promise.race(some ? [loaded, some] : [loaded]);
  }

  isComplete({ table, version }: RowRequest): boolean {
    return this.#of(table).complete === version;
  }

  /** Reloads all rows after the thread has lost the table. */
  reload(wanted: RowRequest): Promise<void> {
    const known = this.#readings.get(wanted.table);
    if (known?.running) return known.running;
    this.#readings.delete(wanted.table);
    return this.load(wanted);
  }

  #of(table: string): Reading {
    const known = this.#readings.get(table);
    if (known) return known;
    const reading: Reading = { size: 0, next: 0 };
    this.#readings.set(table, reading);
    return reading;
  }

  async #readAll(reading: Reading, wanted: RowRequest, onSome: () => void): Promise<void> {
    const feed = await wanted.feed();
    if (reading.size > 0) onSome();
    for (let tries = 0; tries < maxTries; tries++) {
      if (await this.#readOn(reading, wanted.table, feed, onSome)) {
        reading.complete = wanted.version;
        return;
      }
      Object.assign(reading, { size: 0, next: 0 });
    }
  }

  /** Loads the remaining rows into the thread. Returns false when the thread has lost the table. */
  async #readOn(reading: Reading, table: string, feed: RowFeed, onSome: () => void): Promise<boolean> {
    for await (const { source, next } of readAhead(fedFrom(feed, reading.next))) {
      const answer = await this.thread.ask({ kind: 'add', table, size: reading.size, source });
      if (!answer) return false;
      reading.size = answer.size;
      reading.next = next;
      onSome();
    }
    return true;
  }
}

async function* fedFrom(feed: RowFeed, from: number): AsyncGenerator<FedRows> {
  for (let isEnd = false, next = from; !isEnd; ) {
    const fed = await feed.read(next);
    yield fed;
    ({ isEnd, next } = fed);
  }
}
