import type { MarkupItem } from '../../../../contract/markup-item';
import { isPerson, namesIn } from '../find/bylines';
import { choose } from '../find/choose';
import type { ListSighting, Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { isSentence } from '../sentences';
import { isPageName } from '../stated/organization-names';
import { coerce, type ValuePlace } from '../values/coerce';
import type { Coerced } from '../values/texts';
import { listSightings } from './string-list';

/** A list entry and its location. */
export interface ListedValue {
  readonly value: Coerced['value'];
  readonly sighting: Sighting;
  readonly score: number;
}

/** Minimum weight of a list. Menus have a lower weight. */
const minWeight = 0.25;

/** True for a list with the names of several pages of the site, such as `Contact` and `About us`. */
const isMenu = (values: readonly ListedValue[]): boolean =>
  values.filter(({ value }) => isPageName(String(value))).length > 1;

/** Returns the values for an array of scalars. Empty if the page has no such list. */
export function findValues(
  field: Field,
  item: Field,
  evidence: Evidence,
  items: readonly MarkupItem[],
  single: readonly Sighting[],
): readonly ListedValue[] {
  const plain: Field = { ...item, concept: undefined, words: [] };
  const wanted =
    item.kind === 'any'
      ? { ...plain, kind: 'string' as const }
      : isTyped(item)
        ? { ...item, concept: field.concept ?? item.concept }
        : plain;
  const lists = listSightings(field, evidence, items).map((list) => ({
    list,
    values: read(field.concept?.id === 'raises' ? namesOnly(list) : list, wanted, evidence.place),
  }));
  const best = lists
    .filter(({ list, values }) => values.length > 0 && list.weight >= minWeight && !isMenu(values))
    .sort((a, b) => worth(b) - worth(a))[0];
  if (best) return best.values.slice(0, field.maxItems ?? best.values.length);
  if (field.concept?.id === 'language') return [];
  if (field.concept?.kind === 'name') return namesOf(field, wanted, evidence, single);
  return read({ entries: singleEntries(field, single), weight: 0.35 }, wanted, evidence.place).slice(0, field.maxItems);
}

/** Removes the explanations of entries such as `ValueError – If the tolerance is negative.` */
const namesOnly = (list: ListSighting): ListSighting => ({
  ...list,
  entries: list.entries.map((one) => ({ ...one, raw: /^([\w.$:]+)\s?[–—:-]\s/.exec(String(one.raw))?.[1] ?? one.raw })),
});

const maxNames = 200;

/** Returns single values as list entries, best first. Splits keywords and weekdays that are separated by commas. */
const singleEntries = (field: Field, single: readonly Sighting[]): readonly Sighting[] =>
  [...single]
    .sort((a, b) => b.weight - a.weight)
    .filter(
      ({ weight, raw, kind }) =>
        weight >= 0.35 &&
        !isPageName(String(raw)) &&
        !isProse(field, String(raw)) &&
        !isPhrase(field, String(raw), kind),
    )
    .flatMap((one) =>
      field.concept?.id === 'keywords' || field.concept?.id === 'closedDays'
        ? String(one.raw)
            .split(/,\s/)
            .map((raw) => ({ ...one, raw: raw.trim() }))
        : namesIfSeveral(one),
    );

const minProse = 150;

/**
 * True for a paragraph of sentences in a list for a field without a known concept. Such a paragraph is not an entry.
 */
const isProse = ({ concept }: Field, text: string): boolean =>
  concept === undefined && text.length >= minProse && /[.!?]$/.test(text);

const maxWords = 6;
/** Matches text that ends where a value should follow, e.g. `Selected colour is`. */
const UNFINISHED = /(?:\s(?:is|are|was|were|ist|sind|est|sont|es|son|è|sono|é|são)|[:：])$/iu;

/** True for a slogan or another phrase, which is not an entry of a list. */
const isPhrase = ({ concept }: Field, text: string, kind: Sighting['kind']): boolean =>
  UNFINISHED.test(text) ||
  ((concept === undefined || concept.id === 'serviceAreas') &&
    (kind === 'attribute' || isSentence(text)) &&
    text.split(/\s/).length > (isSentence(text) ? maxWords / 2 : maxWords));

/** Splits a text that consists only of several names, e.g. `Ada Holm and Ben Lark`. */
function namesIfSeveral(one: Sighting): readonly Sighting[] {
  const names = typeof one.raw === 'string' && one.raw.length <= maxNames ? namesIn(one.raw) : [];
  return names.length > 1 && names.every((name) => /\s/.test(name) && isPerson(name))
    ? names.map((raw) => ({ ...one, raw }))
    : [one];
}

/** Splits the best single value on the page into names, e.g. `Ada Holm and Ben Lark`. */
function namesOf(field: Field, item: Field, { place }: Evidence, single: readonly Sighting[]): readonly ListedValue[] {
  const best = choose({ ...item, concept: field.concept, words: field.words }, single, place);
  if (!best) return [];
  const { score, sighting } = best;
  return read(
    { entries: namesIn(String(best.value)).map((raw) => ({ ...sighting, raw })), weight: score },
    item,
    place,
  ).slice(0, field.maxItems);
}

const isTyped = ({ kind, format, choices }: Field): boolean =>
  kind !== 'string' || format !== undefined || choices !== undefined;

const worth = ({ list, values }: { readonly list: ListSighting; readonly values: readonly ListedValue[] }): number =>
  list.weight * Math.min(1, 0.6 + values.length / 12) + Math.min(values.length, 30) / 200;

function read({ entries, weight }: ListSighting, item: Field, place: ValuePlace): readonly ListedValue[] {
  const seen = new Set<string>();
  const values: ListedValue[] = [];
  for (const sighting of entries) {
    const coerced = coerce(item, sighting, place);
    if (!coerced || item.kind === 'object') continue;
    const key = JSON.stringify(coerced.value);
    // Only very long lists are deduplicated. In a short list, such as a list of ingredients, an entry may occur twice.
    if (seen.has(key) && entries.length > 200) continue;
    seen.add(key);
    values.push({ value: coerced.value, sighting, score: Math.min(0.97, weight) });
  }
  return values;
}
