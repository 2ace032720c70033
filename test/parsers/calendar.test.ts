import { expect, it } from 'vitest';
import calendar from '../../plugins/parsers/calendar';
import { markdownOf, parseFile } from './parse-file';

const file = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', 'X-WR-CALNAME:Harbour', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

it('shows each event with its dates and place', async () => {
  const text = file(
    event(
      'UID:1',
      'SUMMARY:Regatta\\, day one',
      'DTSTART;TZID=Europe/Berlin:20250603T101500',
      'DTEND;TZID=Europe/Berlin:20250603T120000',
      'LOCATION:Pier 3',
      'DESCRIPTION:Bring\\nropes.',
      'URL:https://example.org/r',
    ),
    event('UID:2', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20250610', 'DTEND;VALUE=DATE:20250612'),
    event(
      'UID:3',
      'SUMMARY:Call',
      'DTSTART:20250611T080000Z',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'ORGANIZER;CN=Ada:mailto:ada@example.org',
    ),
  );
  expect(await markdownOf(calendar, text)).toBe(
    [
      '# Harbour',
      '## Regatta, day one',
      'Date: 2025-06-03 10:15 Europe/Berlin – 2025-06-03 12:00 Europe/Berlin  \nPlace: Pier 3  \nURL: [https://example.org/r](https://example.org/r)',
      'Bring  \nropes.',
      '## Holiday',
      'Date: 2025-06-10 – 2025-06-11',
      '## Call',
      'Date: 2025-06-11 08:00 UTC  \nRepeats: FREQ=WEEKLY;COUNT=3  \nOrganizer: Ada',
    ].join('\n\n'),
  );
});

it('rejects a damaged file with SCRAPE_DOCUMENT_BROKEN', async () => {
  await expect(parseFile(calendar, 'BEGIN:VCALENDAR\r\nnonsense')).rejects.toMatchObject({
    code: 'SCRAPE_DOCUMENT_BROKEN',
  });
});
