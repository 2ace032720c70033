import { ownValue } from '../../../../common/values/own-value';
import { fromPointerStep } from '../schema/normalise-schema';

type Tree = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the steps of a JSON pointer. */
const stepsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(fromPointerStep);

/** Returns a copy of the data with another list at a JSON pointer. */
export function withList(data: unknown, pointer: string, list: readonly unknown[]): unknown {
  const put = (value: unknown, [step, ...rest]: readonly string[]): unknown =>
    step === undefined
      ? list
      : { ...(isObject(value) ? value : {}), [step]: put(isObject(value) ? ownValue(value, step) : undefined, rest) };
  return put(data, stepsOf(pointer));
}

/** Returns the list at a JSON pointer. Empty if the data has no such list. */
export function listAt(data: unknown, pointer: string): readonly unknown[] {
  const found = stepsOf(pointer).reduce<unknown>((at, step) => (isObject(at) ? ownValue(at, step) : undefined), data);
  return Array.isArray(found) ? found : [];
}
