import type { DoneRecord } from './records';

/** Where one result is. */
export interface IndexedResult {
  readonly place: number;
  readonly lineOffset: number;
  readonly lineLength: number;
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
  /** Bytes of the document as JSON. */
  readonly bytes: number;
}

const wholeColumns = 5;

/** Where each result of a job is, in completion order: 36 bytes a result. */
export class RowIndex {
  #count = 0;
  /** Offsets of line and body. */
  #offsets = new Float64Array(2 * 64);
  /** Place, length of line, length of body, checksum of body, bytes of document. */
  #wholes = new Uint32Array(wholeColumns * 64);

  get count(): number {
    return this.#count;
  }

  push(record: DoneRecord, line: { readonly offset: number; readonly length: number }): void {
    this.#grow();
    this.#offsets.set([line.offset, record.offset], this.#count * 2);
    this.#wholes.set([record.place, line.length, record.length, record.crc, record.bytes], this.#count * wholeColumns);
    this.#count += 1;
  }

  at(index: number): IndexedResult | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const [lineOffset = 0, offset = 0] = this.#offsets.subarray(index * 2, index * 2 + 2);
    const from = index * wholeColumns;
    const [place = 0, lineLength = 0, length = 0, crc = 0, bytes = 0] = this.#wholes.subarray(
      from,
      from + wholeColumns,
    );
    return { place, lineOffset, lineLength, offset, length, crc, bytes };
  }

  /** Index of the result of a task; undefined when it has none. */
  ofPlace(place: number): number | undefined {
    for (let index = 0; index < this.#count; index += 1) {
      if (this.#wholes[index * wholeColumns] === place) return index;
    }
    return undefined;
  }

  #grow(): void {
    if (this.#count * 2 < this.#offsets.length) return;
    const offsets = new Float64Array(this.#offsets.length * 2);
    const wholes = new Uint32Array(this.#wholes.length * 2);
    offsets.set(this.#offsets);
    wholes.set(this.#wholes);
    this.#offsets = offsets;
    this.#wholes = wholes;
  }
}
