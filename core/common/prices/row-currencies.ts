import type { ValueSource } from '../extraction';
import { columnId, type Fields, leavesOf, pointerStep, recordsAt } from '../records';

/** Currencies of a row's amounts, by column ID. */
export type RowCurrencies = Readonly<Record<string, string>>;

/**
 * Returns a function that returns the currencies of a record in extracted data, given the record's index. Undefined for
 * a record without known currencies.
 */
export function rowCurrencies(
  data: unknown,
  sources: readonly ValueSource[],
): (index: number, fields: Fields) => RowCurrencies | undefined {
  const known = new Map<string, string>();
  for (const { path, currency } of sources) if (currency !== undefined && !known.has(path)) known.set(path, currency);
  if (known.size === 0) return () => undefined;
  const pointerOf = recordsAt(data).pointerOf;
  return (index, fields) => {
    const entries = leavesOf(fields).flatMap(({ path }): readonly (readonly [string, string])[] => {
      const currency = known.get(`${pointerOf(index)}/${path.map(pointerStep).join('/')}`);
      return currency === undefined ? [] : [[columnId(path), currency]];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
}
