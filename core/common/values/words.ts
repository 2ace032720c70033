/** Splits a list at its commas, or at white space when it has no comma. */
export const words = (list: string): readonly string[] =>
  list.includes(',') ? list.split(',').map((word) => word.trim()) : list.trim().split(/\s+/);

/** Returns the set of the words of a list; see {@link words}. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));
