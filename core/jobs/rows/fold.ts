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

/** Whether a cell has nothing in it. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
