const ODD_SPACE = /[^\S ]| {2}/;

/** Trims text and collapses white space to single spaces. */
export function oneLine(text: string): string {
  const trimmed = text.trim();
  // Most text is already normalized, and a test is faster than creating a new string.
  return ODD_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Maximum number of characters to split into words. The rest of the text is ignored. */
export const MAX_CHARS = 200_000;

/** Returns the words of a text, in lower case and without punctuation. */
export function words(text: string): readonly string[] {
  return text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? [];
}
