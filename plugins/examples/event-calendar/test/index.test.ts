import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runFormat } from '@gleaner/plugin/testing';
import { calendarOf } from '../src/calendar.ts';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const jsonLd = (events: object) => `<script type="application/ld+json">${JSON.stringify(events)}</script>`;

/** Returns the unfolded lines of the calendar that the format creates for a page. */
async function linesOf(html: string): Promise<readonly string[]> {
  const { value } = await runFormat(plugin, { html, url: 'https://tea.example/events' });
  const { bytes, mediaType } = value as { bytes: Uint8Array; mediaType: string };
  assert.equal(mediaType, 'text/calendar');
  return new TextDecoder().decode(bytes).replaceAll('\r\n ', '').split('\r\n');
}

test('reads the events that a page describes', async () => {
  const place = { '@type': 'Place', name: 'Tea house, Kyoto' };
  const lines = await linesOf(
    `<main><h1>Events</h1></main>${jsonLd([
      {
        ...{ '@context': 'https://schema.org', '@type': 'Event', name: 'Tasting', location: place },
        ...{ startDate: '2026-05-01T19:30:00+09:00', endDate: '2026-05-01T21:00:00+09:00' },
      },
      { '@context': 'https://schema.org', '@type': 'Event', name: 'Harvest', startDate: '2026-05-02' },
    ])}`,
  );
  const expected = ['SUMMARY:Tasting', 'DTSTART:20260501T103000Z', 'DTEND:20260501T120000Z', 'SUMMARY:Harvest'];
  assert.deepEqual(
    expected.filter((line) => !lines.includes(line)),
    [],
  );
  assert.ok(lines.includes('DTSTART;VALUE=DATE:20260502'));
});

test('returns no file for a page without events', async () => {
  const { value } = await runFormat(plugin, { html: '<main><p>Nothing is planned.</p></main>' });
  assert.equal(value, undefined);
});

test('escapes texts, and folds long lines without splitting a character', () => {
  const name = `Tea; cake, ${'ü'.repeat(60)}`;
  const file = calendarOf([{ name, startDate: '2026-05-02 18:00' }], 'https://tea.example/', new Date(0));
  assert.match(file, /DTSTART:20260502T180000\r\n/);
  for (const line of file.split('\r\n')) assert.ok(new TextEncoder().encode(line).length <= 75);
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:Tea\\; cake\\, ${'ü'.repeat(60)}\r\n`));
});
