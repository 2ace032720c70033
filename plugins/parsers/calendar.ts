import type ICAL from 'ical.js';
import { brokenDocument, decodePlainText, defineParser, escapeHtml, type Metadata } from '../../core/contract/plugin';

const MAX_EVENTS = 10_000;

/** `calendar`: the events of an iCalendar file as headings, with dates, places and descriptions. */
export default defineParser({
  id: 'calendar',
  summary: 'Reads the events of iCalendar files.',
  mediaTypes: ['text/calendar'],
  extensions: ['.ics', '.ical'],
  recognises: (start) => /^BEGIN:VCALENDAR\s/i.test(start),
  async parse(bytes, { charset, url }) {
    const { default: ical } = await import('ical.js');
    const { text } = decodePlainText(bytes, charset);
    const calendars = readCalendars(ical, text, url);
    const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
    const [name] = calendars.flatMap((calendar) => textOf(calendar, 'x-wr-calname') || []);
    const shown = events.slice(0, MAX_EVENTS).map(eventHtml);
    const cut = events.length > MAX_EVENTS ? [`Only ${MAX_EVENTS} of ${events.length} events were read.`] : [];
    const heading = name ? [`<h1>${escapeHtml(name)}</h1>`] : [];
    const metadata: Metadata = name ? { title: name } : {};
    return { html: [...heading, ...shown].join('\n'), metadata, warnings: cut };
  },
});

function readCalendars(ical: typeof ICAL, text: string, url: string): readonly ICAL.Component[] {
  try {
    const parsed = ical.parse(text) as unknown[];
    const several = Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed];
    return several.map((one) => new ical.Component(one as ConstructorParameters<typeof ICAL.Component>[0]));
  } catch (error) {
    throw brokenDocument(url, error);
  }
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value: unknown = component.getFirstPropertyValue(name);
  return value === null || value === undefined ? '' : String(value).trim();
};

/** Converts an event to HTML: the title as a heading, then one line per fact, and finally the description. */
function eventHtml(event: ICAL.Component): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Date', datesOf(event)],
    ['Repeats', textOf(event, 'rrule')],
    ['Place', textOf(event, 'location')],
    ['Organizer', personOf(event)],
    ['Status', textOf(event, 'status')],
    ['URL', textOf(event, 'url')],
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${linked(value)}`);
  const description = textOf(event, 'description');
  const title = textOf(event, 'summary') || 'Untitled event';
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    lines.length > 0 ? `<p>${lines.join('<br>')}</p>` : '',
    description === '' ? '' : `<p>${escapeHtml(description).replace(/\r?\n/g, '<br>')}</p>`,
  ].join('');
}

/** Returns an event's start and end as written, with the time zone. An all-day event ends on the day before DTEND. */
function datesOf(event: ICAL.Component): string {
  const start = event.getFirstPropertyValue('dtstart') as ICAL.Time | null;
  if (!start) return '';
  const end = event.getFirstPropertyValue('dtend') as ICAL.Time | null;
  const last = end?.isDate ? dayBefore(end) : end;
  const until = last && last.compare(start) > 0 ? ` – ${timeText(last, event, 'dtend')}` : '';
  return timeText(start, event, 'dtstart') + until;
}

function dayBefore(time: ICAL.Time): ICAL.Time {
  const day = time.clone();
  day.addDuration({ weeks: 0, days: -1, hours: 0, minutes: 0, seconds: 0, isNegative: false } as ICAL.Duration);
  return day;
}

function timeText(time: ICAL.Time, event: ICAL.Component, name: string): string {
  if (time.isDate) return time.toString();
  const zone = event.getFirstProperty(name)?.getFirstParameter('tzid');
  const written = time
    .toString()
    .replace('T', ' ')
    .replace(/:00(?=Z?$)/, '');
  return written.endsWith('Z') ? `${written.slice(0, -1)} UTC` : `${written}${zone ? ` ${zone}` : ''}`;
}

function personOf(event: ICAL.Component): string {
  const name = event.getFirstProperty('organizer')?.getFirstParameter('cn');
  return name || textOf(event, 'organizer').replace(/^mailto:/i, '');
}

const linked = (value: string): string =>
  /^https?:\/\/\S+$/i.test(value) ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value);
