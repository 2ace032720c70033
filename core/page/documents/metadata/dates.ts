import { plainDigits } from '../../../common/values/digits';
import { oneLine } from '../content/text';
import { calendarOf, monthInCalendar, monthOf } from './month-names';
import { dayInCalendar } from './other-calendars';

/** Order of day and month in a numeric date whose year comes last. */
export type DayOrder = 'day-first' | 'month-first';

/** Rules for reading the dates on a page. */
export interface DateStyle {
  /** BCP 47 language tag. Empty if unknown. */
  readonly language: string;
  /** Order of day and month in numeric dates such as 03/04/2026. */
  readonly order: DayOrder;
  /** False if nothing on the page determines the order. */
  readonly isSure: boolean;
}

/** A date found in text. */
export interface FoundDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The alternative date, if a numeric date is ambiguous. */
  readonly other?: string;
}

/** A numeric date that ends with the year. */
export interface NumericDate {
  readonly first: number;
  readonly second: number;
  readonly year: string;
  /** True if dots separate the numbers. The day always comes first in such dates. */
  readonly isDotted: boolean;
}

/** Date style used if nothing is known about the page. */
const unknownStyle: DateStyle = { language: '', order: 'month-first', isSure: false };

const YEAR = "((?:19|20)\\d\\d|2[45]\\d\\d|1[34]\\d\\d|['’‘]\\d\\d)(?!\\d)";
const WORD = '(\\p{L}[\\p{L}\\p{M}.]{0,30})';
const LINK = "(?:[\\s.-]{1,5}(?:(?:de|del|di|of|den)\\s{1,5}|d['’]\\s?)?)";
const ORDINAL = '(?:st|nd|rd|th|er|re|:?[aeo]|°)?';
/** Quick check for a year, which every date contains. */
const MAY_BE_DAY = /\d{4}|['’‘]\d\d|-\d\d|年/;
const MONTH_FIRST = new RegExp(`(?<![\\p{L}\\p{N}])${WORD}\\s+(\\d{1,2})${ORDINAL},?\\s+${YEAR}`, 'giu');
const DAY_FIRST = new RegExp(`(?<![\\d.,:/])(\\d{1,2})${ORDINAL}${LINK}${WORD},?${LINK}${YEAR}`, 'giu');
const YEAR_FIRST = new RegExp(`(?<!\\d)${YEAR}[^\\s-]{0,6}[\\s-]+(?:m\\.\\s+)?${WORD}[\\s-]+(\\d{1,2})(?!\\d)`, 'giu');
const YEAR_DAY = new RegExp(`(?<!\\d)${YEAR}\\.\\s+gada\\s+(\\d{1,2})\\.\\s+${WORD}`, 'giu');
const SHORT_YEAR = new RegExp(`^(\\d{1,2})-${WORD}-(\\d\\d)$`, 'iu');
const NUMBERED_MONTH = new RegExp(`(\\d{1,2})\\s+(?:tháng|thg)\\s+(\\d{1,2})(?:,|\\s+năm)?\\s+${YEAR}`, 'iu');
const ISO = new RegExp(`(?<!\\d)${YEAR}(?:[-/.]|\\.\\s)(\\d{1,2})(?:[-/.]|\\.\\s)(\\d{1,2})(?!\\d)`);
const CJK = /((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/;
const ERA = /(令和|平成|昭和|民國|民国)\s?(\d{1,3}|元)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})/;
/** Gregorian year before the first year of each era. */
const ERA_STARTS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
const NUMERIC = /(?<![\d/-]|\d\.)(\d{1,2})([/-]|\.\s?)(\d{1,2})([/-]|\.\s?)((?:19|20)\d\d|2[45]\d\d)(?!\d|[./-]\d)/g;
const maxChars = 400;

/**
 * Returns the date in a text and, if it is ambiguous, the alternative date. Undefined if the month or year is missing.
 */
export function readDay(text: string, style: DateStyle = unknownStyle): FoundDay | undefined {
  const head = text.slice(0, maxChars);
  const plain = plainDigits(head);
  if (!MAY_BE_DAY.test(plain)) return undefined;
  const day = namedDay(plain, style) ?? yearFirstDay(plain, style);
  if (day !== undefined) return { day };
  for (const date of numericDates(plain)) {
    const found = numericDay(date, style);
    if (found) return found;
  }
  return undefined;
}

/** Returns the date in a text as `YYYY-MM-DD`. Undefined if the month or year is missing. */
export const findDay = (text: string, style?: DateStyle): string | undefined => readDay(text, style)?.day;

/** Reads a date whose month is a word. */
function namedDay(text: string, style: DateStyle): string | undefined {
  const forms: readonly (readonly [pattern: RegExp, year: number, month: number, day: number])[] = [
    [MONTH_FIRST, 3, 1, 2],
    [DAY_FIRST, 3, 2, 1],
    [YEAR_FIRST, 1, 2, 3],
    [YEAR_DAY, 1, 3, 2],
  ];
  for (const [pattern, year, month, day] of forms)
    for (const match of text.matchAll(pattern)) {
      const found = dayOf(match[year] ?? '', match[month] ?? '', Number(match[day]), style);
      if (found !== undefined) return found;
    }
  const short = SHORT_YEAR.exec(text.trim());
  if (short) return dayOf(`'${short[3]}`, short[2] ?? '', Number(short[1]), style);
  const numbered = NUMBERED_MONTH.exec(text);
  return numbered ? iso(yearOf(numbered[3] ?? '', ''), Number(numbered[2]), Number(numbered[1])) : undefined;
}

function dayOf(year: string, word: string, day: number, { language }: DateStyle): string | undefined {
  const name = word.replace(/(?<!\.)\.+$/, '');
  const calendar = calendarOf(language);
  const own = isEarly(year) ? monthInCalendar(name, language, calendar) : undefined;
  if (own !== undefined) return dayInCalendar(calendar, Number(year), own, day);
  const month = monthOf(name, language);
  return month === undefined ? undefined : iso(yearOf(year, `${calendar} ${word}`), month, day);
}

const isEarly = (year: string): boolean => /^1[34]/.test(year);

/** Reads a numeric date that starts with the year. The year may be an era year. */
function yearFirstDay(text: string, { language }: DateStyle): string | undefined {
  const era = ERA.exec(text);
  if (era) {
    const year = (ERA_STARTS[era[1] ?? ''] ?? 0) + (era[2] === '元' ? 1 : Number(era[2]));
    return iso(year, Number(era[3]), Number(era[4]));
  }
  const found = CJK.exec(text) ?? ISO.exec(text);
  if (!found) return undefined;
  const [, year = '', month, day] = found;
  const calendar = calendarOf(language);
  if (isEarly(year) && calendar === 'persian') return dayInCalendar(calendar, Number(year), Number(month), Number(day));
  return iso(yearOf(year, calendar), Number(month), Number(day));
}

/**
 * Converts a year to the Gregorian calendar. `hint` contains the page's calendar and a word from the date, if known.
 * Either may indicate a Buddhist year.
 */
function yearOf(written: string, hint: string): number | undefined {
  const year = Number(written.replace(/\D/g, ''));
  if (year < 100) return year < 70 ? 2000 + year : 1900 + year;
  if (year >= 1900 && year < 2100) return year;
  return year >= 2400 && /buddhist|\p{Script=Thai}/u.test(hint) ? year - 543 : undefined;
}

/** Returns the numeric dates in a text that end with the year. */
export function numericDates(text: string): readonly NumericDate[] {
  return [...text.matchAll(NUMERIC)].flatMap(([, first, mark = '', second, nextMark = '', year = '']) =>
    mark.trim() === nextMark.trim()
      ? [{ first: Number(first), second: Number(second), year, isDotted: mark.startsWith('.') }]
      : [],
  );
}

/** Reads a numeric date in both orders of day and month. Undefined for an order in which the date is invalid. */
export function readingsOf(
  { first, second, year }: NumericDate,
  calendar = '',
): Readonly<Record<DayOrder, string | undefined>> {
  const gregorian = yearOf(year, calendar);
  return { 'day-first': iso(gregorian, second, first), 'month-first': iso(gregorian, first, second) };
}

function numericDay(date: NumericDate, style: DateStyle): FoundDay | undefined {
  const readings = readingsOf(date, calendarOf(style.language));
  const { 'day-first': dayFirst, 'month-first': monthFirst } = readings;
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst || date.isDotted) {
    const day = dayFirst ?? monthFirst;
    return day === undefined ? undefined : { day };
  }
  const day = readings[style.order] ?? dayFirst;
  return style.isSure ? { day } : { day, other: day === dayFirst ? monthFirst : dayFirst };
}

