import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const post = (author: string, day: string, words: string) =>
  `<div class="post"><p class="poster"><a class="username" href="#">${author}</a> <time datetime="${day}T09:12:30Z">${day}</time></p><div class="post-content">${words}</div></div>`;
const html = `<html><head><title>Loft hatch</title></head><body><main><h1>Loft hatch</h1>${post('mossy_kettle', '2026-01-08', 'It lets the cold in.')}${post('ladder_jane', '2026-01-10', 'Try a brush seal around it.')}</main></body></html>`;

it('reads the author and the date of the last post of a thread', () => {
  const schema = objectOf({
    last_post_author: { type: 'string' },
    last_post_date: { type: 'string', format: 'date' },
  });
  expect(readByRules(html, { schema }).data).toEqual({
    last_post_author: 'ladder_jane',
    last_post_date: '2026-01-10',
  });
});
