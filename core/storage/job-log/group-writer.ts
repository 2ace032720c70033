import { crc32 } from 'node:zlib';
import type { JobMedia } from './medium';
import type { JournalRecord } from './records';
import { encodeRecord } from './records';

/** Where the body of a result went. */
export interface BodyPlace {
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
}

/** Where the line of a record went. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** Something to be written: a record, and a body that the record points to. */
export interface Entry {
  readonly body?: Uint8Array;
  /** Makes the record once the place of the body is known; undefined only waits for what is before it. */
  readonly record?: (body: BodyPlace) => JournalRecord;
  /** Called in order, at once after the write. */
  readonly written?: (record: JournalRecord, line: LinePlace) => void;
}

interface Waiting {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

const flushPauseMs = 1000;
const noBody: BodyPlace = { offset: 0, length: 0, crc: 0 };

/**
 * Writes entries in order, all that are waiting with one write per file. Bodies go first, and the journal line is what
 * counts: a crash in between leaves bytes nobody points to. When a write fails, everything waiting fails with it,
 * because later entries may build on earlier ones. The disk is flushed one second after a write, bodies first.
 */
export class GroupWriter {
  readonly #media: JobMedia;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #flushing: NodeJS.Timeout | undefined;
  #unflushed = false;

  constructor(media: JobMedia) {
    this.#media = media;
  }

  /** Resolves when the entry, and all before it, are with the system. */
  write(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Writes what waits, flushes the disk, and ends. */
  async close(): Promise<void> {
    await this.#working;
    clearTimeout(this.#flushing);
    if (this.#unflushed) await this.#flush();
  }

  async #work(): Promise<void> {
    // Whoever asks in this turn of the event loop goes with the same write.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#writeBatch(batch);
      } catch (thrown) {
        const failed = [...batch, ...this.#waiting];
        this.#waiting = [];
        for (const { reject } of failed) reject(thrown);
      }
    }
    this.#working = undefined;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const { journal, bodies } = this.#media;
    const bodiesBefore = bodies.size;
    const made = this.#encode(batch, bodiesBefore);
    if (made.bodies.length > 0) await bodies.append(Buffer.concat(made.bodies));
    let offset = journal.size;
    try {
      if (made.lines.length > 0) await journal.append(Buffer.concat(made.lines));
    } catch (thrown) {
      await bodies.truncate(bodiesBefore).catch(() => undefined);
      throw thrown;
    }
    for (const [place, { entry, resolve }] of batch.entries()) {
      const record = made.records[place];
      const length = made.lengths[place] ?? 0;
      if (record) entry.written?.(record, { offset, length });
      offset += length;
      resolve();
    }
    if (made.lines.length > 0) this.#flushSoon();
  }

  #encode(batch: readonly Waiting[], bodiesBefore: number) {
    const bodies: Uint8Array[] = [];
    const lines: Buffer[] = [];
    const lengths: number[] = [];
    const records: (JournalRecord | undefined)[] = [];
    let end = bodiesBefore;
    for (const { entry } of batch) {
      let body = noBody;
      if (entry.body) {
        body = { offset: end, length: entry.body.length, crc: crc32(entry.body) };
        bodies.push(entry.body);
        end += entry.body.length;
      }
      const record = entry.record?.(body);
      const line = record && Buffer.from(encodeRecord(record));
      if (line) lines.push(line);
      lengths.push(line?.length ?? 0);
      records.push(record);
    }
    return { bodies, lines, lengths, records };
  }

  #flushSoon(): void {
    this.#unflushed = true;
    this.#flushing ??= setTimeout(() => {
      this.#flushing = undefined;
      this.#flush().catch(() => this.#flushSoon());
    }, flushPauseMs).unref();
  }

  async #flush(): Promise<void> {
    this.#unflushed = false;
    await this.#media.bodies.sync();
    await this.#media.journal.sync();
  }
}
