let digits: ReadonlyMap<string, string> | undefined;

/** The digits of all writing systems with their values. */
function digitsOfAll(): ReadonlyMap<string, string> {
  digits ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      return [...'0123456789'].map((digit) => [format.format(Number(digit)), digit] as const);
    }),
  );
  return digits;
}

/** A text with ASCII digits in the place of others, and without invisible marks of direction. */
export function plainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => digitsOfAll().get(digit) ?? digit);
}

/** Days by which a day of the Persian calendar may be off its usual place in the Gregorian year. */
const maxShift = 3;
/** Days of the first six months of the Persian calendar; the others have 30, the last one may have 29. */
const longMonths = { count: 6, days: 31 };
const msPerDay = 86_400_000;

let persian: Intl.DateTimeFormat | undefined;

/** The Gregorian day of a date in the Persian calendar, as `YYYY-MM-DD`; undefined for one that does not exist. */
export function dayInCalendar(calendar: string, year: number, month: number, day: number): string | undefined {
  if (calendar !== 'persian') return undefined;
  persian ??= new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar,
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const { count, days } = longMonths;
  const usual = (month - 1) * days - Math.max(0, month - 1 - count) + day;
  const start = Date.UTC(year + 621, 2, 20) + (usual - 1) * msPerDay;
  for (let at = -maxShift; at <= maxShift; at++) {
    const date = new Date(start + at * msPerDay);
    const parts = new Map(persian.formatToParts(date).map(({ type, value }) => [type, Number.parseInt(value, 10)]));
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === day)
      return date.toISOString().slice(0, 10);
  }
  return undefined;
}
