import type { Result } from '../../common/model';
import type { Row } from '../database/schema';
import { compress, decompress } from '../database/zstd';

/** A result compressed for storage. */
export interface PackedResult {
  readonly body: Uint8Array;
  /** Columns shown in lists of results. */
  readonly facts: Omit<Row<'result'>, 'queue' | 'idx' | 'place'>;
}

/** A stored result. */
export interface ReadBody {
  /** The document as JSON. */
  readonly document: Buffer;
  /** Remaining fields of the result, as JSON. */
  readonly head: Buffer;
}

/** Compresses a result for storage, with the document on the first line and all other fields on the second. */
export function packResult(result: Result): PackedResult {
  const { document, ...head } = result;
  const text = JSON.stringify(document);
  const title = result.page.title.slice(0, 300);
  return {
    body: compress(`${text}\n${JSON.stringify(head)}`),
    facts: {
      url: result.url,
      title,
      status: result.page.statusCode,
      credits: result.credits,
      bytes: Buffer.byteLength(text),
      finished_at: result.finishedAt,
      media_type: mediaTypeOf(document),
    },
  };
}

/** Returns a page's media type, without parameters. */
const mediaTypeOf = ({ metadata }: Result['document']): string =>
  String(metadata.contentType ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase() ?? '';

/** Unpacks a body. Returns undefined when the bytes are damaged. */
export function unpackBody(bytes: Uint8Array): ReadBody | undefined {
  try {
    return bodyOf(decompress(bytes));
  } catch {
    return undefined;
  }
}

const lineFeed = 10;

/** Splits an uncompressed body into the document and the remaining fields. */
export function bodyOf(bytes: Buffer): ReadBody {
  const split = bytes.lastIndexOf(lineFeed);
  return { document: bytes.subarray(0, split), head: bytes.subarray(split + 1) };
}

/** Parses a body into a result. */
export const resultOf = ({ document, head }: ReadBody): Result => ({
  ...(JSON.parse(head.toString()) as Omit<Result, 'document'>),
  document: JSON.parse(document.toString()) as Result['document'],
});
