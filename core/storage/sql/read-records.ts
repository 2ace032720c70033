/** Parses the JSON of a row. Returns undefined if the JSON is damaged or is not an object. */
export function readRecord<T extends object>(record: string): T | undefined {
  try {
    const value: unknown = JSON.parse(record);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the JSON of rows. Skips damaged rows. */
export const readRecords = <T extends object>(rows: readonly { readonly record: string }[]): T[] =>
  rows.flatMap(({ record }) => readRecord<T>(record) ?? []);
