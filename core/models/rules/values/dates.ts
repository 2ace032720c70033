import { findDay } from '../../../documents/metadata/dates';

const ISO_MOMENT = /\b(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|[+-]\d\d:?\d\d))?/;
const CLOCK =
  /(?<![\d.,])([01]?\d|2[0-4])\s?(?::|h|\.(?=\d\d\s?(?:uhr|h|hrs|Uhr))|時|点|시)\s?([0-5]\d)?(?:分|분)?\s?([ap]\.?\s?m\.?)?(?!\d)|(?<![\d.,:])(1[0-2]|0?[1-9])\s?([ap]\.?m\.?)(?![\p{L}])|(?<![\d.,:])([01]?\d|2[0-4])\s?(?:uhr|o’clock|godz)(?![\p{L}])/iu;
const YEAR_DOT = /\b((?:19|20)\d\d)\.\s?(\d{1,2})\.\s?(\d{1,2})\b/;
const RUSSIAN =
  /(\d{1,2})\s+(январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-яё]*\s+((?:19|20)\d\d)/iu;
const RUSSIAN_MONTHS = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
];
const two = (value: string | number) => String(value).padStart(2, '0');

/** The day a text names, as `YYYY-MM-DD`; undefined where day, month or year are left open. */
export function parseDay(text: string): string | undefined {
  const moment = /\b((?:19|20)\d\d-\d\d-\d\d)/.exec(text);
  if (moment?.[1]) return moment[1];
  const russian = RUSSIAN.exec(text);
  if (russian) {
    const month = RUSSIAN_MONTHS.findIndex((start) => (russian[2] ?? '').toLowerCase().startsWith(start)) + 1;
    return `${russian[3]}-${two(month)}-${two(russian[1] ?? '')}`;
  }
  const dotted = YEAR_DOT.exec(text);
  if (dotted) return `${dotted[1]}-${two(dotted[2] ?? '')}-${two(dotted[3] ?? '')}`;
  return findDay(text);
}

/** The time of day a text names, as `HH:MM`. */
export function parseClock(text: string): string | undefined {
  const found = CLOCK.exec(text.normalize('NFKC'));
  if (!found) return undefined;
  const hour = Number(found[1] ?? found[4] ?? found[6]);
  const half = (found[3] ?? found[5] ?? '').toLowerCase();
  const shifted = half.startsWith('p') && hour < 12 ? hour + 12 : half.startsWith('a') && hour === 12 ? 0 : hour;
  return shifted > 24 ? undefined : `${two(shifted)}:${two(found[2] ?? 0)}`;
}

/** Day and time of a text as ISO 8601; only the day where the text tells no time. */
export function parseMoment(text: string): string | undefined {
  const iso = ISO_MOMENT.exec(text);
  if (iso) return iso[0].replace(' ', 'T');
  if (/^1\d{9}(\d{3})?$/.test(text.trim())) {
    const stamp = Number(text.trim());
    return new Date(stamp < 1e11 ? stamp * 1000 : stamp).toISOString();
  }
  const day = parseDay(text);
  if (day === undefined) return undefined;
  const clock = parseClock(text);
  return clock === undefined ? day : `${day}T${clock}:00`;
}
