import { plainDigits } from '../../../../common/values/digits';
import { type DateStyle, type FoundDay, readDay } from '../../../documents/metadata/dates';

const ISO_MOMENT = /\b(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|[+-]\d\d:?\d\d))?/;
const CLOCK =
  /(?<![\d.,])([01]?\d|2[0-4])\s?(?::|h|\.(?=\d\d\s?(?:uhr|h|hrs|[ap]\.?m))|時|点|시)\s?([0-5]\d)?(?:分|분)?\s?([ap]\.?\s?m\.?)?(?!\d)|(?<![\d.,:])(1[0-2]|0?[1-9])\s?([ap]\.?m\.?)(?![\p{L}])|(?<![\d.,:])([01]?\d|2[0-4])\s?(?:uhr|o’clock|godz)(?![\p{L}])/iu;
const two = (value: string | number) => String(value).padStart(2, '0');

/** Returns the date in a string. If the order of day and month is ambiguous, also returns the alternative date. */
export function readDayOf(text: string, style?: DateStyle): FoundDay | undefined {
  const moment = /\b((?:19|20)\d\d-\d\d-\d\d)/.exec(text);
  return moment?.[1] ? { day: moment[1] } : readDay(text, style);
}

/** Returns the date in a string as `YYYY-MM-DD`. Undefined if the day, month or year is missing. */
export const parseDay = (text: string, style?: DateStyle): string | undefined => readDayOf(text, style)?.day;

/** Returns the time of day in a string as written. */
export const clockIn = (text: string): string | undefined => CLOCK.exec(plainDigits(text))?.[0].trim();

/** Returns the time of day in a string as `HH:MM`. */
export function parseClock(text: string): string | undefined {
  const found = CLOCK.exec(plainDigits(text));
  if (!found) return undefined;
  const hour = Number(found[1] ?? found[4] ?? found[6]);
  const half = (found[3] ?? found[5] ?? '').toLowerCase();
  const shifted = half.startsWith('p') && hour < 12 ? hour + 12 : half.startsWith('a') && hour === 12 ? 0 : hour;
  return shifted > 24 ? undefined : `${two(shifted)}:${two(found[2] ?? 0)}`;
}

/** Returns the date and time in a string as ISO 8601, or only the date if the string contains no time. */
export function parseMoment(text: string, style?: DateStyle): string | undefined {
  const iso = ISO_MOMENT.exec(text);
  if (iso) return iso[0].replace(' ', 'T');
  if (/^1\d{9}(\d{3})?$/.test(text.trim())) {
    const stamp = Number(text.trim());
    return new Date(stamp < 1e11 ? stamp * 1000 : stamp).toISOString();
  }
  const day = parseDay(text, style);
  if (day === undefined) return undefined;
  const clock = parseClock(text);
  return clock === undefined ? day : `${day}T${clock}:00`;
}
