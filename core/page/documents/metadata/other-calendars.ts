/** Maximum difference, in days, between the estimated and the actual Gregorian equivalent of a Persian date. */
const maxShift = 3;
/** The first six months of the Persian calendar have 31 days, the next five have 30, and the last has 29 or 30. */
const longMonths = { count: 6, days: 31 };
const msPerDay = 86_400_000;

let persian: Intl.DateTimeFormat | undefined;

/** Converts a Persian date to a Gregorian `YYYY-MM-DD`. Undefined if the date is invalid. */
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
