import { ownValue } from '../../common/values/own-value';
import { fromPointerStep } from '../extraction/rules/schema/normalise-schema';

/** An object or list under construction. */
type Tree = Record<string, unknown> | unknown[];

/** Sets the value at a path of JSON pointer steps. Creates missing objects. */
export function put(tree: Tree, [step = '', ...rest]: readonly string[], value: unknown): void {
  const inside = tree as Record<string, unknown>;
  const name = fromPointerStep(step);
  if (rest.length === 0) {
    inside[name] = value;
    return;
  }
  const inner = ownValue(inside, name) ?? {};
  inside[name] = inner;
  put(inner as Tree, rest, value);
}

/** Returns a row's value for a field. The field name may be a path through nested objects. */
export const valueAt = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  name
    .split('/')
    .reduce<unknown>(
      (value, step) =>
        value === null || value === undefined
          ? undefined
          : ownValue(value as Readonly<Record<string, unknown>>, fromPointerStep(step)),
      row,
    );
