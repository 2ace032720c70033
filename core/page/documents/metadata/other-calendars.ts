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

/** Days a year of a calendar may begin before or after the same day of the Gregorian year that is 621 later. */
const searchedDays = 400;
const msPerDay = 86_400_000;

/** The Gregorian day of a date in the Persian calendar, as `YYYY-MM-DD`; undefined for one that does not exist. */
export function dayInCalendar(calendar: string, year: number, month: number, day: number): string | undefined {
  if (calendar !== 'persian') return undefined;
  const format = new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar,
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const start = Date.UTC(year + 621, 2, 15);
  for (let at = 0; at < searchedDays; at++) {
    const date = new Date(start + at * msPerDay);
    const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, Number.parseInt(value, 10)]));
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === day)
      return date.toISOString().slice(0, 10);
  }
  return undefined;
}
