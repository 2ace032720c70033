import { expect, it } from 'vitest';
import { isQuick, searchPattern, searchTexts } from '../../core/contract/search-pattern';

it.each([
  ['/blog/.*', 2000],
  ['^/a{3}[*+?]\\*\\p{L}', 2000],
  ['a?b', 100],
  ['(a)b+', 100],
  ['a*b*', 100],
  ['a|b|c+', 100],
  ['a*b*c*', 0],
  ['(?:a+)+$', 0],
  ['(?:ab){20}', 0],
  ['(a*)\\1', 0],
  ['(?<x>a*)\\k<x>', 0],
])('searches strings for %s without a time limit up to %d characters', (source, chars) => {
  const pattern = new RegExp(source, 'u');
  expect([isQuick(pattern, 'a'.repeat(chars)), isQuick(pattern, 'a'.repeat(chars + 1))]).toEqual([true, false]);
});

it('limits the time of searches', () => {
  const slow = `${'a'.repeat(60)}!`;
  expect(searchPattern(/(a+)+$/, slow)).toBeNull();
  expect(searchTexts(/(a+)+$/, ['b', slow], 100)).toBeUndefined();
  expect(searchTexts(/a/, ['b', 'a'], 100)).toEqual([false, true]);
});
