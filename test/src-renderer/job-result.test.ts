import { describe, expect, it } from 'vitest';
import { crawlMessages } from '../../core/common/engine-messages/crawl-messages';
import { jobMessages } from '../../core/common/engine-messages/job-messages';
import type { JobCounts, JobItem } from '../../src-renderer/api/job-types';
import { jobTitle, resultText, siteText } from '../../src-renderer/display/job-result';
import {
  asksForHigherLimit,
  leftText,
  reasonText,
  skippedText,
  storedText,
} from '../../src-renderer/display/job-words';
import { shownState } from '../../src-renderer/display/messages/job-state';
import { serviceOf } from '../../src-renderer/display/model-services';
import { runText, shownVerdict } from '../../src-renderer/display/state-words';

const counts = (done: number): JobCounts => ({ queued: 0, inFlight: 0, done, failed: 0, refused: 0, credits: done });
const textOf = (state: JobItem['state'], hasRows: boolean, done: number, rows?: number) =>
  resultText({ state, hasRows } as JobItem, counts(done), rows);

describe('the heading of a job', () => {
  it.each([
    ['counts rows and pages', textOf('completed', true, 3, 60), '60 rows from 3 pages'],
    ['counts a single row', textOf('completed', true, 1, 1), '1 row from 1 page'],
    ['counts pages without rows', textOf('completed', false, 12), '12 pages'],
    ['does not guess rows that are not read yet', textOf('completed', true, 3), '3 pages'],
    ['says that nothing was found', textOf('completed', true, 5, 0), 'Nothing found on 5 pages'],
    ['says that a running job continues', textOf('active', true, 2, 40), '40 rows from 2 pages so far'],
    ['says that a paused job continues', textOf('paused', false, 1), '1 page so far'],
    ['counts the pages of a failed job', textOf('failed', false, 0), '0 pages'],
  ])('%s', (_, text, expected) => {
    expect(text).toBe(expected);
  });
});

it('names the most frequent reasons why pages were skipped', () => {
  const refused = (reason: string, count: number) => ({ state: 'refused' as const, reason, count });
  const reasons = [
    refused('robots', 2),
    refused('external', 1200),
    { ...refused('SCRAPE_TIMEOUT', 9), state: 'failed' as const },
  ];
  expect(skippedText(reasons)).toBe('On another site (1,200) · Disallowed by robots.txt (2)');
  const rare = [refused('social', 1), refused('depth', 1), refused('file-type', 1), refused('exclude', 1)];
  expect(skippedText([...reasons, ...rare])).toMatch(/ · Other reasons \(2\)$/);
  expect(skippedText([])).toBe('');
});

describe('how long the results of a job are stored', () => {
  const finishedAt = '2026-11-28T17:00:00.000Z';
  const expiry = Date.parse('2026-11-29T17:00:00.000Z');

  it('names the time, or that the results are kept', () => {
    expect(storedText({ finishedAt })).toMatch(/^Kept until Nov.(?:29|30),/);
    expect(storedText({})).toBe('Results are deleted 24\u00a0hours after the end of the job');
    expect(storedText({ finishedAt, keptBy: 'person' })).toBe('Kept until you delete the job');
    expect(storedText({ finishedAt, keptBy: 'saved job' })).toBe('Kept as one of the latest runs of a saved job');
  });

  it('is shown in lists shortly before the results are deleted', () => {
    expect(leftText({ finishedAt }, expiry - 4 * 3_600_000)).toBeUndefined();
    expect(leftText({ finishedAt }, expiry - 2.5 * 3_600_000)).toBe('2\u00a0hours');
    expect(leftText({ finishedAt }, expiry - 90_500)).toBe('1\u00a0min');
    expect(leftText({ finishedAt, keptBy: 'person' }, expiry)).toBeUndefined();
    expect(leftText({}, expiry)).toBeUndefined();
  });
});

