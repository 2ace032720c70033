const ODD_SPACE = /[^\S ]| {2}/;

/** A text without white space around it and with single spaces in it. */
export function oneLine(text: string): string {
  const trimmed = text.trim();
  // Most texts are in order already, and looking is faster than making a new one.
  return ODD_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** How much of a text is searched for words. */
export const MAX_CHARS = 200_000;

/** The words of a text in lower case, without punctuation. */
export function words(text: string): readonly string[] {
  return text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? [];
}
