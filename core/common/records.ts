import { isObject } from './values/json';

/** The fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value in a record, and the path of field names that leads to it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Maximum depth at which nested objects are flattened. A deeper object is returned as a single value. */
const deepest = 6;

/** Returns the values of a record. Flattens nested objects, and treats each list as a single value. */
export function leavesOf(fields: Fields, path: readonly string[] = []): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Leaf[] => {
    const at = [...path, name];
    const isGroup = isObject(value) && at.length < deepest && Object.keys(value).length > 0;
    return isGroup ? leavesOf(value, at) : [{ path: at, value }];
  });
}

/** Returns the ID of a column, e.g. `address.city` for a value in a nested object. */
export const columnId = (path: readonly string[]): string => path.join('.');

/** Records of a result, and their positions in the result. */
export interface Records {
  readonly records: readonly Fields[];
  /** Returns the JSON pointer of a record, given the record's index. */
  pointerOf(index: number): string;
}

/**
 * Returns the records of a result. If the result contains exactly one list of records, returns the items of that list.
 * Otherwise, returns the result as a single record.
 */
export const recordsOf = (data: unknown): readonly Fields[] => recordsAt(data).records;

/** Returns the records of a result with their positions. See `recordsOf`. */
export function recordsAt(data: unknown): Records {
  const lists: readonly (readonly [path: string, value: unknown])[] = isObject(data)
    ? Object.entries(data)
        .filter(([, value]) => Array.isArray(value) && value.some(isObject))
        .map(([name, value]) => [`/${pointerStep(name)}`, value])
    : [['', data]];
  const [[path, only] = []] = lists;
  if (lists.length === 1 && Array.isArray(only)) {
    const records = only.map((record: unknown) => (isObject(record) ? record : { value: record }));
    return { records, pointerOf: (index) => `${path}/${index}` };
  }
  return { records: [isObject(data) ? data : { value: data }], pointerOf: () => '' };
}

/** Escapes a field name for use in a JSON pointer. */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Returns the rows of a job's structured data. Empty if the data contains no values. */
export const rowsIn = (data: unknown): readonly Fields[] =>
  isNothing(data) || (isObject(data) && Object.values(data).every(isNothing)) ? [] : recordsOf(data);
