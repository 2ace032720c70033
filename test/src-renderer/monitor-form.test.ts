import { describe, expect, it } from 'vitest';
import type { ChangeCondition } from '../../core/common/monitor';
import { changeSentence } from '../../core/common/monitor-changes';
import { readText, watchHelp } from '../../src-renderer/composables/monitors/watch-words';
import { changedText, shownChange, verdictSentence } from '../../src-renderer/display/change-words';
import {
  conditionIssues,
  fromCondition,
  fromTarget,
  hasOptions,
  type TargetForm,
  targetIssue,
  toCondition,
  toTarget,
  valuesOf,
  withOptions,
  withType,
  withValues,
} from '../../src-renderer/schema/monitor-form';
import { tableKey } from '../../src-renderer/schema/watched-table';
import { showLanguage } from '../../src-renderer/texts/i18n';

it.each<ChangeCondition>([
  { type: 'changed', column: 'price' },
  { type: 'below', column: 'price', value: 40 },
  { type: 'above', column: 'price', value: -1.5 },
  { type: 'changedBy', column: 'price', percent: 10 },
  { type: 'newLow', column: 'price' },
  { type: 'newHigh', column: 'price' },
  { type: 'newRow' },
  { type: 'newRow', column: 'name', contains: 'Kettle' },
  { type: 'textAppears', text: 'Sold out' },
  { type: 'textDisappears', text: 'Sold out' },
])('keeps a condition as it is: %o', (condition) => {
  expect(toCondition(fromCondition(condition))).toEqual(condition);
  expect(conditionIssues([fromCondition(condition)])).toEqual({});
});

it('names wrong and missing parts of conditions', () => {
  const empty = { column: '', number: '', text: '' };
  expect(
    Object.keys(
      conditionIssues([
        { ...empty, type: 'below', number: 'forty' },
        { ...empty, type: 'above', column: 'price', number: '1e400' },
        { ...empty, type: 'changedBy', column: 'price', number: '0' },
        { ...empty, type: 'textAppears' },
        { ...empty, type: 'newRow' },
      ]),
    ),
  ).toEqual([
    'conditions.0.column',
    'conditions.0.number',
    'conditions.1.number',
    'conditions.2.number',
    'conditions.3.text',
  ]);
  expect(toCondition({ ...empty, type: 'below', column: ' price ', number: '39,5' })).toEqual({
    type: 'below',
    column: 'price',
    value: 39.5,
  });
});

it.each([
  { id: 'a', type: 'scrape', urls: ['https://example.com/'], scrapeOptions: { formats: ['html'], waitFor: 10 } },
  { id: 'b', type: 'crawl', url: 'https://example.com/', crawlOptions: { limit: 5 } },
  { id: 'c', type: 'search', queries: ['kettles', 'pans, cheap'], maxResults: 3, includeDomains: ['example.com'] },
])('keeps a target with all its options: $type', (target) => {
  expect(toTarget(fromTarget(target))).toEqual(target);
});

it('refuses targets without a page, with a wrong URL, and sites with two start pages', () => {
  const target = { rest: {} };
  expect(targetIssue({ ...target, type: 'search', lines: ' \n' })).toBe('Required.');
  expect(targetIssue({ ...target, type: 'scrape', lines: 'https://example.com\nno address' })).toMatch(/^no: /);
  expect(targetIssue({ ...target, type: 'crawl', lines: 'a.example.com b.example.com' })).toMatch(/one start page/);
  expect(targetIssue({ ...target, type: 'scrape', lines: 'example.com/news' })).toBeUndefined();
});

it('keeps a typed number or text of a condition only if it means the same for the new type', () => {
  const typed = { column: 'price', number: '40', text: 'red' };
  expect(withType({ type: 'below', ...typed }, 'above')).toEqual({ type: 'above', ...typed });
  expect(withType({ type: 'below', ...typed }, 'changedBy').number).toBe('');
  expect(withType({ type: 'below', ...typed }, 'changed')).toEqual({ type: 'changed', ...typed });
  expect(withType({ type: 'newRow', ...typed }, 'textAppears').text).toBe('');
  expect(withType({ type: 'textAppears', ...typed }, 'textDisappears').text).toBe('red');
});

it('says what a new monitor reads', () => {
  const help = (target: Partial<TargetForm>) =>
    watchHelp(undefined, [{ type: 'scrape', lines: 'a.test', rest: {}, ...target }]);
  expect(help({})).toContain('main text of the page.');
  expect(help({ lines: 'a.test\nb.test' })).toContain('main text of the pages.');
  expect(help(withValues({ type: 'scrape', lines: 'a.test', rest: {} }, ['price']))).toMatch(
    /main text of the page and these values: price\. Later/,
  );
  expect(help({ type: 'crawl' })).toContain('pages of the site');
  expect(help({ type: 'search' })).toContain('the search finds');
  expect(watchHelp({ request: {}, name: 'Seeds', columns: [] }, [])).toContain('all rows on all pages of the list');
});

