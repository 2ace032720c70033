const WORD = /[\p{L}\p{N}]+/gu;

/** How much of a text is searched for words. */
export const MAX_CHARS = 200_000;

/** The words of a text in lower case, without punctuation. */
export function words(text: string): readonly string[] {
  return text.slice(0, MAX_CHARS).toLowerCase().match(WORD) ?? [];
}
