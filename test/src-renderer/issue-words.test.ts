import { afterEach, expect, it } from 'vitest';
import { fieldName, issueText } from '../../src-renderer/display/issue-words';
import { showLanguage } from '../../src-renderer/texts/i18n';

afterEach(() => showLanguage('en'));

const request = {
  url: 'https://example.com',
  urls: ['https://a.example', 'b'],
  headers: { 'User-Agent': 1 },
  formats: ['markdown', { type: 'json', schema: {} }, 'highlights'],
  actions: [{ type: 'click', selector: 'a' }, { type: 'wait' }, { type: 'click' }],
  scrapeOptions: { formats: [{ type: 'query' }] },
  fields: [{ name: 'price', type: 'number', sources: [{ selector: '' }] }],
};

it.each([
  ['', 'Request'],
  ['url', 'URL'],
  ['formats.2.query', 'Formats · Highlights · Query'],
  ['scrapeOptions.formats.0.prompt', 'Every page · Formats · Query · Prompt'],
  ['actions.1.milliseconds', 'Actions · Wait · Milliseconds'],
  ['actions.2.selector', 'Actions · 3. Click · Selector'],
  ['headers.User-Agent', 'Headers · User-Agent'],
  ['urls.1', 'URLs 2'],
  ['fields.0.sources.0.selector', 'Fields · price · Sources 1 · Selector'],
  ['formats.2', 'Formats 3'],
  ['formats.9.query', 'Formats 10 · Query'],
])('names the field at "%s" as the form does: %s', (path, name) => {
  expect(fieldName(path, request)).toBe(name);
});

it('names a field without a known request by its number', () => {
  expect(fieldName('formats.2.query')).toBe('Formats 3 · Query');
});

it('names a field in the display language', async () => {
  await showLanguage('de');
  expect(fieldName('actions.0.selector', request)).toBe('Aktionen · 1. Klicken · Selektor');
});

it('says what a member of a union lacks', () => {
  const member = { code: 'too_small', minimum: 1, origin: 'string', message: 'Too small: expected string' };
  const other = { code: 'invalid_type', expected: 'array', message: 'Invalid input: expected array' };
  expect(issueText({ code: 'invalid_union', message: member.message, errors: [[other], [member]] })).toBe('Required.');
});

it.each([
  'Invalid URL.',
  'Invalid URL: the host must have a valid top-level domain.',
  'Invalid URL: it has two protocols.',
  'Invalid url',
])('says "%s" in the words of the form', (message) => {
  expect(issueText({ code: 'custom', message })).toBe('Not a web address; try something like example.com.');
});

it('keeps the messages of other rules', () => {
  expect(issueText({ code: 'custom', message: 'A recipe needs a field.' })).toBe('A recipe needs a field.');
});
