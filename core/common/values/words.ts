/** Splits a list at its commas, or at white space if it contains no comma. */
export const words = (list: string): readonly string[] =>
  list.includes(',') ? list.split(',').map((word) => word.trim()) : list.trim().split(/\s+/);

/** Returns the words of a list as a set. See {@link words}. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));
