/** The fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** True when a value is an object but not an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value within a record, and the field names that lead to it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Maximum depth of groups that are opened; deeper ones stay a single value. */
const deepest = 6;

/** Returns the values of a record: opens groups, and keeps lists as values. */
export function leavesOf(fields: Fields, path: readonly string[] = []): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Leaf[] => {
    const at = [...path, name];
    const isGroup = isFields(value) && at.length < deepest && Object.keys(value).length > 0;
    return isGroup ? leavesOf(value, at) : [{ path: at, value }];
  });
}

/** Returns the ID of a column: `address.city` for a value within a group. */
export const columnId = (path: readonly string[]): string => path.join('.');

/** Returns the records of a result: those of its only list of records, otherwise the result itself. */
export function recordsOf(data: unknown): readonly Fields[] {
  const lists = isFields(data)
    ? Object.values(data).filter((value) => Array.isArray(value) && value.some(isFields))
    : [data];
  const [only] = lists;
  if (lists.length === 1 && Array.isArray(only))
    return only.map((record: unknown) => (isFields(record) ? record : { value: record }));
  return isFields(data) ? [data] : [{ value: data }];
}
