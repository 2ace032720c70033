/** Returns the value at a path such as `metadata.title`. Undefined if it is missing. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    const isKnown = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
    return isKnown ? (inner as Readonly<Record<string, unknown>>)[key] : undefined;
  }, value);
}

/** Returns the values as a line of a CSV file (RFC 4180). */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Adds an apostrophe before text that looks like a formula, so that spreadsheets do not run it.
  const safe = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
