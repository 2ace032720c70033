import { isObject } from '../../../common/values/json';
import { ownValue } from '../../../common/values/own-value';
import type { Field } from '../../extraction/rules/schema/field';

/** Merges the answers about the parts of a page. Lists are joined. For other values, the first answer wins. */
export function mergeAnswers(answers: readonly unknown[]): unknown {
  const stated = answers.filter((answer) => answer !== null && answer !== undefined && answer !== '');
  if (stated.every(Array.isArray) && stated.length > 0) return distinct(stated.flat());
  const objects = stated.filter(isObject);
  if (objects.length === 0 || objects.length < stated.length) return stated[0] ?? null;
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(names.map((name) => [name, mergeAnswers(objects.map((one) => ownValue(one, name)))]));
}

function distinct(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    return !seen.has(key) && seen.add(key);
  });
}

/** True for a field to which every part may add values: a list, or an object with arbitrary keys. */
export const hasList = ({ kind, open, fields }: Field): boolean =>
  kind === 'array' || kind === 'any' || open !== undefined || fields.some(hasList);

/** True if a value is missing and further parts must therefore be read. */
export function needsMoreParts(field: Field, value: unknown): boolean {
  if (field.kind !== 'object') return value === null || value === undefined;
  return field.fields.some((inner) => needsMoreParts(inner, isObject(value) ? ownValue(value, inner.name) : undefined));
}
