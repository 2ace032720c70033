let digits: ReadonlyMap<string, string> | undefined;

/** Maps the decimal digits of all numbering systems to ASCII digits. */
function digitsOfAll(): ReadonlyMap<string, string> {
  digits ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      return [...'0123456789'].map((digit) => [format.format(Number(digit)), digit] as const);
    }),
  );
  return digits;
}

/** Converts digits to ASCII and removes invisible direction marks. */
export function plainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => digitsOfAll().get(digit) ?? digit);
}

/** Maximum offset of a Persian date from its usual Gregorian date, in days. */
const maxShift = 3;
/** The first six months of the Persian calendar have 31 days, the next five have 30, and the last has 29 or 30. */
const longMonths = { count: 6, days: 31 };
const msPerDay = 86_400_000;

let persian: Intl.DateTimeFormat | undefined;

/** Converts a Persian date to a Gregorian `YYYY-MM-DD`; undefined if invalid. */
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
