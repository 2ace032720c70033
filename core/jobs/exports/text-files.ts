import type { RowColumn } from '../../common/rows';
import { csvLine } from '../../common/values/csv';
import type { Batches } from '../rows/read-ahead';

/** Byte order mark that makes spreadsheets read a CSV file as UTF-8. */
const byteOrderMark = '\ufeff';

/** Chunk size in characters. */
const pieceLength = 64 * 1024;

/** Yields `head`, followed by `write(value)` for each value, in chunks. */
async function* pieces<T>(head: string, batches: Batches<T>, write: (value: T) => string): AsyncGenerator<string> {
  let piece = head;
  for await (const batch of batches) {
    for (const value of batch) {
      piece += write(value);
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** Yields rows as CSV, with column IDs in the first line, CRLF line endings and escaped formulas. */
export const csvFile = (columns: readonly RowColumn[], rows: Batches<readonly unknown[]>): AsyncGenerator<string> =>
  pieces(byteOrderMark + csvLine(columns.map(({ id }) => id)), rows, csvLine);

/** Yields values as JSON Lines. */
export const jsonLines = (values: Batches<unknown>): AsyncGenerator<string> =>
  pieces('', values, (value) => `${JSON.stringify(value)}\n`);

/** Yields values as a single JSON array. */
export async function* jsonList(values: Batches<unknown>): AsyncGenerator<string> {
  let before = '\n';
  yield* pieces('[', values, (value) => {
    const text = before + JSON.stringify(value);
    before = ',\n';
    return text;
  });
  yield before === '\n' ? ']\n' : '\n]\n';
}
