/** Returns an object's own value for a key from outside, such as `constructor`; undefined if it has none. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
