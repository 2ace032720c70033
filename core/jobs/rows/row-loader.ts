import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { readAhead } from './read-ahead';
import type { DocumentFeed, FedRows, RowFeed } from './row-feed';
import type { RowAnswer, RowSource } from './row-messages';
import type { RowThread } from './row-thread';

/** Progress of loading a job's rows, or the texts of its pages. */
interface Reading {
  /** Number of rows held by the thread. */
  size: number;
  /** Position in the feed to continue from. */
  next: number;
  /** Version of the feed when its end was last reached. Undefined if the end was never reached. */
  complete?: string;
  running?: Promise<void>;
  /** Resolves once the first rows are loaded and the wait for the last pages has ended. */
  some?: Promise<unknown>;
}

/** Rows to load. */
export interface RowRequest {
  /** Name of the table. The name changes when the rows are renumbered. */
  readonly table: string;
  /** Version of the feed. The version changes when there are more rows to read. */
  readonly version: string;
  readonly feed: () => Promise<RowFeed>;
  /** Feed of the page texts. Present only if the texts are searched. */
  readonly texts?: DocumentFeed;
  /** Number of pages in the feed. */
  readonly count: number;
}

/** Maximum number of tables whose loading progress is remembered. */
const keptReadings = 100;
/** Time in ms to wait for the last pages before returning the rows loaded so far. */
const patienceMs = 100;
/** Number of pages that probably load within `patienceMs`. Waiting for more pages would only delay the first rows. */
const patientCount = 2000;
/**
 * Time in ms after a request that accepts a partial response. During this time, at most one more step of the loading of
 * many texts is taken, so that the rows are returned and drawn quickly on a machine with few cores.
 */
const delayMs = 150;
/** Maximum number of attempts to load all rows. The thread may stop at any time and lose the rows. */
const maxTries = 3;

/** Loads rows and the texts of their pages from the store into the row thread, incrementally. */
export class RowLoader {
  readonly #readings = new LRUCache<string, Reading>({ max: keptReadings });
  readonly #textReadings = new LRUCache<string, Reading>({ max: keptReadings });
  /** Time of the last request that accepts a partial response. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly thread: Pick<RowThread, 'ask'>) {}

  /** Loads the rows and texts that are not in the thread yet. Resolves when all of them are loaded. */
  async load(wanted: RowRequest): Promise<void> {
    await this.#loadRows(wanted);
    if (wanted.texts) await this.#loadTexts(wanted, wanted.texts);
  }

