import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { readAhead } from './read-ahead';
import type { FedRows, RowFeed } from './row-feed';
import type { RowThread } from './row-thread';

/** How far the rows of a job have been read. */
interface Reading {
  /** Rows on the thread. */
  size: number;
  /** Where the feed goes on. */
  next: number;
  /** What the feed had when its end was last reached; undefined before. */
  complete?: string;
  running?: Promise<void>;
  /** Ends when an answer need not wait any longer for what is still read. */
  some?: Promise<unknown>;
}

/** Rows that have to be there. */
export interface WantedRows {
  /** Name of the table; another one when its rows are numbered anew. */
  readonly table: string;
  /** Changes when there is more to read. */
  readonly version: string;
  readonly feed: () => Promise<RowFeed>;
}

/** Tables of which is known how far they were read. */
const keptReadings = 100;
/** A reading that is done by then is waited for: most jobs are small. */
const patienceMs = 100;
/** Tries to bring all rows to a thread that may end at any time. */
const mostTries = 3;

/** Brings rows from the store to the thread that holds them: once, and then what is new. */
export class RowLoader {
  readonly #readings = new LRUCache<string, Reading>({ max: keptReadings });

  constructor(private readonly thread: Pick<RowThread, 'ask'>) {}

  /** Reads what is missing; the promise ends when all of it is there. */
  load(wanted: WantedRows): Promise<void> {
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

  /** The same, but ends as soon as there are some rows and the reading takes longer than a moment. */
  async loadSome(wanted: WantedRows): Promise<void> {
    const loaded = this.load(wanted);
    const { some } = this.#of(wanted.table);
    await Promise.race(some ? [loaded, some] : [loaded]);
  }

  isComplete({ table, version }: WantedRows): boolean {
    return this.#of(table).complete === version;
  }

  /** Reads everything again, as the thread does not have the table (yet, or any more). */
  reload(wanted: WantedRows): Promise<void> {
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

  async #readAll(reading: Reading, wanted: WantedRows, onSome: () => void): Promise<void> {
    const feed = await wanted.feed();
    if (reading.size > 0) onSome();
    for (let tries = 0; tries < mostTries; tries++) {
      if (await this.#readOn(reading, wanted.table, feed, onSome)) {
        reading.complete = wanted.version;
        return;
      }
      Object.assign(reading, { size: 0, next: 0 });
    }
  }

  /** False when the thread has lost the table. */
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
