import { expect, it } from 'vitest';
import { wordSet, words } from '../../../core/common/values/words';

it('splits a list at white space, over several lines', () => {
  expect(words('\n  a abbr\n  br\n')).toEqual(['a', 'abbr', 'br']);
});

it('splits a list with commas only at the commas', () => {
  expect([...wordSet('\n  name of, link,\n  how to\n')]).toEqual(['name of', 'link', 'how to']);
});
