import { isCalledConsent } from './content/page-survey';

const MOST_KNOWN = 20_000;
/** Longer texts hardly come again. */
const MOST_CHARS = 400;

/** A text of its own: one cut out of a page is a view into that page, and would keep all of it in memory. */
export function ownText(text: string): string {
  // The keys of an object are whole strings, shared with those of our source.
  return Object.keys({ [text]: true })[0] ?? text;
}

/** A text that may come again, as a class or id does. */
export interface SharedText {
  /** The one string for it: maps find a string that is their key without comparing characters. */
  readonly text: string;
  /** True where an element that is called so asks for consent to cookies. */
  readonly asksConsent: boolean;
}

const shared = new Map<string, SharedText>();

/** What is kept of a text that may come again. */
export function sharedText(text: string): SharedText {
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (text.length > MOST_CHARS) return { text, asksConsent: isCalledConsent(text) };
  if (shared.size >= MOST_KNOWN) shared.clear();
  const own = ownText(text);
  const made = { text: own, asksConsent: isCalledConsent(own) };
  shared.set(own, made);
  return made;
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
    known.set(sharedText(text).text, made);
    return made;
  };
}
