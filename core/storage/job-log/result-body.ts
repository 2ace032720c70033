import { crc32 } from 'node:zlib';
import type { Result } from '../../common/model';
import { compress, decompress } from '../compression';
import type { BodyPlace } from './group-writer';
import type { DoneRecord } from './records';

/** A result made ready to be written. */
export interface PackedResult {
  readonly body: Uint8Array;
  /** The facts of the record; the place of the body is added when it is known. */
  readonly facts: Omit<DoneRecord, 'k' | 'at' | 'place' | keyof BodyPlace>;
}

/** A stored result, read back. */
export interface ReadBody {
  /** The document as JSON. */
  readonly document: string;
  /** Everything else as JSON. */
  readonly head: string;
}

/** Turns a result into compressed bytes: the document on one line, everything else on the next. */
export async function packResult(result: Result): Promise<PackedResult> {
  const { document, ...head } = result;
  const text = JSON.stringify(document);
  const bytes = Buffer.from(`${text}\n${JSON.stringify(head)}`);
  const metadata = (document.metadata ?? {}) as Readonly<Record<string, unknown>>;
  const title = Array.isArray(metadata.title) ? metadata.title[0] : metadata.title;
  return {
    body: await compress(bytes),
    facts: {
      bytes: Buffer.byteLength(text),
      url: result.url,
      title: typeof title === 'string' ? title.slice(0, 300) : '',
      status: typeof metadata.statusCode === 'number' ? metadata.statusCode : 0,
      credits: result.credits,
      finishedAt: result.finishedAt,
    },
  };
}

/** Undoes the packing; undefined when the bytes are not the ones that were written. */
export async function unpackBody(bytes: Uint8Array, crc: number): Promise<ReadBody | undefined> {
  if (crc32(bytes) !== crc) return undefined;
  const text = Buffer.from(await decompress(bytes)).toString('utf8');
  const split = text.lastIndexOf('\n');
  return { document: text.slice(0, split), head: text.slice(split + 1) };
}

/** The result of a body. */
export function resultOf({ document, head }: ReadBody): Result {
  return { ...(JSON.parse(head) as Omit<Result, 'document'>), document: JSON.parse(document) as Result['document'] };
}
