import { ownValue } from '../../../../common/values/own-value';
import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { conceptsByLabel } from '../lexicon/lexicon';
import { openingPost } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { isSentence } from '../sentences';
import { parseClock, parseDay } from '../values/dates';
import { bylines } from './bylines';
import { calendarFacts } from './page-facts';
import { currentPrices } from './price-finder';
import type { Sighting } from './sighting';

/** Kinds of subjects that a page may have. Some fields make sense for only one kind. */
interface Nature {
  readonly offer: boolean;
  readonly event: boolean;
  readonly dwelling: boolean;
  readonly job: boolean;
  readonly article: boolean;
}

type Kind = keyof Nature;

/**
 * Kind of page on which weak evidence for a concept is reliable, keyed by concept ID. Weak evidence is a class, a
 * phrase, or a number in the URL.
 */
const NEEDS: Readonly<Record<string, Kind>> = {
  availability: 'offer',
  brand: 'offer',
  sku: 'offer',
  mpn: 'offer',
  startDate: 'event',
  startTime: 'event',
  endTime: 'event',
  rent: 'dwelling',
};
const WEAK: ReadonlySet<string> = new Set(['text', 'attribute', 'address']);

/** Lowers the weight of weak evidence if the page is not of the kind that the concept requires. */
export function byNature(id: string, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  // On a job page, amounts are pay and perks rather than prices.
  if ((id === 'price' || id === 'currency') && evidence.once(natureOf).job)
    return found.map((one) => (one.kind === 'text' ? { ...one, weight: one.weight * 0.3 } : one));
  // In an article that does not mention an event, a date is the publication date.
  if (id === 'startDate' && evidence.once(natureOf).article && !evidence.once(natureOf).event)
    return found.map((one) => (isMarkup(one) ? one : { ...one, weight: one.weight * 0.2 }));
  if (id === 'startDate' && evidence.once(natureOf).job)
    return found.map((one) => (WEAK.has(one.kind) ? { ...one, weight: one.weight * 0.3 } : one));
  const kind = ownValue(NEEDS, id);
  if (!kind || evidence.once(natureOf)[kind]) return found;
  if (id === 'rent') return found.map((one) => (isNamed(one) ? one : { ...one, weight: 0 }));
  return found.map((one) => (WEAK.has(one.kind) ? { ...one, weight: one.weight * 0.3 } : one));
}

/** Returns the concepts that a label may refer to. A label for opening hours never refers to the start of an event. */
function statedBy(key: string): readonly string[] {
  const ids = conceptsByLabel(key).map(({ id }) => id);
  return ids.includes('openingHours') ? ids.filter((id) => id !== 'startTime') : ids;
}

const JOB_PARTS = new Set(['requirements', 'responsibilities', 'benefits', 'salary', 'employmentType']);

/** Counts the headings and labels that are typical of job advertisements, such as requirements or benefits. */
function sections({ view, pairs }: Evidence): number {
  const headings = view.lines
    .filter(({ flags, text }) => flags & flag.heading && text.length < 40)
    .map(({ text }) => text);
  const found = [...headings, ...pairs.map(({ label }) => label)].flatMap((text) => conceptsByLabel(text));
  return new Set(found.flatMap(({ id }) => (JOB_PARTS.has(id) ? [id] : []))).size;
}

const isMarkup = ({ kind }: Sighting): boolean => kind === 'json-ld' || kind === 'microdata' || kind === 'rdfa';

/** True for a value with a label. */
const isNamed = ({ kind }: Sighting): boolean => kind === 'label' || kind === 'definition' || kind === 'table';

/** True for the page of an event. False for an article or thread about an event. */
export function isAboutEvent(evidence: Evidence): boolean {
  const { event, job, article } = evidence.once(natureOf);
  return event && !job && !article && openingPost(evidence) === undefined;
}

/** True for a page that offers something for sale. */
export const isAboutOffer = (evidence: Evidence): boolean => evidence.once(natureOf).offer;

/** True for the page of a job advertisement. */
export const isAboutJob = (evidence: Evidence): boolean => evidence.once(natureOf).job;

let weekday: RegExp | undefined;

function namesWeekday(text: string): boolean {
  weekday ??= new RegExp(`(?<!\\p{L})${weekdayPattern()}(?!\\p{L})`, 'iu');
  return weekday.test(text);
}

const TIME_RANGE =
  /\d\s?(?:[ap]\.?m\.?|uhr|h)?\s?(?:[-–—]|to|until|bis|à|a|till|tot|do)\s?\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m|\s?uhr|\s?h)/iu;
const linesOfEvent = 8;

/** True if a short line below the headline contains a date and a time, plus a weekday or a time range. */
function statesTime({ view, place }: Evidence): boolean {
  return view.lines
    .slice(view.headlineAt + 1, view.headlineAt + linesOfEvent)
    .some(
      ({ text, flags }) =>
        text.length <= 90 &&
        !(flags & (OUTSIDE | flag.review)) &&
        parseClock(text) !== undefined &&
        parseDay(text, place.dates) !== undefined &&
        (namesWeekday(text) || TIME_RANGE.test(text)),
    );
}

const CALENDAR =
  /^\W{0,3}(?:(?:add|save) to (?:my )?calendar|google calendar|apple calendar|ical|ics(?!\p{L})|(?:in den|zum) kalender|ajouter (?:au|à mon) (?:calendrier|agenda)|añadir al calendario|aggiungi al calendario|adicionar ao calendário|(?:zet in|toevoegen aan) (?:mijn )?agenda|lägg till i kalender|dodaj do kalendarza)/iu;
const linesToCalendar = 25;
const maxCalendarChars = 60;

/** True if a line below the headline offers to add the event to a calendar. */
const offersCalendar = ({ view }: Evidence): boolean =>
  view.lines
    .slice(view.headlineAt + 1, view.headlineAt + linesToCalendar)
    .some(({ text, flags }) => text.length <= maxCalendarChars && !(flags & OUTSIDE) && CALENDAR.test(text));

function natureOf(evidence: Evidence): Nature {
  const types = evidence.items.flatMap((item) => item.types).join(' ');
  const og = evidence.metas.get('og:type')?.[0]?.content ?? '';
  const stated = new Set(
    evidence.pairs.flatMap(({ key, flags }) => (flags & (OUTSIDE | flag.review) ? [] : statedBy(key))),
  );
  const isPriced = ['product:price:amount', 'og:price:amount'].some((name) => evidence.metas.has(name));
  const count = (...ids: readonly string[]) => ids.filter((id) => stated.has(id)).length;
  const prices = evidence.once(currentPrices);
  return {
    offer:
      /product|offer|vehicle/.test(types) ||
      /product/i.test(og) ||
      isPriced ||
      prices.some(({ weight, excerpt }) => weight >= 0.4 && !isSentence(excerpt)) ||
      count('sku', 'price', 'gtin', 'availability') > 0,
    event:
      /event|festival/.test(types) ||
      /event/i.test(og) ||
      calendarFacts(evidence, 'start').length > 0 ||
      evidence.once(statesTime) ||
      offersCalendar(evidence) ||
      count('venue', 'organizer', 'doors', 'startTime', 'performer') > 0,
    job: /jobposting/.test(types) || sections(evidence) >= 2,
    article:
      /article|posting/.test(types) ||
      (/article/i.test(og) && !/event|festival/.test(types)) ||
      bylines(evidence).length > 0 ||
      count('author') > 0,
    dwelling:
      /apartment|house|residence|accommodation|realestate/.test(types) ||
      count('rooms', 'bedrooms', 'area', 'deposit', 'floor') > 0,
  };
}
