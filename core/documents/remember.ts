const MOST_KNOWN = 20_000;
/** Longer texts hardly come again. */
const MOST_CHARS = 400;

/** A text of its own: one cut out of a page is a view into that page, and would keep all of it in memory. */
export function ownText(text: string): string {
  // The keys of an object are whole strings, shared with those of our source.
  return Object.keys({ [text]: true })[0] ?? text;
}

const shared = new Map<string, string>();

/** The one string for a text that may come again: maps find a string that is their key without comparing characters. */
export function sharedText(text: string): string {
  if (text.length > MOST_CHARS) return text;
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size >= MOST_KNOWN) shared.clear();
  const own = ownText(text);
  shared.set(own, own);
  return own;
}

/** A function of texts that remembers its answers, for texts that come again on a page and on other pages of its site. */
export function remember(answer: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = answer(text);
    if (text.length > MOST_CHARS) return made;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(sharedText(text), made);
    return made;
  };
}
