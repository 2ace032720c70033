import { csvLine } from '../../core/common/csv';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Groups become columns of their own, `address.city`; lists of single values become one cell. */
function flat(fields: Fields, prefix = ''): Fields {
  const entries = Object.entries(fields).map(([name, value]): Fields => {
    if (isFields(value)) return flat(value, `${prefix}${name}.`);
    const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
    return { [prefix + name]: isPlainList ? value.join('; ') : value };
  });
  return Object.assign({}, ...entries);
}

/** The records of an answer: those of its only list of records, else the answer itself. */
function recordsOf(data: unknown): readonly Fields[] {
  const lists = isFields(data)
    ? Object.values(data).filter((value) => Array.isArray(value) && value.some(isFields))
    : [data];
  const [only] = lists;
  if (lists.length === 1 && Array.isArray(only))
    return only.map((record) => (isFields(record) ? flat(record) : { value: record }));
  return isFields(data) ? [flat(data)] : [{ value: data }];
}

/** An answer as a table; single values beside a list of records are left to the JSON. */
export function answerCsv(data: unknown): string {
  const records = recordsOf(data);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [csvLine(columns), ...records.map((record) => csvLine(columns.map((column) => record[column])))].join('');
}
