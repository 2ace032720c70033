/** Returns the unit after the numbers in a column, ignoring plurals; empty for bare numbers, undefined if it varies. */
export function unitOf(texts: readonly string[]): string | undefined {
  const units = texts.map((text) => text.replace(/^[-−+\d.,\s]+/, '').trim());
  const [first = ''] = units.toSorted((a, b) => b.length - a.length);
  const isSame = units.every((unit) => unit === first || unit === first.replace(/s$/, ''));
  return isSame && first.split(/\s+/).length <= 2 ? first : undefined;
}

/** Removes brackets around all values, as in `(1,719)`. Brackets around some of the values mean negative amounts. */
export const withoutBrackets = (texts: readonly string[]): readonly string[] =>
  texts.every((text) => /^\([^()]+\)$/.test(text)) ? texts.map((text) => text.slice(1, -1).trim()) : texts;
