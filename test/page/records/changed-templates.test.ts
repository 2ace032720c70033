import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const address = 'https://shop.example/lamps';
const lamps = Array.from({ length: 20 }, (_, at) => at + 1);
const page = (body: string) =>
  `<!doctype html><html><head><title>Lamps</title></head><body><header><a href="/">Shop</a></header><main><h1>Lamps</h1>${body}</main><footer><p>All prices with tax.</p></footer></body></html>`;
const grid = (card: (at: number) => string) => page(`<div class="grid">${lamps.map(card).join('')}</div>`);
const card = (at: number) =>
  `<article class="card x${at}a9q"><a class="photo" href="/p/${at}"><img src="/i/${at}.jpg" alt=""></a><h3 class="title"><a href="/p/${at}">Lamp ${at}</a></h3><span class="price">€ ${at * 3}.50</span><span class="stock">${at + 2} in stock</span></article>`;

const first = parseDocument(grid(card));
const price = findElement(first, ({ attribs }) => attribs.class === 'price')!;
const request = { picks: [price], without: [], level: 0, single: false, name: 'lamps' };
const { recipe } = buildTable({ document: first, address }, request);
const read = (html: string) => tableOfRecipe({ document: parseDocument(html), address }, recipe!);

/** Changed versions of the page: with a different template, or without a list. */
const changes: Readonly<Record<string, string>> = {
  'classes are renamed and fields moved': grid(
    (at) =>
      `<article class="tile"><div class="top"><em class="cost">€ ${at * 3}.50</em></div><div class="sub"><b>Lamp ${at}</b></div></article>`,
  ),
  'the list is empty': page('<div class="grid"></div><p>Nothing was found.</p>'),
  'cards become rows of a table': page(
    `<table>${lamps.map((at) => `<tr><td>Lamp ${at}</td><td>€ ${at * 3}.50</td></tr>`).join('')}</table>`,
  ),
  'prices are in another currency': grid((at) => card(at).replace('€', '$')),
  'is behind a login': page(
    '<form><h2>Sign in</h2><label>Mail <input type="email"></label><label>Password <input type="password"></label><button>Sign in</button></form>',
  ),
  'the page is gone, with status 200': page('<h2>Page not found</h2><p>We could not find what you looked for.</p>'),
  'prices are shown on request': grid((at) => card(at).replace(/€ [\d.]+/, 'Price on request')),
  'titles are only in attributes': grid((at) =>
    card(at).replace(
      /<h3 class="title"><a href="([^"]*)">([^<]*)<\/a><\/h3>/,
      '<a class="cover" href="$1" aria-label="$2"></a>',
    ),
  ),
  'cards are placeholders that a script fills': grid(
    () =>
      '<article class="card"><div class="photo"></div><h3 class="title"></h3><span class="price"></span><span class="stock"></span></article>',
  ),
  'one card is left, the others are a link to all': page(
    `<div class="grid">${card(1)}</div><a href="/all">See all lamps</a>`,
  ),
};

describe('a recipe reports a changed template when', () => {
  it.each(Object.entries(changes))('%s', (_, html) => {
    const { result, warnings } = read(html);
    expect(result?.changed === true || result?.missing.length || result?.otherCurrencies).toBeTruthy();
    expect(warnings).not.toEqual([]);
  });
});

describe('a recipe reports nothing when', () => {
  it.each([
    ['nothing has changed', grid(card)],
    ['hashes are others', grid((at) => card(at).replace(/x\d+a9q/, `y${at}b7k`))],
    [
      'advertisements and boxes stand between the cards',
      grid((at) => `${card(at)}${at % 4 === 0 ? '<aside class="ad"><p>Buy now, pay later.</p></aside>' : ''}`).replace(
        '<main>',
        '<main><div class="notice">We are moving.</div>',
      ),
    ],
    ['there are fewer products, at other prices', grid((at) => (at > 12 ? '' : card(at).replace('.50', '.90')))],
    [
      'some products have no stock',
      grid((at) => (at % 5 ? card(at) : card(at).replace(/<span class="stock">.*?<\/span>/, ''))),
    ],
  ])('%s', (_, html) => {
    const { result, warnings } = read(html);
    expect([result?.changed, result?.missing, result?.otherCurrencies, warnings]).toEqual([false, [], undefined, []]);
  });
});
