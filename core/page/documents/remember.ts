import { isCalledConsent } from './content/page-survey';

const MAX_KNOWN = 20_000;
/** Maximum length of a cached string; longer ones rarely repeat. */
const MAX_CHARS = 400;

/** Copies a string, because a slice of a page would keep the whole page in memory. */
export function ownText(text: string): string {
  // V8 stores object keys as flat, interned strings, so this copy does not refer to the page.
  return Object.keys({ [text]: true })[0] ?? text;
}

/** An interned string, e.g. a class or ID. */
export interface SharedText {
  /** The interned string; maps find it by identity and need not compare characters. */
  readonly text: string;
  /** True if an element with this class or ID asks for cookie consent. */
  readonly asksConsent: boolean;
}

const shared = new Map<string, SharedText>();

/** Interns a string that may repeat. */
export function sharedText(text: string): SharedText {
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (text.length > MAX_CHARS) return { text, asksConsent: isCalledConsent(text) };
  if (shared.size >= MAX_KNOWN) shared.clear();
  const own = ownText(text);
  const made = { text: own, asksConsent: isCalledConsent(own) };
  shared.set(own, made);
  return made;
}

/** Memoizes a function of strings that repeat on a page or site. */
export function remember(answer: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = answer(text);
    if (text.length > MAX_CHARS) return made;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(sharedText(text).text, made);
    return made;
  };
}
