import { expect, it } from 'vitest';
import { type ChangeLine, changeSentence } from '../../../core/common/monitor-changes';
import { diffText } from '../../../core/contract/text-diff';
import { changeCount, changeLines } from '../../../core/jobs/monitors/change-lines';

const none = { changed: [], added: [], removed: [] };
const news = 'https://example.com/news';

it.each<[ChangeLine, string]>([
  [{ key: 'Kettle', column: 'price', before: '€ 49', after: '€ 39' }, 'price of Kettle changed from € 49 to € 39.'],
  [
    { key: news, column: 'text', before: 'Open', after: 'Closed' },
    `The text of ${news} changed from “Open” to “Closed”.`,
  ],
  [{ key: news, column: 'text', after: 'Closed' }, `The text of ${news} now contains “Closed”.`],
  [{ key: news, column: 'text', before: 'Open' }, `The text of ${news} no longer contains “Open”.`],
  [{ key: news, column: 'text' }, `The text of ${news} changed.`],
  [{ key: 'Pan', after: 'Pan, 12' }, 'New: Pan.'],
  [{ key: 'Pan', before: 'Pan, 12' }, 'Removed: Pan.'],
])('puts a change into words: %o', (line, sentence) => {
  expect(changeSentence([line], 1)).toBe(sentence);
});

it('names the first of several changes, and counts the others', () => {
  const line = { key: 'Pan', after: 'Pan' };
  expect(changeSentence([line], 2)).toBe('New: Pan, and 1 more change.');
  expect(changeSentence([line], 9)).toBe('New: Pan, and 8 more changes.');
  expect(changeSentence([], 0)).toBeUndefined();
});

it('pairs the changed lines of a page, without its moved lines', () => {
  const diff = '--- previous\n+++ current\n@@ -1,3 +1,3 @@\n-Home\n-Open today\n+Closed today\n+Home\n';
  expect(changeLines({ ...none, changed: [{ key: news, cells: [], diff }] }, 'url')).toEqual([
    { key: news, column: 'text', before: 'Open today', after: 'Closed today' },
  ]);
});

it('reads changed lines that look like the header of a diff', () => {
  const { text: diff } = diffText('-- Sale 1\nOpen', '-- Sale 2\n++ New\nOpen');
  expect(changeLines({ ...none, changed: [{ key: news, cells: [], diff }] }, 'url')).toEqual([
    { key: news, column: 'text', before: '-- Sale 1', after: '-- Sale 2' },
    { key: news, column: 'text', after: '++ New' },
  ]);
});

it('lists a page whose lines were only moved, without values', () => {
  const diff = '@@ -1,2 +1,2 @@\n-Home\n Open\n+Home\n';
  expect(changeLines({ ...none, changed: [{ key: news, cells: [], diff }] }, 'url')).toEqual([
    { key: news, column: 'text' },
  ]);
});

it('shortens long values and lists, and counts all changes', () => {
  const added = Array.from({ length: 40 }, (_, index) => ({ name: `${'long '.repeat(60)}${index}`, price: index }));
  const lines = changeLines({ ...none, added }, 'name');
  expect(lines).toHaveLength(6);
  expect(lines[0]?.key).toHaveLength(120);
  const cells = [{ column: 'price', before: 1, after: null }];
  expect(changeLines({ ...none, changed: [{ key: 'Pan', cells }] }, 'name')).toEqual([
    { key: 'Pan', column: 'price', before: '1', after: '–' },
  ]);
  expect(changeCount({ ...none, added, changed: [{ key: 'Pan', cells }] })).toBe(41);
});
