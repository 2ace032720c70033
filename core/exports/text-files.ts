import { csvLine } from '../common/csv';
import type { RowColumn } from '../common/rows';

/** Tells a spreadsheet that a CSV file is UTF-8. */
const byteOrderMark = '\ufeff';

/** Characters handed on at once: one row at a time would cost more than making it. */
const pieceLength = 64 * 1024;

/** Texts, put together to larger pieces. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Rows as CSV: ids of the columns in the first line, CRLF, nothing that a spreadsheet would run. */
export const csvFile = (
  columns: readonly RowColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> => pieces(csvLines(columns, rows));

async function* csvLines(
  columns: readonly RowColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ id }) => id));
  for await (const values of rows) yield csvLine(values);
}

/** Values, one line of JSON each. */
export const jsonLines = (values: AsyncIterable<unknown>): AsyncGenerator<string> => pieces(lines(values));

async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Values as one JSON list. */
export const jsonList = (values: AsyncIterable<unknown>): AsyncGenerator<string> => pieces(list(values));

async function* list(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
