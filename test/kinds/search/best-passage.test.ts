import { expect, it } from 'vitest';
import { bestPassage } from '../../../core/kinds/search/best-passage';

const page = `# Kettles

Kettles have been sold in this street for a hundred years.

The [copper kettle](https://a.example/k) holds **two litres** and costs 49 euros.

Our shop is open on weekdays.`;

it('finds the paragraph that matches the query best, as plain text', () => {
  expect(bestPassage(page, 'price of copper kettles site:a.example')).toBe(
    'The copper kettle holds two litres and costs 49 euros.',
  );
  expect(bestPassage(page, 'open weekday')).toBe('Our shop is open on weekdays.');
});

it('finds nothing when no word fits', () => {
  expect(bestPassage(page, 'zeppelin')).toBeUndefined();
  expect(bestPassage('', 'kettle')).toBeUndefined();
});

it('cuts a long paragraph around the words', () => {
  const long = `${'Nothing is said here of it at all. '.repeat(40)}The zeppelin lands at noon. ${'More. '.repeat(50)}`;
  const passage = bestPassage(long, 'zeppelin') ?? '';
  expect(passage).toMatch(/^The zeppelin lands at noon\./);
  expect(passage.length).toBeLessThanOrEqual(401);
});
