/** The fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value inside a record, and the names of the fields that lead to it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Groups inside groups that are opened; deeper ones stay one value. */
const deepest = 6;

/** The values of a record; groups are opened, lists are values. */
export function leavesOf(fields: Fields, path: readonly string[] = []): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Leaf[] => {
    const at = [...path, name];
    const isGroup = isFields(value) && at.length < deepest && Object.keys(value).length > 0;
    return isGroup ? leavesOf(value, at) : [{ path: at, value }];
  });
}

/** The name of a column: `address.city` for a value inside a group. */
export const columnId = (path: readonly string[]): string => path.join('.');

/** The records of an answer: those of its only list of records, else the answer itself. */
export function recordsOf(data: unknown): readonly Fields[] {
  const lists = isFields(data)
    ? Object.values(data).filter((value) => Array.isArray(value) && value.some(isFields))
    : [data];
  const [only] = lists;
  if (lists.length === 1 && Array.isArray(only))
    return only.map((record: unknown) => (isFields(record) ? record : { value: record }));
  return isFields(data) ? [data] : [{ value: data }];
}
