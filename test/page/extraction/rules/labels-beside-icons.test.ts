import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const page = (content: string, lang = 'en') =>
  `<html lang="${lang}"><head><title>The Salt Year</title></head><body><main><h1>The Salt Year</h1>${content}<p>The book tells of a clerk who finds that the sums of his master are too good to be true.</p></main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('an icon', () => {
  const icons =
    '<aside><span><span class="icon" title="Last update"></span><span>June 28, 2024</span></span><span><span class="icon" title="Created"></span><span>November 2, 2021</span></span></aside>';

  it('labels the text beside it with its title', () => {
    expect(read(page(icons), { last_updated: day })).toEqual({ last_updated: '2024-06-28' });
  });

  it('does not label the date of a release', () => {
    expect(read(page(icons), { release_date: day })).toEqual({});
  });

  it('labels the text of its own element with its spoken name', () => {
    const html = page('<ul><li aria-label="Difficulty">medium</li><li aria-label="Favourite">yes</li></ul>');
    expect(read(html, { difficulty: text })).toEqual({ difficulty: 'medium' });
  });
});

describe('a button', () => {
  it('states the number of comments and likes in its spoken name', () => {
    const html = page(
      '<div><a role="button" aria-label="Like (214)">214</a> <a role="button" aria-label="View comments (37)">37</a></div><div class="comment"><p>Good.</p><a>1 reply by Callum</a></div>',
    );
    const count = { type: 'number' };
    expect(read(html, { likes: count, comments: count })).toEqual({ likes: 214, comments: 37 });
  });
});

describe('a date above its label', () => {
  it('is the date of the last change', () => {
    const html = page(
      '<ul class="meta"><li><time datetime="2024-02-05">5 februari 2024</time></li><li>Uppdaterad</li></ul>',
      'sv',
    );
    expect(read(html, { updated: day })).toEqual({ updated: '2024-02-05' });
  });
});

describe('the author of a review', () => {
  const html = page(
    '<div>May 3, 2024&nbsp;·&nbsp;5 min&nbsp;·&nbsp;Tamsin Orde&nbsp;|&nbsp;<a href="/edit">Suggest Changes</a></div><table><tr><td>Written by</td><td>Ignatius Fell</td></tr></table>',
  );

  it('is the name among the facts below the headline', () => {
    expect(read(html, { reviewer: text, book_author: text })).toEqual({
      reviewer: 'Tamsin Orde',
      book_author: 'Ignatius Fell',
    });
  });
});

describe('the author of a thread', () => {
  it.each([
    ['en', 'Started by salt_fan, May 3, 2024'],
    ['pl', 'Zaczęty przez salt_fan, 3 maja 2024, 10:40'],
    ['de', 'Gestartet von salt_fan'],
  ])('in %s is the user name after a phrase', (lang, line) => {
    expect(read(page(`<p>${line}</p>`, lang), { author: text })).toEqual({ author: 'salt_fan' });
  });
});
