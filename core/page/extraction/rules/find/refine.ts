import { wordSet } from '../../../../common/values/words';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Pair } from '../page/pairs';
import type { Field } from '../schema/field';
import { personAtStart, personBeforeContact } from '../stated/named-persons';
import { parseDay } from '../values/dates';
import { addressesIn } from './address-blocks';
import { nameSighting } from './bylines';
import { publicationDays } from './dated-phrases';
import { labelFit, placeWeight } from './from-text';
import { withRegion } from './job-facts';
import { isAboutEvent } from './nature';
import { withoutSite } from './page-finders';
import type { Sighting } from './sighting';
import { inStockIfAnyIs } from './stock-finder';

/** Filters the values found for certain concepts, or changes their weights. */
export function refine(id: string, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  if (id === 'sku')
    return found.map((one) =>
      one.kind === 'json-ld' || one.kind === 'microdata' ? { ...one, weight: one.weight * 0.8 } : one,
    );
  if (id === 'availability') return inStockIfAnyIs(found);
  // In markup, the weight is often the shipping weight, and opening hours sometimes differ from those on the page.
  if (id === 'weight' || id === 'openingHours') return shownFirst(id, found);
  if (id === 'address') return addressesIn(evidence, found);
  if (id === 'venue') return withRegion(found);
  if (COUNTS.has(id)) return ownCounts(found, evidence);
  if (id === 'title')
    return found
      .map((one) => ({ ...one, raw: withoutSite(String(one.raw), evidence) }))
      .map((one) =>
        one.kind === 'json-ld' || one.kind === 'microdata' ? { ...one, weight: Math.min(0.95, one.weight * 1.2) } : one,
      );
  if (id === 'author') return found.flatMap((one) => (SHOWN.has(one.kind) ? nameSighting(one, evidence) : [one]));
  if (PERSONS.has(id))
    return found.flatMap((one) => {
      if (!SHOWN.has(one.kind)) return [one];
      const raw = personAtStart(String(one.raw));
      return raw === undefined ? [] : [{ ...one, raw }];
    });
  // A field without a concept may request a person by role, e.g. `secretary`. Contact data after the name belongs to
  // other fields.
  if (id === '') return found.map((one) => ({ ...one, raw: personBeforeContact(String(one.raw)) ?? one.raw }));
  if (id === 'supportAct' && !isAboutEvent(evidence)) return found.filter(({ kind }) => kind === 'text');
  if (id === 'rating')
    return found.filter(
      ({ kind, raw }) => kind !== 'label' || /^\P{L}{0,4}(?:\p{L}+\s)?\d/u.test(String(raw)) || !/\d/.test(String(raw)),
    );
  if (id === 'startTime' || id === 'endTime') return found.filter(({ raw }) => !DAYS_WITH_HOURS.test(String(raw)));
  if (id === 'datePublished') return publicationDays(found, evidence);
  if (id === 'language') {
    // A labelled language, e.g. of a course, takes precedence over the language of the page.
    const labelled = found.filter(({ kind, weight }) => SHOWN.has(kind) && kind !== 'attribute' && weight >= 0.4);
    return labelled.length > 0 ? labelled : found;
  }
  if (id === 'version') return found.filter(({ raw }) => parseDay(String(raw)) === undefined);
  if (id === 'license') return found.filter(({ raw }) => !COPYRIGHT.test(String(raw)));
  if (id === 'mpn') return found.filter((one) => !(one.kind === 'json-ld' && skuCopies(one, evidence)));
  return found;
}

const COUNTS = wordSet('viewCount commentCount likeCount voteCount answerCount postCount');
/** Labels within this many lines below the headline refer to the page itself. */
const linesOfFacts = 15;

/**
 * Removes the labelled counts of other pages, e.g. of threads in a list. Labels with different counts belong to
 * different pages, unless they are near the headline.
 */