function iso(year: number | undefined, month: number, day: number): string | undefined {
  if (year === undefined || month < 1 || month > 12 || day < 1) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A date in ISO form and as written. `day` includes the time if the text states one. */
export interface FoundDate extends FoundDay {
  readonly text: string;
}

/**
 * Reads a machine-readable date. Puts a `T` before the time in ISO dates, converts Unix timestamps to ISO 8601, and
 * converts other notations to `YYYY-MM-DD`.
 */
export function readDate(value: unknown, style: DateStyle): FoundDate | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^(19|20)\d\d-\d\d-\d\d/.test(text)) return { day: withT(text.slice(0, 40)), text };
  if (/^1\d{9}(\d{3})?$/.test(text))
    return { day: new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString(), text };
  const found = readDay(text, style);
  return found && { ...found, text };
}

/** Replaces the space between the date and time of `2026-03-01 19:30:00Z` with a `T`. */
export const withT = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d\d:\d\d)/, '$1T');

/** Returns a warning that lists both interpretations of each ambiguous date. Undefined if no date is ambiguous. */
export function ambiguousDates(dates: readonly (FoundDate & { readonly name: string })[]): string | undefined {
  const open = new Map<string, FoundDate>();
  for (const { name, ...date } of dates) if (date.other !== undefined && !open.has(name)) open.set(name, date);
  if (open.size === 0) return undefined;
  const named = [...open].slice(0, maxNamed).map(([name, { text, day, other }]) => {
    const written = oneLine(text).slice(0, maxExcerptChars);
    return `${name} "${written}" is read as ${day.slice(0, 10)}, but may be ${other?.slice(0, 10)}`;
  });
  const more = open.size > maxNamed ? `; ${open.size - maxNamed} more` : '';
  return `Day and month are ambiguous: ${named.join('; ')}${more}.`;
}

const maxNamed = 5;
const maxExcerptChars = 40;

/** Returns the date in a URL such as `/2024/05/12/`. */
export function dayInUrl(url: string): string | undefined {
  const match = /\/((?:19|20)\d\d)[/-](\d{2})[/-](\d{2})(?!\d)/.exec(url);
  return match === null ? undefined : iso(Number(match[1]), Number(match[2]), Number(match[3]));
}
