import { wordSet } from '../../../../common/values/words';
import { isPerson, NAME } from '../find/bylines';
import { excerptOf, type ListSighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { isPersonName } from '../stated/named-persons';
import { numberOfWord } from './number-words';
import { describedStems, type Sentence, sentencesWith, shared, stemOf } from './page-sentences';

/** The text before the first item of an enumeration. */
const BEFORE =
  /^.*(?<!\p{L})(?:like|such as|including|includes?|included|are|were|is|handles?|contains?|offers?|offering|serves?|serving|covers?|between|from|via|supports?|accepts?|stocks?|sells?|has|have|brings?|uses?|:)\s/iu;
const SEPARATOR =
  /,\s(?:(?:and|or|&|und|oder|et|ou|y|o|e|en|of|i|lub|och|eller)\s)?|\s(?:and|or|&|und|oder|et|ou|y|e|en|i|lub|och|eller)\s/iu;
const maxItemWords = 4;
const minItems = 3;
const weight = 0.4;
/** Words in field names that describe the list, not its items. */
const KINDS = wordSet('list names types options values choices items available offered possible supported');

/** Returns the items at the end of a phrase such as `we offer daily, weekly, and monthly`. Empty for other phrases. */
function itemsOf(phrase: string): readonly string[] {
  const items: string[] = [];
  for (const part of phrase.split(SEPARATOR).toReversed()) {
    const item = part.trim();
    const bare = item.replace(BEFORE, '');
    const isItem = /[\p{L}\d]/u.test(bare) && bare.split(/\s/).length <= maxItemWords;
    if (!isItem) return [];
    items.unshift(bare);
    if (bare !== item) return items.length >= minItems ? items : [];
  }
  return [];
}

/** Returns the items that a sentence enumerates: after a noun and a colon, before a noun, or at the end of a clause. */
function enumerated(sentence: string, nouns: readonly string[]): readonly string[] {
  const [said = '', listed] = sentence.replace(/[.!]$/, '').split(/:\s/u);
  const named = listed === undefined ? [] : afterColon(said, listed, nouns);
  if (named.length > 0) return named;
  const clauses = sentence.replace(/[.!]$/, '').split(/[;:()]\s?|\s(?:to|that|which|who|because)\s/u);
  for (const clause of clauses) {
    // `daily, weekly, and monthly rentals of …`: the noun follows the items.
    const said = clause.split(/\s/);
    const at = said.findIndex(
      (word, index) => index > 3 && nouns.includes(stemOf(word.toLowerCase().replace(/\P{L}/gu, ''))),
    );
    const before = at > 0 ? itemsOf(said.slice(0, at).join(' ')) : [];
    if (before.length > 0) return before;
    const whole = itemsOf(clause);
    if (whole.length > 0) return whole;
  }
  return [];
}

/** Returns the items after a colon if the noun is the last word before it, e.g. `four levels: bronze, silver and gold`. */
function afterColon(said: string, listed: string, nouns: readonly string[]): readonly string[] {
  const last =
    said
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? '';
  const items = nouns.at(-1) === stemOf(last) ? listed.split(SEPARATOR).map((item) => item.trim()) : [];
  const areItems = items.every((item) => /[\p{L}\d]/u.test(item) && item.split(/\s/).length <= maxItemWords);
  return areItems && items.length >= minItems ? items : [];
}

const OFFERED =
  /^([^:;()]{10,200})\s(?:is|are)\s(?:also\s|all\s)?(?:offered|available|provided|included|accepted)[.!]?$/iu;

/** Returns the items from a sentence such as `Suites, desks and rooms are offered.` */
export function offeredIn({ text, node }: Pick<Sentence, 'text' | 'node'>): readonly ListSighting[] {
  for (const sentence of text.split(/(?<=[.!?])\s/)) {
    const parts =
      OFFERED.exec(sentence)?.[1]
        ?.split(SEPARATOR)
        .map((part) => part.trim()) ?? [];
    if (parts.length >= minItems && parts.every((part) => part !== '' && part.split(/\s/).length <= maxItemWords))
      return [listOf({ text: sentence, node }, parts)];
  }
  return [];
}

const minListed = 2;
const maxListed = 60;

/**
 * Returns the list directly below a line that contains the nouns of the field's name and ends with a colon, e.g. `For
 * lunch, the menu is:` for `lunch_menu`.
 */
export function listsBelowText(field: Field, { view }: Evidence): readonly ListSighting[] {
  const nouns = wordsOf(field.name)
    .filter((word) => !KINDS.has(word))
    .map(stemOf);
  if (field.concept !== undefined || nouns.length === 0) return [];
  return view.lines.flatMap(({ text, node, flags }, at): readonly ListSighting[] => {
    if (!/[:：]$/.test(text) || text.length > 300 || flags & (OUTSIDE | flag.review)) return [];
    const last = text.split(/(?<=[.!?])\s/).at(-1) ?? '';
    const said = new Set(wordsOf(last).map(stemOf));
    if (!nouns.every((stem) => said.has(stem))) return [];
    const rest = view.lines.slice(at + 1, at + 1 + maxListed);
    const end = rest.findIndex((line) => !(line.flags & flag.list) || line.flags & (flag.heading | OUTSIDE));
    const items = rest.slice(0, end < 0 ? undefined : end).map((line) => line.text);
    return items.length < minListed ? [] : [listOf({ text, node }, items, 0.6)];
  });
}

/**
 * Returns the items that a sentence enumerates, e.g. `suppliers like Orion, Matrix and Lune` for `brands`. The sentence
 * must contain the last word of the field's name. Prefers sentences that share more words with the name and the
 * description.
 */
export function enumerations(field: Field, evidence: Evidence): readonly ListSighting[] {
  if (field.concept?.kind === 'name' || field.concept?.id === 'language') return [];
  const words = wordsOf(field.name).filter((word) => !KINDS.has(word));
  const nouns = words.map(stemOf);
  const described = describedStems(field);
  const near = [...new Set([...nouns, ...described].flatMap((stem) => sentencesWith(evidence, [stem])))];
  const rate = (one: Sentence): number => shared(one, nouns) + shared(one, described);
  const rated = near
    .filter(
      (one) =>
        shared(one, nouns) > 0 &&
        (nouns.length < 2 || one.stems.has(nouns.at(-1) ?? '')) &&
        (rate(one) > 1 || (nouns.length === 1 && described.length === 0) || words.some((word) => numberOfWord(word))),
    )
    .toSorted((a, b) => rate(b) - rate(a))
    .slice(0, 5);
  const quoted = rated.map((one) => ({ one, items: quotedIn(one.text, words) })).find(({ items }) => items.length > 0);
  const found =
    quoted ?? rated.map((one) => ({ one, items: enumerated(one.text, nouns) })).find(({ items }) => items.length > 0);
  return found ? [listOf(found.one, found.items)] : afterLabels(words, evidence);
}

const listOf = (
  { text, node }: Pick<Sentence, 'text' | 'node'>,
  items: readonly string[],
  own = weight,
): ListSighting => ({
  weight: own,
  entries: items.map((raw) => ({ raw, weight: own, kind: 'text', node, excerpt: excerptOf(text) })),
});

const LINKING = wordSet('via by with on at in for of information info');
const PLAIN_LIST = /^[^.:;!?]{1,30}(?:,\s[^.:;!?,]{1,30}){1,12}$/u;

/** Returns the short list after a label that consists of words of the name, e.g. `Pay with: cash, card`. */
const afterLabels = (words: readonly string[], { pairs }: Evidence): readonly ListSighting[] =>
  pairs
    .flatMap(({ key, value, flags, node, label }): readonly ListSighting[] => {
      const said = key.split(' ').filter((word) => !LINKING.has(word));
      const isOwn =
        said.length > 0 && said.every((word) => word.length > 3 && words.some((one) => stemOf(one) === stemOf(word)));
      if (!isOwn || flags & OUTSIDE || !PLAIN_LIST.test(value)) return [];
      return [listOf({ text: `${label}: ${value}`, node }, value.split(/,\s/))];
    })
    .slice(0, 1);

const TITLE = /[“"«„]\s?([^“”"«»]{2,80}?)[,.]?\s?[”"»“]/gu;

/**
 * Returns the titles in quotation marks if their number equals the number in the field's name, e.g. three for
 * `top_three_shows`.
 */
function quotedIn(text: string, words: readonly string[]): readonly string[] {
  const count = words.map(numberOfWord).find((number) => number !== undefined && number > 1);
  const titles = count === undefined ? [] : [...text.matchAll(TITLE)].map(([, title = '']) => title);
  return titles.length === count ? titles : [];
}

const ROLE = /(?<!\p{L})(?:are|is|include[sd]?|:|with|were)(?!\p{L})|:/iu;
const PERSONS = new RegExp(`(?<![\\p{L}-])${NAME}`, 'gu');
const minPersons = 2;
const maxPersons = 40;

/** Returns the persons that a sentence enumerates after their role, e.g. `The co-authors include Ada Holm and …`. */
export function enumeratedPersons({ name, concept }: Field, { view }: Evidence): readonly ListSighting[] {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (!/s$/.test(last) || (concept !== undefined && concept.kind !== 'name')) return [];
  const role = new RegExp(`(?<![\\p{L}-])${words.join('[\\s-]?')}(?!\\p{L})`, 'iu');
  return view.lines.flatMap(({ text, node, flags }): readonly ListSighting[] => {
    const at = flags & OUTSIDE || text.length > 3000 ? -1 : text.search(role);
    if (at < 0) return [];
    const sentence = text.slice(at).split(/(?<=\p{Ll}{2}[.!?])\s(?=\p{Lu}|Since)/u)[0] ?? '';
    const verb = ROLE.exec(sentence)?.index ?? -1;
    if (verb < 0 || verb > words.join(' ').length + maxPersons) return [];
    const names = (sentence.slice(verb).match(PERSONS) ?? []).map((one) => one.replace(/\.$/, ''));
    const persons = names.filter((one) => isPerson(one) && isPersonName(one));
    return persons.length < minPersons ? [] : [listOf({ text: sentence, node }, persons, 0.5)];
  });
}
