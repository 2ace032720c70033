import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../core/common/recipe';
import { recipeSchema } from '../../../core/contract/recipe-file';
import { skippedSentences } from '../../../core/page/recipes/read-recipe';
import { readBy, recipeOf } from './read';

const card = (name: string, price: string, more = '') =>
  `<li class="card"><h3><a href="/p/${name.toLowerCase()}">${name}</a></h3><b class="cost">${price}</b>${more}</li>`;
const page = (body: string) => `<!doctype html><title>Shop</title><main>${body}</main>`;
const listing = recipeOf(
  [
    { name: 'name', type: 'text', sources: [{ selector: 'h3' }], required: true },
    { name: 'offer/price', type: 'price', sources: [{ selector: '.price' }, { selector: '.cost' }] },
    { name: 'url', type: 'link', sources: [{ selector: 'h3 a' }], key: true },
    { name: 'shop', type: 'text', of: 'page', sources: [{ selector: 'title' }] },
  ],
  {
    records: { selector: 'li.card', name: 'products' },
    next: 'a[rel=next]',
    health: { pages: 3, fill: { name: 1, 'offer/price': 1, url: 1 }, rows: 2 },
  },
);

describe('a recipe for a list', () => {
  it('reads nested records as separate rows, each without its nested ones', () => {
    const post = (id: number, inner = '') =>
      `<li class="post"><b>writer ${id}</b>${id === 2 ? '' : `<p>text ${id}</p>`}<ul>${inner}</ul></li>`;
    const fields: Recipe['fields'] = [
      { name: 'author', type: 'text', sources: [{ selector: 'b' }] },
      { name: 'text', type: 'text', sources: [{ selector: 'p' }] },
    ];
    const html = page(`<ul>${post(1, post(2, post(3)))}${post(4)}</ul>`);
    const read = (nested?: boolean) =>
      readBy(recipeOf(fields, { records: { selector: '.post', nested } }), html).result.rows;
    expect(read(true)).toEqual(
      [1, 2, 3, 4].map((id) => ({ author: `writer ${id}`, text: id === 2 ? null : `text ${id}` })),
    );
    expect(read()).toHaveLength(2);
  });

  it('reads values in the siblings that a selector reaches from a record, and in no later ones', () => {
    const fields = ['dd', 'dd > b', 'dd + dd:nth-child(3n)', 'dd i'].map((at, number) => ({
      name: `value${number}`,
      type: 'text' as const,
      sources: [{ selector: `:scope + ${at}` }],
    }));
    const html = page('<dl><dt>A<dd>one <b>1</b><dd>two<dt>B<dd>three <b>3</b><dd><i>four</i></dl>');
    expect(readBy(recipeOf(fields, { records: { selector: 'dt' } }), html).result.rows).toEqual([
      { value0: 'one 1', value1: '1', value2: 'two', value3: null },
      { value0: 'three 3', value1: '3', value2: 'four', value3: null },
    ]);
  });

  it('reads `href` and `src` as absolute URLs for every type', () => {
    const of = (attribute: string) => [{ selector: `[${attribute}]`, attribute }];
    const recipe = recipeOf([
      { name: 'href', type: 'text', sources: of('href') },
      { name: 'src', type: 'text', sources: of('src') },
      { name: 'file', type: 'text', sources: [{ ...of('href')[0], pattern: '[^/]+$' }] },
    ]);
    const html = page('<a href="more/list.zip">list</a><img src="/i/1.png">');
    const [row] = readBy(recipe, html, 'https://shop.example/files/').result.rows;
    const at = 'https://shop.example';
    expect(row).toEqual({ href: `${at}/files/more/list.zip`, src: `${at}/i/1.png`, file: 'list.zip' });
  });

  it('resolves a relative link that looks like a host name', () => {
    const recipe = recipeOf([{ name: 'file', type: 'link', sources: [{ selector: 'a' }] }], {
      records: { selector: 'li' },
    });
    const html = page('<ul><li><a href="list.zip">list.zip</a></li><li><a href="https://list.zip/">site</a></li></ul>');
    const { rows } = readBy(recipe, html, 'https://shop.example/files/').result;
    expect(rows).toEqual([{ file: 'https://shop.example/files/list.zip' }, { file: 'https://list.zip/' }]);
  });

  it('returns typed rows, the source of each value, and the next page', () => {
    const html = page(
      `<ul>${card('Kettle', '1.299,00 €')}${card('Pan', '€ 35')}</ul><a rel="next" href="?page=2">Next</a>`,
    );
    expect(readBy(listing, html)).toMatchObject({
      fits: true,
      warnings: [],
      result: {
        name: 'things',
        rows: [
          { name: 'Kettle', offer: { price: 1299 }, url: 'https://shop.example/p/kettle', shop: 'Shop' },
          { name: 'Pan', offer: { price: 35 }, url: 'https://shop.example/p/pan', shop: 'Shop' },
        ],
        fill: { name: 1, 'offer/price': 1, url: 1, shop: 1 },
        fallbacks: [{ field: 'offer/price', source: 2, rows: 2 }],
        missing: [],
        changed: false,
        nextPage: 'https://shop.example/p/kettle?page=2',
      },
    });
  });

  it('excludes and counts rows without a required field and repeated rows', () => {
    const html = page(
      `<ul>${card('Kettle', '9 €')}${card('Kettle', '8 €')}<li class="card"><b class="cost">1 €</b></li></ul>`,
    );
    const { result, skipped } = readBy(listing, html);
    expect(result.rows).toEqual([expect.objectContaining({ name: 'Kettle', offer: { price: 9 } })]);
    expect(skippedSentences(listing, skipped)).toEqual([
      'Recipe "things": 1 row without name was excluded.',
      'Recipe "things": 1 row with the url of an earlier row was excluded.',
    ]);
  });

  it('returns null for a missing value, and warns when a usual field is missing', () => {
    const { result, warnings } = readBy(listing, page(`<ul>${card('Kettle', 'Ask 2 of us')}${card('Pan', '')}</ul>`));
    expect(result.rows.map(({ offer }) => offer)).toEqual([{ price: null }, { price: null }]);
    expect(result).toMatchObject({ missing: ['offer/price'], changed: false });
    expect(warnings).toEqual([
      'Recipe "things": fewer values than usual (shares in parentheses) were found for offer/price (100%).',
    ]);
  });

  it('warns of a changed template when the records are missing', () => {
    const { result, warnings } = readBy(listing, page('<div class="tile"><h4>Kettle</h4></div>'));
    expect(result).toMatchObject({ rows: [], missing: ['name', 'offer/price', 'url'], changed: true });
    expect(warnings.at(-1)).toBe(
      'The template of the page seems to have changed; let Gleaner learn the recipe "things" again.',
    );
  });
});

