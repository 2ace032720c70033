const MOST_KNOWN = 20_000;

/** A text of its own: one cut out of a page is a view into that page, and would keep all of it in memory. */
export function ownText(text: string): string {
  // The keys of an object are whole strings, shared with those of our source.
  return Object.keys({ [text]: true })[0] ?? text;
}

/** A function of texts that remembers its answers, for texts that come again on a page and on other pages of its site. */
export function remember(answer: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const made = answer(text);
    known.set(ownText(text), made);
    return made;
  };
}
