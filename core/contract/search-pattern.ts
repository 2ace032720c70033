import { createContext, Script } from 'node:vm';

/** Time limit in ms for one search. Only the timeout of `node:vm` can interrupt a running regular expression. */
const searchMs = 100;

/** Number of slow searches after which a pattern is treated as matching nothing. */
const maxSlowSearches = 3;

/**
 * Maximum lengths, in characters, of strings that are searched without a time limit. `maxPlainChars` is for patterns
 * with at most one repetition, whose searches take quadratic time. `maxQuickChars` is for patterns that contain
 * alternatives, groups or a second repetition, whose searches take cubic time: 0.7 s for 1,000 characters.
 */
const [maxPlainChars, maxQuickChars] = [2000, 100];

/** Maximum number of alternatives and optional parts in a pattern that is certain to be fast. */
const maxChoices = 8;

const search = new Script('pattern.exec(text)');
const searchEach = new Script('texts.map((text) => pattern.test(text))');
const context = createContext({ pattern: /$/, text: '', texts: [] });
const slowSearches = new WeakMap<RegExp, number>();
const quick = new WeakMap<RegExp, number>();

/**
 * Searches a string for a pattern from a schema or recipe. Treats a slow search as no match, so that it does not delay
 * the page.
 */
export function searchPattern(pattern: RegExp, text: string): RegExpExecArray | null {
  if (isQuick(pattern, text)) return pattern.exec(text);
  const slow = slowSearches.get(pattern) ?? 0;
  if (slow >= maxSlowSearches) return null;
  Object.assign(context, { pattern, text });
  try {
    return search.runInContext(context, { timeout: searchMs }) as RegExpExecArray | null;
  } catch {
    slowSearches.set(pattern, slow + 1);
    return null;
  }
}

/**
 * Searches strings for a pattern. Returns a boolean for each string, or undefined if the searches together take longer
 * than `timeout` ms.
 */
export function searchTexts(
  pattern: RegExp,
  texts: readonly string[],
  timeout: number,
): readonly boolean[] | undefined {
  if (timeout < 1) return undefined;
  Object.assign(context, { pattern, texts });
  try {
    return searchEach.runInContext(context, { timeout: Math.ceil(timeout) }) as readonly boolean[];
  } catch {
    return undefined;
  } finally {
    Object.assign(context, { texts: [] });
  }
}

/**
 * True if a search is certain to be fast enough to run without a time limit. Enforcing the limit would take longer than
 * the search itself.
 */
export function isQuick(pattern: RegExp, text: string): boolean {
  const chars = quick.get(pattern) ?? quickChars(pattern.source);
  quick.set(pattern, chars);
  return text.length <= chars;
}

/**
 * Returns the maximum length (in characters) of strings for which a search is certain to be fast. 0 if the pattern
 * repeats a group, contains a backreference, or can match in many ways.
 */
function quickChars(source: string): number {
  let refersBack = false;
  const bare = source
    .replace(/\\(?:[pPu]\{[^}]*\}|.)/gs, (part) => {
      refersBack ||= /^\\[1-9k]/.test(part);
      return 'x';
    })
    .replace(/\[[^[\]]*\]/g, 'x')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\{\d+\}/g, (exact, at: number, all: string) => (all[at - 1] === ')' ? exact : ''));
  if (refersBack || /\)[*+?{]/.test(bare)) return 0;
  const repetitions = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const choices = bare.match(/[|?]/g)?.length ?? 0;
  if (choices === 0 && repetitions <= 1 && !bare.includes('(')) return maxPlainChars;
  const hasFewWays = choices === 0 ? repetitions <= 2 : repetitions <= 1 && choices <= maxChoices;
  return hasFewWays ? maxQuickChars : 0;
}
