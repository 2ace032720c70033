/** Maximum length of a cached string, in characters. Longer strings are rarely parsed twice. */
const maxChars = 300;
/** Maximum number of cached strings. */
const maxTexts = 5000;

/** True for a string that is short enough to be cached. */
export const isShort = (text: string): boolean => text.length <= maxChars;

/**
 * Copies a string. V8 stores a substring as a reference to the original string, so a cached substring would keep the
 * whole text of the page in memory.
 */
export const ownText = (text: string): string => ` ${text}`.slice(1);

/** Caches the results of parsing short strings, because a page often contains the same string many times. */
export class RecentTexts<T> {
  readonly #known = new Map<string, T>();

  /** Returns the result for a string. Calls `read` only if no result is cached. */
  of(text: string, read: (text: string) => T): T {
    if (!isShort(text)) return read(text);
    const known = this.#known.get(text);
    if (known !== undefined || this.#known.has(text)) return known as T;
    const copy = ownText(text);
    const found = read(copy);
    if (this.#known.size >= maxTexts) this.#known.clear();
    this.#known.set(copy, found);
    return found;
  }
}

/**
 * Caches the results of parsing short strings, separately for each owner. An owner is, for example, a page's
 * `DecimalMarks` function, which determines whether the dot in `3.355` is a thousands separator or a decimal separator.
 */
export class RecentTextsBy<Owner extends object, T> {
  readonly #known = new WeakMap<Owner, RecentTexts<T>>();

  /** Returns the result for a string. Calls `read` only if no result is cached. */
  of(owner: Owner, text: string, read: (text: string) => T): T {
    const known = this.#known.get(owner) ?? new RecentTexts<T>();
    this.#known.set(owner, known);
    return known.of(text, read);
  }
}
