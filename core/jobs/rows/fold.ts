/** Folds case and accents in a string for search and sorting. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII, which needs no decomposition
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Converts a value to a string. Lists and objects become JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** True for an empty cell. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
