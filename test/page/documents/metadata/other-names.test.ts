import { describe, expect, it } from 'vitest';
import { extractMetadata } from '../../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = '<p>Rivers rise in spring when the snow melts, and towns along them build walls of sand.</p>'.repeat(4);
const wrap = (before: string, after: string, attributes = '') =>
  `<html><head><title>Rivers in spring</title></head><body${attributes}>${before}<article><h1>Rivers in spring</h1>${text}${after}</article></body></html>`;
const authorsIn = (html: string) => [
  extractMetadata(parseHtml(html).document, { url: 'https://site.example/rivers' }).author,
  (readByRules(html, { schema: objectOf({ author: { type: 'string' } }) }).data as { author?: string }).author,
];
const works =
  '<ul><li><a href="https://other.example/">We have a problem</a> by Nolan Lawson</li><li><a href="https://third.example/">Floods of the north: a history</a> by Ada Holm</li></ul>';
const menu = (items: readonly string[], mark = '') =>
  `<ul>${items.map((item) => `<li><a href="/${item}">${mark}${item}</a></li>`).join('')}</ul>`;

const card = (name: string, title: string, head = 'h3') =>
  `<div class="card"><a href="/${name}"><${head}>${title}</${head}></a><p>By ${name}</p></div>`;
const cards = card('Jane Doe', 'A story of the north') + card('Joe Bloggs', 'A second story');
const listed =
  '<ul><li><a href="/1">A story of the north</a><span class="byline">By Ada Holm</span></li><li><a href="/2">A second story here</a></li></ul>';

describe('an author is not read from', () => {
  it.each(['See also', 'Related articles', 'Further reading', 'Siehe auch', 'Voir aussi', 'References'])(
    'a list of other works below "%s"',
    (heading) => {
      expect(authorsIn(wrap('', `<h2>${heading}</h2>${works}`))).toEqual([undefined, undefined]);
    },
  );

  it.each([
    ['cards of other works after the text', wrap('', cards)],
    ['cards of other works before the headline', wrap(cards, '')],
    ['a single card', wrap('', card('Jane Doe', 'A story of the north'))],
    ['the most popular works', wrap(`<div><h4>Popular</h4>${listed}</div>`, '')],
    ['comments', wrap('', '<section><h2>Comments (1)</h2><div><b>By Max Muster</b><p>Nice.</p></div></section>')],
    ['a list of other works without a heading', wrap('', works)],
    ['a quotation', wrap('', '<blockquote>Water is the driver of nature.<cite>by Leonardo</cite></blockquote>')],
    ['a testimonial', wrap('', '<div class="testimonial"><p>A great guide.</p><p class="author">Max Muster</p></div>')],
    ['a link to the start page', wrap('<div class="author"><a href="/">Home</a></div>', '')],
    ['a link with the address of an author', wrap('<a href="/author/home" rel="author">Home</a>', '')],
    [
      'a menu with icons of pens',
      wrap(menu(['Writing Content', 'Themes', 'Plugins'], '<i class="icon-pencil author"></i>'), ''),
    ],
    ['breadcrumbs', wrap('<div class="breadcrumbs">By <a href="/">Start</a> › <a href="/r">Nature</a></div>', '')],
    [
      'a page of which the whole is marked',
      wrap('<ul><li><a href="/">Nature</a></li></ul>', '', ' class="author-box byline"'),
    ],
  ])('%s', (_, html) => {
    expect(authorsIn(html)).toEqual([undefined, undefined]);
  });

  it.each([
    ['near the headline', wrap('', works).replace('</h1>', '</h1><p>By Ada Stone</p>')],
    [
      'below a headline linked to the page itself',
      wrap(card('Ada Stone', 'Rivers in spring', 'h2'), '').replace(/<h1>.*?<.h1>/, '<h1>My log</h1>'),
    ],
    ['at the end of the text', wrap('', '<p>Written by Ada Stone</p>')],
    [
      'after a list of other works',
      wrap(
        '',
        `<h3>See also</h3>${works}<h2>About the author</h2><p>Written by <a rel="author" href="/author/ada">Ada Stone</a></p>`,
      ),
    ],
  ])('other places than a byline %s', (_, html) => {
    expect(authorsIn(html)[0]).toBe('Ada Stone');
  });
});
