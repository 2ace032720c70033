import { ownText } from '../../common/values/recent-texts';
import { isCalledConsent } from './content/page-survey';

const MAX_KNOWN = 20_000;
/** Maximum length of a cached string, in characters. Longer strings rarely repeat. */
const MAX_CHARS = 400;

/** A string that is stored only once in memory, such as a class or ID. */
export interface SharedText {
  /** The stored string. A map lookup with this string compares identities instead of characters. */
  readonly text: string;
  /** True if an element with this class or ID asks for cookie consent. */
  readonly asksConsent: boolean;
}

const shared = new Map<string, SharedText>();

/** Returns the stored copy of a string that may repeat. */
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

/** Caches a function's results for strings that often repeat on a page or site. */
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
