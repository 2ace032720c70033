import { percentDecoded } from '../../common/values/percent-decoded';
import { wordSet } from '../../common/values/words';
import { conceptsByLabel, conceptsByName } from '../../page/extraction/rules/lexicon/lexicon';
import type { ReadPage } from '../answers/merge-pages';
import type { Fields, Tree } from '../answers/value-tree';

/** Maximum length of the page text that is searched for a name, in characters. */
const maxText = 200_000;
/**
 * Share of a name's words that a page must contain to count as a page about the named thing. Applies to names of three
 * or more words. Shorter names must match completely.
 */
const wordShare = 2 / 3;

const wordMark = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
const quoted = /["“„«]([^"“”„«»]{2,60})["”“»]/u;

/**
 * Returns the words that name the thing a prompt is about, or an empty list. Prefers a quoted name, and otherwise the
 * longest sequence of capitalized words and model numbers. Ignores the first word of each sentence. If there is no such
 * sequence, uses a description such as `the blue enamel kettle`.
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
  // If the prompt is in title case, capital letters do not indicate names.
  if (count > 3 && capitals > count * 0.8) return [];
  const longest = runs.reduce<string[]>((best, run) => (run.length > best.length ? run : best), []);
  return longest.length > 0 ? longest : describedIn(prompt, asked);
}

/** Matches a noun phrase: two to five words after an article in English or a Romance language. */
const described =
  /(?<!\p{L})(?:(the|an?)|(?:la|le|les|el|los|las|un|une|una|il|lo|gli|uno|um|uma|del|della|dello|du)(?=\s))\s+(\p{L}[\p{L}’'-]*(?:\s\p{L}[\p{L}’'-]*){1,4})/giu;
/** Words that end a noun phrase. */
const ends = wordSet(`
  of for in on at to from with without and or is are was were does do did has have had can will costs cost by per as that
  which who this take takes last lasts leave leaves arrive arrives depart departs start starts begin begins end ends open
  opens close closes weigh weighs measure measures need needs offer offers include includes contain contains come comes
  happen happens run runs work works sell sells say says again now today tomorrow please called named
  de des du en pour avec sans et ou est coûte para con sin y o es cuesta per di da in e è costa com sem no na
`);
/** Words that do not help to identify a thing. */
const vague = wordSet(`
  all any each every new newest latest last first next best good cheap cheapest expensive most popular main current
  total full whole official free own same other following given
`);
/** Nouns too general to identify a specific thing. Phrases about them are ignored. */
const general = wordSet(`
  page site website homepage form policy offer list table section part result content text article post news team
  member people headquarters store shop company firm product item thing service event job recipe book film movie flat
  house apartment release data information info detail question answer number way step limit list
`);

/** Field concepts whose names also occur as nouns in descriptions, e.g. `hall` in `the town hall`. */
const things = new Set(['hall', 'ensemble', 'series']);

/** True for the name of an attribute, e.g. `price`. */
const isAttribute = (name: string): boolean =>
  [...conceptsByName(name), ...conceptsByLabel(name)].some(({ id }) => !things.has(id));

/**
 * Returns the lower-cased words of a description such as `the blue enamel kettle`. Ignores phrases about a requested
 * field or a common attribute, such as the price.
 */
function describedIn(prompt: string, asked: ReadonlySet<string>): readonly string[] {
  for (const [, english, phrase = ''] of prompt.matchAll(described)) {
    const all = phrase.toLowerCase().split(/\s/);
    const end = all.findIndex((word) => ends.has(word));
    const words = (end < 0 ? all : all.slice(0, end)).filter((word) => !vague.has(word));
    const head = (english === undefined ? words[0] : words.at(-1)) ?? '';
    const isGeneral = [head, head.replace(/s$/, '')].some(
      (word) => general.has(word) || asked.has(word) || isAttribute(word),
    );
    if (words.length >= 2 && !isGeneral && !isAttribute(words.join(' '))) return words;
  }
  return [];
}

/**
 * Removes the values that rules extracted from a page if the page does not mention the thing. Leaves pages with lists
 * unchanged, because a list may be about several things.
 */
export function ofThing(page: ReadPage, thing: readonly string[], isDescribed = false): ReadPage {
  const { tree, tokensUsed } = page;
  if (
    thing.length === 0 ||
    tokensUsed > 0 ||
    tree.kind !== 'fields' ||
    hasItems(tree) ||
    names(page, thing, isDescribed)
  )
    return page;
  return { ...page, tree: emptied(tree, `The page does not mention ${thing.join(' ')}.`) };
}

function names({ url, text = '' }: ReadPage, thing: readonly string[], isDescribed: boolean): boolean {
  const known = `${percentDecoded(url)} ${text}`.slice(0, maxText).toLowerCase();
  const isNamed = (word: string): boolean => known.includes(word);
  const found = thing.filter(isNamed).length;
  // The noun of a description may be its first or its last word, so the page must contain both.
  const hasNoun = !isDescribed || (isNamed(thing[0] ?? '') && isNamed(thing.at(-1) ?? ''));
  return hasNoun && found >= (thing.length > 2 ? thing.length * wordShare : thing.length);
}

const hasItems = ({ fields }: Fields): boolean => [...fields.values()].some(({ kind }) => kind === 'items');

/** Returns the tree without its values, so that all fields count as missing. */
function emptied({ url, fields, missing }: Fields, reason: string): Fields {
  const inner = [...fields].flatMap(([name, tree]): readonly (readonly [string, Tree])[] =>
    tree.kind === 'fields' ? [[name, emptied(tree, reason)]] : [],
  );
  const reasons = [...fields.keys()].map((name) => [name, reason] as const);
  return { kind: 'fields', url, places: [], fields: new Map(inner), missing: new Map([...missing, ...reasons]) };
}
