import type { AppendMedium } from './medium';
import type { JournalRecord } from './records';
import { decodeRecord } from './records';

/** A record and where its line lies. */
export interface PlacedRecord {
  readonly record: JournalRecord;
  readonly offset: number;
  readonly length: number;
}

/** A line that could not be read. */
export interface DamagedLine {
  readonly record: undefined;
  readonly offset: number;
  readonly length: number;
  /** True for text behind the last line feed: the process died while writing it. */
  readonly torn: boolean;
}

/** Small enough that other work gets its turn between two chunks. */
const chunkBytes = 512 * 1024;
const lineFeed = 0x0a;

/** What part of a journal is read. */
export interface JournalRange {
  /** Where a line begins; the first one when absent. */
  readonly from?: number;
  /** May pass over lines before they are parsed. */
  readonly wanted?: (line: Buffer) => boolean;
}

/** Reads a journal, a chunk at a time. */
export async function* readJournal(
  journal: AppendMedium,
  { from: begin = 0, wanted = () => true }: JournalRange = {},
): AsyncGenerator<PlacedRecord | DamagedLine> {
  const end = journal.size;
  let rest: Buffer = Buffer.alloc(0);
  let start = begin;
  for (let position = begin; position < end; ) {
    const read = await journal.read(position, Math.min(chunkBytes, end - position));
    if (read.length === 0) break;
    position += read.length;
    const chunk = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = text.indexOf(lineFeed, from); to !== -1; to = text.indexOf(lineFeed, from)) {
      const line = text.subarray(from, to);
      if (wanted(line)) yield placed(line, start + from);
      from = to + 1;
    }
    rest = text.subarray(from);
    start += from;
  }
  if (rest.length > 0) {
    yield { record: undefined, offset: start, length: rest.length, torn: !rest.includes(0) };
  }
}

function placed(line: Buffer, offset: number): PlacedRecord | DamagedLine {
  const length = line.length + 1;
  const record = decodeRecord(line);
  return record ? { record, offset, length } : { record: undefined, offset, length, torn: false };
}

/** Reads one record by the place of its line. */
export async function readRecord(
  journal: AppendMedium,
  offset: number,
  length: number,
): Promise<JournalRecord | undefined> {
  const line = await journal.read(offset, length);
  return decodeRecord(Buffer.from(line.buffer, line.byteOffset, Math.max(0, line.byteLength - 1)));
}
