import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeCondition } from '../../core/common/monitor';
import type { SavedJob } from '../../src-renderer/api/saved-api';
import { watchSentence, watchWords } from '../../src-renderer/composables/monitors/watch-sentence';
import { localTimeZone } from '../../src-renderer/display/schedule-words';
import { showLanguage } from '../../src-renderer/texts/i18n';

type Job = Parameters<typeof watchSentence>[0];

const schedule = { cron: '0 * * * *', timeZone: localTimeZone(), isPaused: false, runMissed: true, nextAt: '' };
const monitor = (...conditions: readonly ChangeCondition[]): NonNullable<SavedJob['monitor']> => ({
  ignore: [],
  notify: { desktop: true },
  conditions: [...conditions],
});
const table: Job = { kind: 'table', request: { url: 'https://www.shop.example/seeds' }, schedule };
const pages = (...urls: readonly string[]): Job => ({
  kind: 'monitor',
  request: { targets: [{ type: 'scrape', urls }] },
  monitor: monitor(),
});
const price: ChangeCondition = { type: 'changed', column: 'price' };

describe('the words about a saved job in a list', () => {
  it.each<readonly [Job, number | undefined, string]>([
    [{ ...table, monitor: monitor(price) }, 12, '12 rows of shop.example · reports when “price” changes'],
    [{ ...table, monitor: monitor() }, undefined, 'The rows of shop.example · reports when something changes'],
    [table, 12, '12 rows of shop.example'],
    [pages('https://shop.example/a'), 1, 'shop.example/a · reports when something changes'],
    [{ kind: 'crawl', request: { url: 'https://shop.example/' } }, 9, 'all pages of shop.example'],
  ])('name what it reads and reports', (job, rows, words) => {
    expect(watchWords(job, rows)).toBe(words);
  });
});

describe('the sentence about a monitor', () => {
  afterEach(() => showLanguage('en'));

  it.each<readonly [string, Job, number | undefined, string]>([
    [
      'a column of a table',
      { ...table, monitor: monitor(price) },
      12,
      'Watches “price” in 12 rows of shop.example/seeds, every hour; tells you when “price” changes.',
    ],
    [
      'a table before its first run',
      { ...table, monitor: monitor() },
      undefined,
      'Watches the rows of shop.example/seeds, every hour; tells you when something changes.',
    ],
    [
      'a paused schedule in another time zone',
      { ...table, monitor: monitor(), schedule: { ...schedule, timeZone: 'Asia/Tokyo', isPaused: true } },
      1,
      'Watches 1 row of shop.example/seeds, every hour (Asia/Tokyo), paused; tells you when something changes.',
    ],
    [
      'a page',
      { ...pages('https://shop.example/a'), monitor: monitor(price, { type: 'textAppears', text: 'Sold out' }) },
      undefined,
      'Watches shop.example/a, only when you start it; tells you when “price” changes or the text “Sold out” appears.',
    ],
    [
      'a column of several pages',
      {
        ...pages('https://shop.example/a', 'https://shop.example/b'),
        monitor: monitor(
          { type: 'below', column: 'price', value: 9.5 },
          { type: 'changedBy', column: 'left', percent: 5 },
        ),
      },
      undefined,
      'Watches “price” and “left” on 2 pages, only when you start it; tells you when “price” falls below 9.5 or “left” changes by at least 5%.',
    ],
    [
      'a site, with many conditions',
      {
        kind: 'monitor',
        request: { targets: [{ type: 'crawl', url: 'https://shop.example/' }] },
        monitor: monitor(...Array.from({ length: 4 }, (): ChangeCondition => ({ type: 'newRow', contains: 'kettle' }))),
      },
      undefined,
      'Watches all pages of shop.example, only when you start it; tells you when one of 4 conditions is met.',
    ],
    [
      'a search, with a goal',
      {
        kind: 'monitor',
        request: { targets: [{ type: 'search', queries: ['kettles', 'pans'] }] },
        monitor: { ...monitor(), goal: 'New shops', judgeEnabled: true },
      },
      undefined,
      'Watches the results of the search “kettles” and “pans”, only when you start it; tells you when a change is relevant to the goal “New shops”.',
    ],
    [
      'a job that does not compare its runs',
      table,
      12,
      'Reads 12 rows of shop.example/seeds, every hour; does not compare its runs.',
    ],
  ])('describes %s', (_, job, rows, sentence) => {
    expect(watchSentence(job, rows)).toBe(sentence);
  });

  it('is in the display language', async () => {
    await showLanguage('de');
    expect(watchSentence({ ...table, monitor: monitor(price, { type: 'newRow' }) })).toBe(
      'Überwacht die Zeilen von shop.example/seeds, jede Stunde; gibt Bescheid, wenn „price“ sich ändert oder eine neue Zeile erscheint.',
    );
    expect(watchSentence({ ...table, monitor: monitor(price) }, 12)).toContain(
      '„price“ in 12 Zeilen von shop.example/seeds',
    );
  });
});
