import { fromPointerStep } from '../extraction/rules/schema/normalise-schema';

/** A tree of values that is being made: an object, or a list whose steps are its indexes. */
type Tree = Record<string, unknown> | unknown[];

/** Puts a value at the end of the steps of a JSON pointer; objects on the way are made. */
export function put(tree: Tree, [step = '', ...rest]: readonly string[], value: unknown): void {
  const inside = tree as Record<string, unknown>;
  const name = fromPointerStep(step);
  if (rest.length === 0) {
    inside[name] = value;
    return;
  }
  inside[name] ??= {};
  put(inside[name] as Tree, rest, value);
}

/** The value of a field in a row, whose name may lead through nested objects. */
export const valueAt = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  name
    .split('/')
    .reduce<unknown>(
      (value, step) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[fromPointerStep(step)],
      row,
    );
