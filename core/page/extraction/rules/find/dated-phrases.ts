import { hasDigit } from '../../../../common/values/digits';
import { conceptById, conceptsByLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { sentencesIn } from '../sentences';
import { parseDay } from '../values/dates';
import { bylines } from './bylines';
import { placeWeight } from './from-text';
import { inLines, inSentences } from './in-lines';
import { isAboutEvent } from './nature';
import { excerptOf, type Sighting } from './sighting';

/** Labels that may introduce the date of an event, e.g. `Datum`. */
const starts = new Set(conceptById('startDate')?.labels.map(labelKey));
const labels = ['dateModified', 'datePublished', 'validThrough']
  .flatMap((id) => conceptById(id)?.labels ?? [])
  .filter((label) => label.length > 4 || /[^\p{Script=Latin}\s]/u.test(label))
  .filter((label) => !starts.has(labelKey(label)))
  .sort((a, b) => b.length - a.length);
const PHRASE = new RegExp(
  `(?<!\\p{L})(${labels.join('|')})(?!\\p{Script=Latin})(?:\\s(?:on|am|le|el|il|em|a|op|den|dnia)(?=\\s))?[\\s:：]{0,3}(?=\\S)`,
  'giu',
);
/** A date at the start of a text. A weekday or month may precede the day number. */
const STARTS_WITH_DAY = /^(?:\p{L}{2,12}[.,]{0,2}\s){0,2}\p{Nd}/u;
const maxChars = 40;
const AWAY = flag.related | flag.review;
/** Words for applications, registrations and bookings. */
export const APPLY =
  /appl(?:y|ication)|regist|rsvp|sign up|book|bewerb|lebenslauf|currícul|(?<!\p{L})cv(?!\p{L})|anmeld|candidat|postul|inscri|réserv|reserv|rezerw|prenot|iscri|sollicit|aanmeld|inschrij|zgłosz|zapis|aplik|anmäl|ansök/iu;
const UNTIL =
  /(?<!\p{L})(?:by|until|before|no later than|bis(?: spätestens)?(?: zum)?|spätestens|avant le|jusqu['’]au|au plus tard le|antes del|hasta el|entro il|fino al|até|uiterlijk(?: op)?|vóór|voor(?=\s\d)|do(?: dnia)?|senast(?: den)?)\s(?=\S)/giu;

/**
 * Returns the dates directly after labels within a line, e.g. `Posted on 3 May 2025 by …` or `… Last updated on Aug 30,
 * 2025.`
 */
export const labelledDays = (evidence: Evidence, id: string): readonly Sighting[] =>
  inLines(evidence, { maxChars: 400, away: AWAY, needs: hasDigit, weight: 0.8, kind: 'label' }, (text, { flags }) =>
    [...text.matchAll(PHRASE)].flatMap(({ 0: whole, 1: label = '', index }) => {
      if (!conceptsByLabel(labelKey(label)).some((one) => one.id === id)) return [];
      const raw = dayAtStart(text.slice(index + whole.length), evidence.place.dates);
      // The weight stays high even in the footer, because the date of the last change is often only there.
      return raw === undefined ? [] : [{ raw, weight: 0.8 * Math.max(0.7, placeWeight(flags)) }];
    }),
  );

const maxBehind = 30;

/** Returns dates whose label is alone on the next line, e.g. `5 May 2024` above `Updated`. */
export const daysBeforeLabel = ({ view, place }: Evidence, id: string): readonly Sighting[] =>
  view.lines.flatMap(({ text, flags }, at): readonly Sighting[] => {
    const above = view.lines[at - 1];
    if (!above || text.length > maxBehind || /[:：]$/.test(text) || flags & AWAY) return [];
    if (above.text.length > maxChars || !conceptsByLabel(labelKey(text)).some((one) => one.id === id)) return [];
    const isBelow = parseDay(view.lines[at + 1]?.text ?? '', place.dates) !== undefined;
    const raw = isBelow || above.node.name !== 'li' ? undefined : parseDay(above.text, place.dates);
    return raw === undefined
      ? []
      : [{ raw, weight: 0.7, kind: 'label', node: above.node, excerpt: excerptOf(above.text) }];
  });

/** Returns the dates in the author's byline near the headline. */
export const daysOfByline = (evidence: Evidence): readonly Sighting[] =>
  bylines(evidence).flatMap(({ excerpt, node, weight }): readonly Sighting[] => {
    const day = weight >= 0.6 ? parseDay(excerpt, evidence.place.dates) : undefined;
    return day === undefined ? [] : [{ raw: day, weight: 0.62, kind: 'label', node, excerpt }];
  });

/** Returns application and registration deadlines mentioned in sentences. */
export const lastDays = (evidence: Evidence): readonly Sighting[] =>
  inSentences(evidence, { maxChars: 800, away: AWAY, needs: hasDigit, weight: 0.5, kind: 'label' }, (sentence) =>
    APPLY.test(sentence)
      ? [...sentence.matchAll(UNTIL)].flatMap(({ 0: whole, index }) => {
          const after = sentence.slice(index + whole.length);
          return dayAtStart(after, evidence.place.dates) ?? dayOfYear(after, evidence) ?? [];
        })
      : [],
  );

const DAY_AND_MONTH = /^\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?\p{L}{3,12}(?!\p{L})|^\p{L}{3,12}\s\d{1,2}(?!\d)/u;
const YEAR = /(?<!\d)20\d\d(?!\d)/;

/**
 * Reads a date that is written without a year. Adds the year of the other dates on the page, if they are all in the
 * same year.
 */
function dayOfYear(text: string, evidence: Evidence): string | undefined {
  const written = DAY_AND_MONTH.exec(text)?.[0];
  if (written === undefined || YEAR.test(text.slice(0, written.length + 6))) return undefined;
  const [year, other] = evidence.once(yearsOfDates);
  return year === undefined || other !== undefined ? undefined : parseDay(`${written} ${year}`, evidence.place.dates);
}

/** Returns the years of the dates in the main part of a page. */
const yearsOfDates = ({ view, place }: Evidence): readonly string[] => [
  ...new Set(
    view.lines.flatMap(({ text, flags }): readonly string[] => {
      if (text.length > 800 || !YEAR.test(text) || flags & (flag.related | flag.review | flag.footer | flag.aside))
        return [];
      return sentencesIn(text).flatMap((sentence) => parseDay(sentence, place.dates)?.slice(0, 4) ?? []);
    }),
  ),
];

/** Drops publication dates that are actually dates of an event or an update. */
export function publicationDays(found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  const { dates } = evidence.place;
  const dayOf = ({ raw }: Sighting) => parseDay(String(raw), dates);
  const stated = new Set(labelledDays(evidence, 'datePublished').map(dayOf));
  const modified = evidence.pairs.filter(({ key }) => conceptsByLabel(key).some(({ id }) => id === 'dateModified'));
  const changed = new Set([
    ...labelledDays(evidence, 'dateModified').map(dayOf),
    ...modified.map(({ value }) => parseDay(value, dates)),
  ]);
  const isEvent = isAboutEvent(evidence);
  return found.filter((one) => {
    if (one.kind === 'json-ld' || one.kind === 'microdata' || one.kind === 'rdfa' || (one.kind === 'meta' && one.node))
      return true;
    const day = dayOf(one);
    if (stated.has(day)) return true;
    return !isEvent && !(changed.has(day) && statedOnPage(evidence, day));
  });
}

/** True if the date is only on the visible page, i.e. not in a meta tag. */
const statedOnPage = ({ metas }: Evidence, day: string | undefined): boolean =>
  ![...metas.values()].flat().some(({ content }) => day !== undefined && content.startsWith(day));

const dayAtStart = (text: string, style: Evidence['place']['dates']): string | undefined =>
  STARTS_WITH_DAY.test(text) ? parseDay(text.slice(0, maxChars), style) : undefined;
