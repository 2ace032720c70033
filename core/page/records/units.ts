/**
 * Returns the unit after the numbers of a column. Singular and plural count as the same unit. Empty for bare numbers.
 * Undefined if the unit varies.
 */
export function unitOf(texts: readonly string[]): string | undefined {
  const units = texts.map((text) => text.replace(/^[-−+\d.,\s]+/, '').trim());
  const [first = ''] = units.toSorted((a, b) => b.length - a.length);
  const isSame = units.every((unit) => unit === first || unit === first.replace(/s$/, ''));
  return isSame && first.split(/\s+/).length <= 2 ? first : undefined;
}

/**
 * Removes brackets around the numbers of a column, e.g. `(148)` and `(1,719)`. Keeps brackets that only some of the
 * values have, because these mean negative amounts. Keeps brackets around four digits, because these are years.
 */
export const withoutBrackets = (texts: readonly string[]): readonly string[] =>
  texts.every((text) => /^\(\d{1,3}(?:[.,]?\d{3})*\)$/.test(text)) && !texts.every((text) => /^\(\d{4}\)$/.test(text))
    ? texts.map((text) => text.slice(1, -1))
    : texts;
