import { csvLine } from '../common/csv';
import type { RowColumn } from '../common/rows';

/** Tells a spreadsheet that a CSV file is UTF-8. */
const byteOrderMark = '\ufeff';

/** Rows as CSV: ids of the columns in the first line, CRLF, nothing that a spreadsheet would run. */
export async function* csvFile(
  columns: readonly RowColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ id }) => id));
  for await (const values of rows) yield csvLine(values);
}

/** Values, one line of JSON each. */
export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Values as one JSON list. */
export async function* jsonList(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield before + JSON.stringify(value);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
