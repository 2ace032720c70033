import { words } from '../../../../common/values/words';
import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import { labelKey, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Field } from '../schema/field';

const DAYS = words('monday tuesday wednesday thursday friday saturday sunday');
/** Days that a word in a field's name refers to, 0 (Monday) to 6. */
const ASKED: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(DAYS.map((day, at) => [day, [at]])),
  weekday: [0, 1, 2, 3, 4],
  weekdays: [0, 1, 2, 3, 4],
  weekend: [5, 6],
};
const ABOUT_HOURS = /^(?:opening|open|opens|hours?|times?|business|closed|is|on|store|office)$/;
const CLOSED =
  /^(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|fechado|encerrado|gesloten|zamknięte|nieczynne|stängt)$/i;
const HOURS =
  /^\d{1,2}(?:[:.h]\d{0,2})?\s?(?:[ap]\.?\s?m\.?|uhr|h)?\s?(?:[-–—]|to|until|bis|à|a|alle|till|tot|às|do)\s?\d{1,2}(?:[:.h]\d{0,2})?\s?(?:[ap]\.?\s?m\.?|uhr|h)?(?:\s?[,&/]\s?\d.*)?$/i;
const maxLine = 80;

const dayNumbers = (): ReadonlyMap<string, number> =>
  new Map(DAYS.flatMap((day, at) => (conceptById(day)?.labels ?? []).map((label) => [labelKey(label), at] as const)));

const ROW =
  /^(?:[^\p{L}\d]*)(\p{L}{2,14})\.?(?:\s?(?:[-–—&,/]|to|through|thru|bis|und|and|au|à|et|al?|y|tot|t\/m|do|till|och)\s?(\p{L}{2,14})\.?)?\s?[:,]?\s?(\S.*)$/iu;

/** A row of opening hours, with the positions of its first and last day. */
interface Row {
  readonly first: number;
  readonly last: number;
  readonly hours: string;
}

/** Reads a row such as `Mon – Fri: 9:00 – 17:00` or `Sat closed`. */
function rowIn(text: string, numbers: ReadonlyMap<string, number>): Row | undefined {
  const [, from = '', to = from, rest = ''] = ROW.exec(text) ?? [];
  const [first, last] = [numbers.get(from.toLowerCase()), numbers.get(to.toLowerCase())];
  const hours = rest.replace(/[.*]$/, '').trim();
  if (first === undefined || last === undefined || last < first) return undefined;
  return CLOSED.test(hours) || HOURS.test(hours) ? { first, last, hours } : undefined;
}

/** Applies `read` to the hours of the first row that covers all of the given days. Returns the result. */
function rowsOf({ view }: Evidence, days: readonly number[], read: (hours: string) => Sighting['raw']) {
  const numbers = dayNumbers();
  const rule = { maxChars: maxLine, away: flag.related | flag.dialog | flag.review, weight: 0.56 };
  return inLines({ view }, rule, (text) => {
    const row = rowIn(text, numbers);
    const isWanted = row && days.every((day) => day >= row.first && day <= row.last);
    return isWanted ? read(row.hours) : undefined;
  }).slice(0, 1);
}

/**
 * Returns the opening hours of a day for a field such as `saturday_hours` or `weekday_opening_hours`. For a flag such
 * as `open_on_sunday`, returns whether a business is open.
 */
export function hoursOfDay({ name, kind, format }: Field, evidence: Evidence): readonly Sighting[] {
  const said = wordsOf(name);
  const [days, other] = said.flatMap((word) => (Object.hasOwn(ASKED, word) ? [ASKED[word] ?? []] : []));
  const rest = said.filter((word) => !Object.hasOwn(ASKED, word));
  if (!days || other || rest.length === 0 || !rest.every((word) => ABOUT_HOURS.test(word))) return [];
  if (kind === 'string' && format === undefined) return rowsOf(evidence, days, (hours) => hours);
  const isClosed = rest.includes('closed');
  return kind === 'boolean' ? rowsOf(evidence, days, (hours) => CLOSED.test(hours) === isClosed) : [];
}