  /**
   * Loads rows like `load`. If loading takes a while, resolves once the first rows are available, even without their
   * texts.
   */
  async loadSome(wanted: RowRequest): Promise<void> {
    this.#askedAt = performance.now();
    const loaded = this.load(wanted);
    const { some } = of(this.#readings, wanted.table);
    const rows = some ? Promise.race([this.#loadRows(wanted), some]) : this.#loadRows(wanted);
    const texts = wanted.texts && patience(of(this.#textReadings, wanted.table), wanted);
    await Promise.race([loaded, Promise.all([rows, texts])]);
  }

  isComplete({ table, version, texts }: RowRequest): boolean {
    const readings = texts ? [this.#readings, this.#textReadings] : [this.#readings];
    return readings.every((one) => of(one, table).complete === version);
  }

  /** Returns the index of the first page whose text may be missing from a table. */
  nextText({ table }: RowRequest): number {
    return of(this.#textReadings, table).next;
  }

  /** Reloads all rows after the thread has lost the table. */
  async reload(wanted: RowRequest): Promise<void> {
    await this.#reloadRows(wanted);
    if (!wanted.texts) return;
    if (!of(this.#textReadings, wanted.table).running) this.#textReadings.delete(wanted.table);
    await this.#loadTexts(wanted, wanted.texts);
  }

  #reloadRows(wanted: RowRequest): Promise<void> {
    const known = this.#readings.get(wanted.table);
    if (known?.running) return known.running;
    this.#readings.delete(wanted.table);
    return this.#loadRows(wanted);
  }

  #loadRows(wanted: RowRequest): Promise<void> {
    const reading = of(this.#readings, wanted.table);
    if (reading.complete === wanted.version) return Promise.resolve();
    if (reading.running) return reading.running.then(() => this.#loadRows(wanted));
    const first = new Promise<void>((onSome) => {
      reading.running = this.#readRows(reading, wanted, onSome).finally(() => {
        reading.running = undefined;
      });
    });
    reading.some = Promise.all([first, patience(reading, wanted)]);
    return reading.running ?? Promise.resolve();
  }

  #loadTexts(wanted: RowRequest, feed: DocumentFeed): Promise<void> {
    const reading = of(this.#textReadings, wanted.table);
    if (reading.complete === wanted.version) return Promise.resolve();
    if (reading.running) return reading.running.then(() => this.#loadTexts(wanted, feed));
    reading.running = this.#readTexts(reading, wanted, feed).finally(() => {
      reading.running = undefined;
    });
    return reading.running;
  }

  async #readRows(reading: Reading, { table, version, feed }: RowRequest, onSome: () => void): Promise<void> {
    const opened = await feed();
    if (reading.size > 0) onSome();
    const add = ({ source }: FedRows) => this.thread.ask({ kind: 'add', table, size: reading.size, source });
    await untilRead(reading, version, () => readOn(reading, opened, add, onSome));
  }

  async #readTexts(reading: Reading, wanted: RowRequest, feed: DocumentFeed): Promise<void> {
    const { table, version } = wanted;
    const add: Add<DocumentFeed> = async ({ source, next }) => {
      const left = this.#askedAt + delayMs - performance.now();
      if (left > 0 && isLong(reading, wanted)) await pause(left);
      return this.thread.ask({ kind: 'texts', table, source, next });
    };
    await untilRead(reading, version, async () => {
      if (await readOn(reading, feed, add)) return true;
      // If even the first text cannot be added, the thread has lost the rows as well.
      if (reading.next === 0) await this.#reloadRows(wanted);
      return false;
    });
  }
}

type Add<Feed> = Feed extends RowFeed<infer Source> ? (fed: FedRows<Source>) => Promise<RowAnswer | undefined> : never;

function of(readings: LRUCache<string, Reading>, table: string): Reading {
  const known = readings.get(table);
  if (known) return known;
  const reading: Reading = { size: 0, next: 0 };
  readings.set(table, reading);
  return reading;
}

/** True if so many pages are left to read that they do not load within `patienceMs`. */
const isLong = ({ next }: Reading, { count }: RowRequest): boolean => count - next > patientCount;

/** Resolves after `patienceMs` if few pages are left to read, and immediately otherwise. */
async function patience(reading: Reading, wanted: RowRequest): Promise<void> {
  if (!isLong(reading, wanted)) await pause(patienceMs, undefined, { ref: false });
}

/** Continues reading a feed to its end. Starts over when the thread has lost the table. */
async function untilRead(reading: Reading, version: string, read: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    if (await read()) {
      reading.complete = version;
      return;
    }
    Object.assign(reading, { size: 0, next: 0 });
  }
}

/** Adds the rest of a feed to the thread. Returns false when the thread has lost the table. */
async function readOn<Source extends RowSource>(
  reading: Reading,
  feed: RowFeed<Source>,
  add: (fed: FedRows<Source>) => Promise<RowAnswer | undefined>,
  onSome?: () => void,
): Promise<boolean> {
  for await (const fed of readAhead(fedFrom(feed, reading.next))) {
    const answer = await add(fed);
    if (!answer) return false;
    reading.size = answer.size;
    reading.next = answer.nextText ?? fed.next;
    onSome?.();
    // The remaining texts belong to pages that were completed after the rows were read.
    if (reading.next < fed.next) return true;
  }
  return true;
}

async function* fedFrom<Source extends RowSource>(
  feed: RowFeed<Source>,
  from: number,
): AsyncGenerator<FedRows<Source>> {
  for (let isEnd = false, next = from; !isEnd; ) {
    const fed = await feed.read(next);
    yield fed;
    ({ isEnd, next } = fed);
  }
}
