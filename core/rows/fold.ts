/** A text without capitals and accents, as searches and sorting compare it. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, the case that needs no decomposition
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** A value as text; lists and objects as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The folded texts of the first `rows` values; numbers are compared as numbers and have none. */
export const columnTexts = (values: readonly unknown[], rows: number): readonly string[] =>
  Array.from({ length: rows }, (_, row) => {
    const value = values[row];
    return typeof value === 'number' ? '' : fold(textOf(value));
  });
