import type { JsonSchema } from './json-schema';

/** True if two JSON values are equal. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = Object.entries(one).filter(([, value]) => value !== undefined);
  const right = Object.entries(other).filter(([, value]) => value !== undefined);
  const lookup = new Map(right);
  return (
    left.length === right.length && left.every(([key, value]) => lookup.has(key) && sameValue(value, lookup.get(key)))
  );
}

/** True for values that a form treats as unset: undefined, null, and empty strings, lists and objects. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every((part) => part === undefined);
}

/** Returns the values that differ from a schema's defaults. An undefined value counts as the default. */
export function changedValues(
  values: Readonly<Record<string, unknown>>,
  schema: JsonSchema | undefined,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const standard = schema?.properties?.[name]?.default;
      if (value === undefined) return false;
      return standard === undefined ? !isEmpty(value) && !sameValue(value, []) : !sameValue(value, standard);
    }),
  );
}
