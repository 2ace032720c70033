import { LRUCache } from 'lru-cache';
import type { RowFeed } from './row-feed';
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
    reading.running = this.#readAll(reading, wanted).finally(() => {
      reading.running = undefined;
    });
    return reading.running;
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

  async #readAll(reading: Reading, wanted: WantedRows): Promise<void> {
    const feed = await wanted.feed();
    for (let tries = 0; tries < mostTries; tries++) {
      if (await this.#readOn(reading, wanted.table, feed)) {
        reading.complete = wanted.version;
        return;
      }
      Object.assign(reading, { size: 0, next: 0 });
    }
  }

  /** False when the thread has lost the table. */
  async #readOn(reading: Reading, table: string, feed: RowFeed): Promise<boolean> {
    for (let isEnd = false; !isEnd; ) {
      const fed = await feed.read(reading.next);
      const answer = await this.thread.ask({ kind: 'add', table, size: reading.size, source: fed.source });
      if (!answer) return false;
      reading.size = answer.size;
      reading.next = fed.next;
      isEnd = fed.isEnd;
    }
    return true;
  }
}
