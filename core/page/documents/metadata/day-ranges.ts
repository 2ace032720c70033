import { type DateStyle, findDay } from './dates';

const TO = '\\s?(?:[-–—]|to|until|bis|au?|al|a|do|t/m|tot|till|e|y|und|and|et)\\s?';
const FIRST_YEAR = '(?:(?:\\sde)?,?\\s((?:19|20)\\d\\d))?';
const DATE = '(?:19|20)\\d\\d-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./](?:19|20)\\d\\d';
const MONTH = '\\p{L}{3,12}\\.?';
/** Ranges with the day first: `17–18 October 2026`, `3 May – 5 June 2026`, `30 December 2026 – 2 January 2027`. */
const DAYS_FIRST = new RegExp(
  `(?<![\\d.,:/])(\\d{1,2})(?:\\.|er|º)?(?:\\s(?:de\\s)?(${MONTH})${FIRST_YEAR})?${TO}(?:zum\\s|dem\\s|den\\s)?(\\d{1,2})(?:\\.|er|º)?\\s(?:de\\s)?(${MONTH})(?:\\sde)?,?\\s((?:19|20)\\d\\d)`,
  'iu',
);
/** Ranges with the month first: `October 17–18, 2026`, `May 3 – June 5, 2026`. */
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})(${MONTH})\\s(\\d{1,2})${FIRST_YEAR}${TO}(?:(${MONTH})\\s)?(\\d{1,2}),?\\s((?:19|20)\\d\\d)`,
  'iu',
);

/** Ranges of two complete numeric dates: `01.03.2026 – 04.03.2026`, `2026-03-01 to 2026-03-04`. */
const NUMERIC = new RegExp(`^\\D*(${DATE})${TO}(${DATE})(?!\\d)`, 'iu');

/** Three or more days in a row, e.g. `24, 25 and 26 July`. */
const DAYS_LISTED =
  /(?<![\d.,:/])(\d{1,2})(?:,\s\d{1,2}){1,9},?\s(?:e|y|and|und|et|en|i|och|&)\s(\d{1,2})(?=[.º]?\s)/iu;

/** Quick check for a year, which every range contains. */
const YEAR = /(?:19|20)\d\d/;

interface DayRange {
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the first and last day of a date range in a text. A first day without a year is in the previous year if it
 * would otherwise be after the last day.
 */
export function daysOfRange(text: string, style?: DateStyle): DayRange | undefined {
  if (!YEAR.test(text)) return undefined;
  const [, numericFirst, numericLast] = NUMERIC.exec(text) ?? [];
  if (numericFirst && numericLast) return { first: numericFirst, last: numericLast };
  const range = writtenRange(text.replace(DAYS_LISTED, '$1–$2'));
  if (!range) return undefined;
  const { from, to, firstYear, year } = range;
  const dayIn = (written: string) => `${from} ${written}`;
  const last = `${to} ${year}`;
  const isLater = (findDay(dayIn(year), style) ?? '') > (findDay(last, style) ?? '');
  return { first: dayIn(firstYear ?? (isLater ? String(Number(year) - 1) : year)), last };
}

function writtenRange(text: string) {
  const [, day, month, firstYear, lastDay, lastMonth = '', year = ''] = DAYS_FIRST.exec(text) ?? [];
  if (day !== undefined)
    return { from: `${day} ${month ?? lastMonth}`, firstYear, to: `${lastDay} ${lastMonth}`, year };
  const [, name, first, startYear, lastName, last, ofYear = ''] = MONTH_FIRST.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { from: `${name} ${first}`, firstYear: startYear, to: `${lastName ?? name} ${last}`, year: ofYear };
}