function ownCounts(found: readonly Sighting[], { view }: Evidence): readonly Sighting[] {
  const labelled = found.filter(({ kind }) => kind === 'label' || kind === 'definition' || kind === 'table');
  if (new Set(labelled.map(({ raw }) => raw)).size < 3) return found;
  const isNear = ({ node }: Sighting) => {
    const at = node ? (view.firstLine.get(node) ?? 0) - view.headlineAt : 0;
    return at >= -3 && at <= linesOfFacts;
  };
  return found.filter((one) => !labelled.includes(one) || isNear(one));
}

/** Lowers the weight of values in markup if the page shows another value. */
function shownFirst(id: string, found: readonly Sighting[]): readonly Sighting[] {
  const own = id === 'openingHours' ? found.filter(({ raw }) => /\d/.test(String(raw))) : found;
  const isShown = own.some(({ kind, weight }) => SHOWN.has(kind) && weight > 0.3);
  return isShown ? own.map((one) => (SHOWN.has(one.kind) ? one : { ...one, weight: one.weight * 0.5 })) : own;
}

/** The start of a copyright line, which is not a license. */
const COPYRIGHT = /^(?:copyright|©|\(c\))/i;

/** Opening hours that apply to several days, e.g. `Mon – Fri: 9:00`. */
const DAYS_WITH_HOURS =
  /^\p{L}{2,14}\.?(?:(?:\s?[-–,/&]\s?|\s(?:a|e|bis|und|to|and|al|au|et|t\/m|en|do|till)\s)\p{L}{2,14}\.?)+:?\s\d/iu;

/** Concepts whose values are people other than the author. */
const PERSONS = wordSet(
  'curator medicalDirector contactPerson managingDirector photographer manager chef teacher president supervisor founders',
);

/**
 * Prefers a value labelled with the field's name (`Name: …`) to the headline, because the headline may be the title of
 * the entire page.
 */
export function namedByLabel(field: Field, found: readonly Sighting[], { pairs }: Evidence): readonly Sighting[] {
  const isOwn = ({ key, flags }: Pair) =>
    labelFit(field, key) >= 0.95 &&
    wordsOf(field.name).every((word) => key.split(' ').includes(word)) &&
    placeWeight(flags) === 1 &&
    (flags & flag.form) === 0;
  if (found.some(({ kind }) => kind === 'json-ld' || kind === 'microdata') || !pairs.some(isOwn)) return found;
  return found.map((one) =>
    one.kind === 'heading' || one.kind === 'meta' ? { ...one, weight: one.weight * 0.5 } : one,
  );
}

/** False for labels in side areas, which often state when the page was created rather than when software was released. */
export const isProminent = ({ kind, weight }: Sighting): boolean => kind !== 'label' || weight >= 0.5;

/** Reduces values such as `2026-03-01T19:30` to the time of day if another field of the schema contains the date. */
export function clocksOfDay(field: Field, found: readonly Sighting[], siblings: readonly Field[]): readonly Sighting[] {
  const { concept, kind, format, description } = field;
  const isClock = CLOCKS.has(concept?.id ?? '') && kind === 'string' && !format && !/date|iso/i.test(description);
  const hasDay = (one: Field) => one.pointer !== field.pointer && (one.format === 'date' || /date$/i.test(one.name));
  if (!isClock || !siblings.some(hasDay)) return found;
  return found.map((one) => {
    const clock = MOMENT.exec(String(one.raw))?.[1];
    return clock === undefined ? one : { ...one, raw: clock };
  });
}

const CLOCKS = wordSet('startTime endTime doors');
const MOMENT = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d)/;

/** Kinds of sources on the visible page. */
const SHOWN: ReadonlySet<string> = new Set(['text', 'attribute', 'label', 'definition', 'table']);

/** True for a manufacturer part number that only repeats the shop's own SKU. */
const skuCopies = ({ raw }: Sighting, { items }: Evidence): boolean =>
  items.some((item) => item.properties.get('sku')?.some(({ value }) => value === raw) ?? false);
