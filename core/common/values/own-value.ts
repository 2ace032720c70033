/**
 * Returns an object's own value for a key from outside, such as `constructor`. Undefined if the object has no such key.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