describe('the name of a job in a list', () => {
  const url = 'https://www.shop.example/lamps/';
  const firstPage = { url, title: 'All lamps' };

  it.each([
    ['is the address until a page is done', { url }, { name: 'shop.example/lamps' }],
    [
      'is the title of the first page, with its address',
      { url, firstPage },
      { name: 'All lamps', address: 'shop.example/lamps' },
    ],
    [
      'counts the other pages of a batch',
      { url: 'https://shop.example/seeds', count: 3, firstPage },
      { name: 'All lamps and 2 more', address: 'shop.example/lamps and 2 more' },
    ],
    [
      'starts with the name of the saved job',
      { url, savedName: 'Prices', firstPage },
      { name: 'Prices · All lamps', address: 'shop.example/lamps' },
    ],
    [
      'does not repeat an address as a name',
      { url, savedName: 'shop.example/lamps 2' },
      { name: 'shop.example/lamps' },
    ],
    ['is the query of a search', { url: 'warm lamps', firstPage }, { name: 'warm lamps' }],
  ])('%s', (_, job, expected) => {
    expect(jobTitle(job)).toEqual(expected);
  });
});

it('finds the warnings that ask for a higher limit', () => {
  const asking = Object.entries({ ...crawlMessages, ...jobMessages }).filter(([, text]) => asksForHigherLimit(text));
  expect(asking.map(([key]) => key)).toEqual(['crawl.limit', 'extract.moreUrls', 'table.morePages']);
});

describe('a completed job', () => {
  const job = (progress: Partial<JobCounts>, facts: Partial<JobItem> = {}) =>
    ({ state: 'completed', hasRows: false, progress: { ...counts(0), ...progress }, ...facts }) as JobItem;

  it.each([
    ['has no results if all pages failed', job({ failed: 2 }), 'noResults', 'No results from 2 pages'],
    [
      'has no results if all pages are error pages',
      job({ done: 3 }, { errorPages: 3 }),
      'noResults',
      'No results from 3 pages',
    ],
    ['has no results if all pages were refused', job({ refused: 1 }), 'noResults', 'No results'],
    ['is done if one page succeeded', job({ done: 3, failed: 1 }, { errorPages: 2 }), 'completed', '3 pages'],
    [
      'is done if it has rows',
      job({ done: 1 }, { errorPages: 1, rows: 4, hasRows: true }),
      'completed',
      '4 rows from 1 page',
    ],
    ['is done if it read no pages', job({}), 'completed', '0 pages'],
    ['stays failed', job({ failed: 1 }, { state: 'failed' }), 'failed', '0 pages'],
  ])('%s', (_, shown, state, heading) => {
    expect(shownState(shown)).toBe(state);
    expect(resultText(shown, shown.progress!, shown.rows)).toBe(heading);
  });
});

it('names neither rows nor an unchanged verdict for a run without results', () => {
  const run = { number: 1, id: '1', at: '', startedBy: 'person', state: 'completed', rows: 1 } as const;
  const verdict = { kind: 'same', added: 0, removed: 0, changed: 0 } as const;
  expect([runText({ ...run, verdict }), shownVerdict({ ...run, verdict })]).toEqual(['1 row', verdict]);
  const empty = { ...run, hasNoResults: true };
  expect([runText({ ...empty, verdict }), shownVerdict({ ...empty, verdict })]).toEqual(['', undefined]);
  expect(shownVerdict({ ...empty, verdict: { ...verdict, kind: 'changed' } })?.kind).toBe('changed');
});

it.each([
  ['https://www.example.com/', 'example.com'],
  ['http://127.0.0.1:3000/shop?page=2', '127.0.0.1:3000/shop?page=2'],
])('shortens %s to %s', (url, short) => {
  expect(siteText(url)).toBe(short);
});

it.each([
  ['openai-compatible', 'http://127.0.0.1:11434/v1/', 'ollama'],
  ['openai-compatible', 'https://models.example.com/v1', 'other'],
  ['anthropic', '', 'anthropic'],
  ['some-plugin', 'https://models.example.com', undefined],
])('finds the service of %s at "%s"', (plugin, url, service) => {
  expect(serviceOf(plugin, url)?.id).toBe(service);
});

it.each([
  ['robots', 'Disallowed by robots.txt'],
  ['SCRAPE_TIMEOUT', 'The page took too long'],
  ['trap-calendar', 'Possible crawler trap (calendar)'],
  ['NEW_CODE', 'NEW_CODE'],
])('says the reason %s in words', (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