describe('a recipe for single pages', () => {
  const product = {
    '@type': 'Product',
    name: 'Kettle',
    offers: { price: '49.90', availability: 'https://schema.org/InStock' },
  };
  const html = `<title>Kettle</title><script type="application/ld+json">${JSON.stringify(product)}</script>
<main><h1>Kettle</h1><p class="price">now 39,90 €</p><p class="now">39.90 EUR</p>
<table><tr><th>Article number</th><td>K-1</td></tr><tr><th>Weight</th><td>2</td></tr></table>
<p class="tag">blue</p><p class="tag">tin</p><p class="by">12</p><p class="by">13</p><time datetime="2026-03-01">1 March</time></main>`;

  it('reads markup, labels, attributes, lists, choices and the URL', () => {
    const recipe = recipeOf([
      { name: 'price', type: 'price', sources: [{ markup: 'Product', path: 'offers.price' }] },
      { name: 'sku', type: 'code', sources: [{ label: 'article number' }] },
      { name: 'tags', type: 'text', list: true, sources: [{ selector: '.tag' }] },
      { name: 'day', type: 'date', sources: [{ selector: 'time', attribute: 'datetime' }] },
      {
        name: 'stock',
        type: 'choice',
        choices: ['InStock', 'OutOfStock'],
        sources: [{ markup: 'product', path: 'offers.availability' }],
      },
      { name: 'slug', type: 'text', sources: [{ address: true, pattern: '/p/([^/?]+)' }] },
    ]);
    expect(readBy(recipe, html).result.rows).toEqual([
      { price: 49.9, sku: 'K-1', tags: ['blue', 'tin'], day: '2026-03-01', stock: 'InStock', slug: 'kettle' },
    ]);
  });

  it('treats a slow search for a pattern as no match', () => {
    const fields: Recipe['fields'] = [
      { name: 'exponential', type: 'text', sources: [{ selector: 'b', pattern: '^(a+)+$' }] },
      { name: 'cubic', type: 'text', sources: [{ selector: 'b', pattern: 'a*a*z' }] },
      { name: 'quick', type: 'text', sources: [{ selector: 'b', pattern: '!\\d' }], required: true },
    ];
    const rows = Array.from({ length: 9 }, (_, row) => `<p><b>${'a'.repeat(900)}!${row}</b></p>`).join('');
    const started = performance.now();
    const { result } = readBy(recipeOf(fields, { records: { selector: 'p' } }), page(rows));
    expect(result.rows).toEqual(
      Array.from({ length: 9 }, (_, row) => ({ exponential: null, cubic: null, quick: `!${row}` })),
    );
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('uses the value of most sources, and warns that they disagree', () => {
    const sources = [{ markup: 'product', path: 'offers.price' }, { selector: '.price' }, { selector: '.now' }];
    const { result, warnings } = readBy(recipeOf([{ name: 'price', type: 'price', sources }]), html);
    expect(result.rows).toEqual([{ price: 39.9 }]);
    expect(result.fallbacks).toEqual([{ field: 'price', source: 2, rows: 1 }]);
    expect(warnings).toEqual([expect.stringContaining('the sources of a value disagree: price (39.9, 49.9)')]);
  });

  it('reads nothing when a unique selector matches different values', () => {
    const by = (unique: boolean) =>
      recipeOf([{ name: 'count', type: 'integer', sources: [{ selector: '.by', unique }] }]);
    expect(readBy(by(true), html).result.rows).toEqual([]);
    expect(readBy(by(false), html).result.rows).toEqual([{ count: 12 }]);
  });

  it('does not read a page with another URL', () => {
    const recipe = recipeOf([{ name: 'name', type: 'text', sources: [{ selector: 'h1' }] }], {
      pages: ['https://shop.example/p/*'],
    });
    expect(readBy(recipe, html, 'https://www.shop.example/p/1').result.rows).toEqual([{ name: 'Kettle' }]);
    const { fits, result, warnings } = readBy(recipe, html, 'https://shop.example/about');
    expect([fits, result.rows, warnings]).toEqual([
      false,
      [],
      ['The recipe "things" is for https://shop.example/p/*, so it was not used for https://shop.example/about.'],
    ]);
  });
});

describe('a recipe file', () => {
  const good = recipeOf([{ name: 'a', type: 'text', sources: [{ selector: 'h1' }] }]);
  const problemOf = (change: object) => recipeSchema.safeParse({ ...good, ...change }).error?.issues[0]?.message;

  it.each([
    [
      { fields: [{ name: 'a', type: 'text', sources: [{ selector: 'h1:nope(' }] }] },
      /"h1:nope\(" is not a CSS selector/,
    ],
    [{ fields: [{ name: 'a', type: 'text', sources: [{ selector: 'h1', label: 'x' }] }] }, /exactly one of "selector"/],
    [
      { fields: [{ name: 'a', type: 'text', sources: [{ markup: 'product' }] }] },
      /must have both "markup" and "path", or neither/,
    ],
    [
      { fields: [{ name: 'a', type: 'text', sources: [{ selector: 'p', pattern: '(' }] }] },
      /"\(" is not a regular expression/,
    ],
    [{ fields: [{ name: 'a', type: 'choice', sources: [{ selector: 'p' }] }] }, /must have "choices"/],
    [{ fields: [...good.fields, ...good.fields] }, /use the same place/],
    [{ records: { selector: '>>' } }, /">>" is not a CSS selector/],
    [{ health: { pages: 3, fill: { b: 1 } } }, /"health" contains "b", which is not a field/],
    [{ name: 'auto' }, /The name "auto" is reserved/],
    [{ name: '../x' }, /A name has 1 to 80 letters/],
    [{ version: 2 }, /expected 1/],
  ])('is rejected with a message when invalid: %j', (change, sentence) => {
    expect(problemOf(change)).toMatch(sentence);
  });

  it('is accepted unchanged when valid', () => {
    expect(recipeSchema.parse(good)).toEqual(good);
  });
});
