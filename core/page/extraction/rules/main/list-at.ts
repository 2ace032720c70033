import { isObject } from '../../../../common/values/json';
import { ownValue } from '../../../../common/values/own-value';
import { stepsOfPointer } from '../schema/normalise-schema';

/** Returns a copy of the data with another list at a JSON pointer. */
export function withList(data: unknown, pointer: string, list: readonly unknown[]): unknown {
  const put = (value: unknown, [step, ...rest]: readonly string[]): unknown =>
    step === undefined
      ? list
      : { ...(isObject(value) ? value : {}), [step]: put(isObject(value) ? ownValue(value, step) : undefined, rest) };
  return put(data, stepsOfPointer(pointer));
}

/** Returns the list at a JSON pointer. Empty if the data has no such list. */
export function listAt(data: unknown, pointer: string): readonly unknown[] {
  const found = stepsOfPointer(pointer).reduce<unknown>(
    (at, step) => (isObject(at) ? ownValue(at, step) : undefined),
    data,
  );
  return Array.isArray(found) ? found : [];
}
