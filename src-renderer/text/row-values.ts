/** A value where a field stands in a row; slashes in its name lead through nested objects. */
export const valueAt = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  name
    .split('/')
    .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[step], row);
