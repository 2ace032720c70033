import { createContext, Script } from 'node:vm';

/** Time limit for one search, ms. Only the timeout of `vm` can interrupt a running regular expression. */
const searchMs = 100;

/** Number of slow searches after which a pattern counts as matching nothing. */
const maxSlowSearches = 3;

/**
 * Maximum length of strings that are searched without a time limit, characters. Two repetitions take cubic time: 0.7 s
 * for a string ten times as long.
 */
const maxQuickChars = 100;

/** Maximum number of alternatives and optional parts in a pattern that is certain to be fast. */
const maxChoices = 8;

const search = new Script('pattern.exec(text)');
const context = createContext({ pattern: /$/, text: '' });
const slowSearches = new WeakMap<RegExp, number>();
const quick = new WeakMap<RegExp, boolean>();

/**
 * Searches a string for a pattern of a schema or recipe. Treats a slow search as no match, so that it does not delay the
 * page.
 */
export function searchPattern(pattern: RegExp, text: string): RegExpExecArray | null {
  if (text.length <= maxQuickChars && isQuick(pattern)) return pattern.exec(text);
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

function isQuick(pattern: RegExp): boolean {
  const known = quick.get(pattern) ?? hasFewWays(pattern.source);
  quick.set(pattern, known);
  return known;
}

/**
 * True if a pattern can match in few ways. It repeats no group, and has at most two repetitions of variable length, or
 * one repetition and a few alternatives. Enforcing a time limit would take longer than such a search.
 */
function hasFewWays(source: string): boolean {
  const bare = source
    .replace(/\\(?:[pPu]\{[^}]*\}|.)/gs, 'x')
    .replace(/\[[^[\]]*\]/g, 'x')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\{\d+\}/g, (exact, at: number, all: string) => (all[at - 1] === ')' ? exact : ''));
  if (/\)[*+?{]|\\\d/.test(bare)) return false;
  const repetitions = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const choices = bare.match(/[|?]/g)?.length ?? 0;
  return choices === 0 ? repetitions <= 2 : repetitions <= 1 && choices <= maxChoices;
}
