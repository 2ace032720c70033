import type { ReadPage } from '../answers/merge-pages';
import type { Fields, Tree } from '../answers/value-tree';

/** Maximum length of page text that is searched for a name, in characters. */
const maxText = 200_000;
/** Share of the words of a name that a page must contain; with two words, this means both. */
const wordShare = 2 / 3;

const wordMark = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
const quoted = /["“„«]([^"“”„«»]{2,60})["”“»]/u;

/**
 * Returns the words of the thing that a prompt names: a quoted name, or the longest run of capitalized words and model
 * numbers within a sentence. Empty when the prompt names nothing.
 */
export function thingIn(prompt: string, fields: readonly string[]): readonly string[] {
  const title = quoted.exec(prompt)?.[1];
  if (title !== undefined) return title.toLowerCase().match(wordMark) ?? [];
  const asked = new Set(fields.flatMap((field) => field.toLowerCase().split(/[\s_]+/)));
  const runs: string[][] = [];
  let [count, capitals, end] = [0, 0, -1];
  for (const { 0: word, index } of prompt.matchAll(wordMark)) {
    count++;
    if (/^\p{Lu}/u.test(word)) capitals++;
    const before = prompt.slice(0, index).trimEnd();
    const isStart = before === '' || /[.!?:]$/.test(before) || prompt.slice(before.length, index).includes('\n');
    const isName = /^\p{Lu}.*\p{Ll}|\d/u.test(word) && !isStart && !asked.has(word.toLowerCase());
    if (isName && end >= 0 && /^[\s&/-]*$/.test(prompt.slice(end, index))) runs.at(-1)?.push(word.toLowerCase());
    else if (isName && !/^\d/.test(word)) runs.push([word.toLowerCase()]);
    end = isName ? index + word.length : -1;
  }
  // In title case, capital letters do not indicate names.
  if (count > 3 && capitals > count * 0.8) return [];
  return runs.reduce<string[]>((longest, run) => (run.length > longest.length ? run : longest), []);
}

/**
 * If a page does not mention the thing, removes the values that rules have read from it. Lists may contain other
 * things.
 */
export function ofThing(page: ReadPage, thing: readonly string[]): ReadPage {
  const { tree, tokensUsed } = page;
  if (thing.length === 0 || tokensUsed > 0 || tree.kind !== 'fields' || hasItems(tree) || names(page, thing))
    return page;
  return { ...page, tree: emptied(tree, `The page does not name ${thing.join(' ')}.`) };
}

function names({ url, text = '' }: ReadPage, thing: readonly string[]): boolean {
  const known = `${decoded(url)} ${text}`.slice(0, maxText).toLowerCase();
  const found = thing.filter((word) => known.includes(word)).length;
  return found >= (thing.length > 2 ? thing.length * wordShare : thing.length);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

const hasItems = ({ fields }: Fields): boolean => [...fields.values()].some(({ kind }) => kind === 'items');

/** Returns the tree with its values removed, so that all fields are missing. */
function emptied({ url, fields, missing }: Fields, reason: string): Fields {
  const inner = [...fields].flatMap(([name, tree]): readonly (readonly [string, Tree])[] =>
    tree.kind === 'fields' ? [[name, emptied(tree, reason)]] : [],
  );
  const reasons = [...fields.keys()].map((name) => [name, reason] as const);
  return { kind: 'fields', url, places: [], fields: new Map(inner), missing: new Map([...missing, ...reasons]) };
}
