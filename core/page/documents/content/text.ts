const ODD_SPACE = /[^\S ]| {2}/;

/** Trims text and collapses white space to single spaces. */
export function oneLine(text: string): string {
  const trimmed = text.trim();
  // Text is usually normalized already, and a test is faster than creating a new string.
  return ODD_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Only this many characters at the start of a text are split into words. */
export const MAX_CHARS = 200_000;

/** Returns the words in a text in lower case, without punctuation. */
export function words(text: string): readonly string[] {
  return text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? [];
}