it('summarizes what the first run read, with prices in their currency', () => {
  const columns = [{ column: 'price', low: '2.3', high: '3.9' }];
  const prices = new Map([['price', { currency: 'EUR' }]]);
  expect(readText({ columns }, 12, prices)).toBe('12 rows; price: €2.30 to €3.90');
  expect(readText({ columns: [], characters: 1240 }, 1, prices)).toBe('Main text, 1,240 characters');
  expect(readText({ columns: [{ column: 'price', low: '€ 4', high: '€ 4' }], characters: 9 }, 3, prices)).toBe(
    '3 pages; price: € 4; main text, 9 characters',
  );
});

it('identifies the rows of a table by its first column of unique names', () => {
  const rows = [
    { link: 'https://a.test/1', price: '€ 3', kind: 'pot', name: 'Fern' },
    { link: 'https://a.test/2', price: '€ 4', kind: 'pot', name: 'Ivy' },
  ];
  expect(tableKey(['link', 'price', 'kind', 'name'], rows)).toBe('name');
  expect(tableKey(['link', 'price', 'kind'], rows)).toBe('link');
  expect(tableKey(['price'], rows)).toBeUndefined();
});

it('recognizes options other than the values to read', () => {
  const target: TargetForm = { type: 'scrape', lines: 'a.test', rest: { id: 'a' } };
  expect([target, withValues(target, ['price'])].map(hasOptions)).toEqual([false, false]);
  expect(hasOptions(withOptions(target, { scrapeOptions: { mobile: true } }))).toBe(true);
  expect(withOptions(target, undefined)).toEqual(target);
});

it('sets the values to read, and keeps other formats and known fields', () => {
  const price = { type: 'number' };
  const json = { type: 'json', prompt: 'The offer', schema: { type: 'object', properties: { price, old: price } } };
  const target = fromTarget({ type: 'scrape', urls: [], scrapeOptions: { formats: ['html', json], mobile: true } });
  expect(valuesOf(target)).toEqual(['price', 'old']);
  const next = withValues(target, ['price', 'stock']);
  expect(next.rest.scrapeOptions).toEqual({
    mobile: true,
    formats: ['html', { ...json, schema: { type: 'object', properties: { price, stock: { type: 'string' } } } }],
  });
  expect(withValues(next, []).rest.scrapeOptions).toEqual({ mobile: true, formats: ['html'] });
});

it('words changes as notifications do', () => {
  const text = { key: 'https://example.com', column: 'text' };
  for (const line of [
    { key: 'Pan', after: 'Pan' },
    { key: 'Pan', before: 'Pan' },
    { key: 'Pan', column: 'price', before: '1', after: '2' },
    { ...text, before: 'Open.', after: 'Closed.' },
    ...[{ ...text, after: 'Closed' }, { ...text, before: 'Open' }, text],
  ])
    for (const total of [1, 2, 9])
      expect(verdictSentence({ changes: [line], total })).toBe(changeSentence([line], total));
});

it('shows numbers and prices of changes in the format of the display language', async () => {
  const change = { key: 'Pan', column: 'price', before: '3.2', after: '2.9' };
  const prices = new Map([['price', { currency: 'EUR' }]]);
  const row = JSON.stringify({ name: 'Pan', price: 3.2, weight: 0.5 });
  const shown = (known?: typeof prices) => [
    verdictSentence({ changes: [change], total: 1 }, known),
    changedText(shownChange(change, known).before),
    changedText(row, known),
  ];
  expect(shown()).toEqual(['price of Pan changed from 3.2 to 2.9.', '3.2', 'Pan · 3.2 · 0.5']);
  expect(shown(prices)).toEqual(['price of Pan changed from €3.20 to €2.90.', '€3.20', 'Pan · €3.20 · 0.5']);
  expect(shownChange({ key: 'u', column: 'text', before: '3.2' }, prices).before).toBe('3.2');
  expect(shownChange({ key: 'u', column: 'code', before: '007' }).before).toBe('007');
  await showLanguage('de');
  expect(shown()[1]).toBe('3,2');
  expect(shown(prices).slice(1)).toEqual(['3,20\u00a0€', 'Pan · 3,20\u00a0€ · 0,5']);
  expect(shown(prices)[0]).toContain('3,20\u00a0€');
  await showLanguage('en');
});

it('shows a whole row as its values', () => {
  const row = JSON.stringify({ name: 'Fern pot', price: null, stock: 'in stock', tags: ['new'] });
  expect(changedText(row)).toBe('Fern pot · in stock · new');
  expect([changedText(undefined), changedText('{x'), changedText('12')]).toEqual(['–', '{x', '12']);
});

describe('the columns of conditions', () => {
  const columns = ['price', 'Stock', 'stock'];
  const issuesOf = (column: string) => conditionIssues([{ type: 'changed', column, number: '', text: '' }], columns);

  it('match names in any case if the name is clear, and are refused if the list does not have them', () => {
    expect([issuesOf('Price'), issuesOf('stock')]).toEqual([{}, {}]);
    const issue = { 'conditions.0.column': 'The list has no column “cost”.' };
    expect(issuesOf('cost')).toEqual(issue);
    expect(Object.keys(issuesOf('STOCK'))).toEqual(Object.keys(issue));
  });
});
