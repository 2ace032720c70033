/** A calendar event found on a page. */
export interface CalendarEvent {
  readonly name: string;
  /** ISO date or time. */
  readonly startDate: string;
  readonly endDate?: string | null;
  readonly location?: string | null;
  readonly description?: string | null;
  readonly url?: string | null;
}

/** Returns events as an iCalendar file (RFC 5545). */
export function calendarOf(events: readonly CalendarEvent[], pageUrl: string, now: Date): string {
  const entries = events.flatMap((event) => entryOf(event, pageUrl, now));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gleaner//event-calendar//EN',
    ...entries,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryOf({ name, startDate, endDate, ...rest }: CalendarEvent, pageUrl: string, now: Date): string[] {
  const start = timeOf(startDate);
  if (start === undefined) return [];
  const end = endDate ? timeOf(endDate) : undefined;
  const url = rest.url ?? pageUrl;
  const texts = Object.entries({ SUMMARY: name, LOCATION: rest.location, DESCRIPTION: rest.description });
  return [
    'BEGIN:VEVENT',
    `UID:${encodeURIComponent(`${startDate} ${name}`)}@${new URL(pageUrl).hostname}`,
    `DTSTAMP${timeOf(now.toISOString())}`,
    `DTSTART${start}`,
    ...(end === undefined ? [] : [`DTEND${end}`]),
    ...texts.flatMap(([key, text]) => (text ? [`${key}:${escaped(text)}`] : [])),
    `URL:${url}`,
    'END:VEVENT',
  ];
}

/**
 * Converts an ISO date or time to the text that follows a property name in iCalendar, e.g. `;VALUE=DATE:20260131`. A
 * time without a zone remains local.
 */
function timeOf(iso: string): string | undefined {
  const [, date, time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(iso.trim()) ?? [];
  if (date === undefined) return undefined;
  if (time === '') return `;VALUE=DATE:${date.replaceAll('-', '')}`;
  const local = `${date}T${time.length === 5 ? `${time}:00` : time}`;
  const offset = zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const shown = zone === '' ? local : `${new Date(local + offset).toISOString().slice(0, 19)}Z`;
  return `:${shown.replaceAll(/[:-]/g, '')}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** Folds a line into parts of at most 75 bytes. All parts after the first begin with a space. */
function folded(line: string): string {
  let [text, bytes] = ['', 0];
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (bytes + size > 75) [text, bytes] = [`${text}\r\n `, 1];
    [text, bytes] = [text + sign, bytes + size];
  }
  return text;
}
