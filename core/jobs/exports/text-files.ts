import type { RowColumn } from '../../common/rows';
import { csvLine } from '../../common/values/csv';
import type { Batches } from '../rows/read-ahead';

/** Tells a spreadsheet that a CSV file is UTF-8. */
const byteOrderMark = '\ufeff';

/** Characters handed on at once. */
const pieceLength = 64 * 1024;

/** A text that begins with `head`, and goes on with what `write` makes of each value; in pieces. */
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

/** Rows as CSV: ids of the columns in the first line, CRLF, nothing that a spreadsheet would run. */
export const csvFile = (columns: readonly RowColumn[], rows: Batches<readonly unknown[]>): AsyncGenerator<string> =>
  pieces(byteOrderMark + csvLine(columns.map(({ id }) => id)), rows, csvLine);

/** Values, one line of JSON each. */
export const jsonLines = (values: Batches<unknown>): AsyncGenerator<string> =>
  pieces('', values, (value) => `${JSON.stringify(value)}\n`);

/** Values as one JSON list. */
export async function* jsonList(values: Batches<unknown>): AsyncGenerator<string> {
  let before = '\n';
  yield* pieces('[', values, (value) => {
    const text = before + JSON.stringify(value);
    before = ',\n';
    return text;
  });
  yield before === '\n' ? ']\n' : '\n]\n';
}
