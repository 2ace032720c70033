import { csvLine } from '../../core/common/csv';
import { columnId, type Fields, leavesOf, recordsOf } from '../../core/common/records';

/** Groups become columns of their own, `address.city`; lists of single values become one cell. */
const flat = (fields: Fields): Fields =>
  Object.fromEntries(
    leavesOf(fields).map(({ path, value }) => {
      const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
      return [columnId(path), isPlainList ? value.join('; ') : value];
    }),
  );

/** An answer as a table; single values beside a list of records are left to the JSON. */
export function answerCsv(data: unknown): string {
  const records = recordsOf(data).map(flat);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [csvLine(columns), ...records.map((record) => csvLine(columns.map((column) => record[column])))].join('');
}
