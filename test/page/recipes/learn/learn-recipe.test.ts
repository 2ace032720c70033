import { describe, expect, it } from 'vitest';
import { recipeSchema } from '../../../../core/contract/recipe-file';
import { learnRecipe } from '../../../../core/page/recipes/learn/learn-recipe';
import { readByRules } from '../../../support/read-by-rules';
import { layouts, listed, listPage, listSchema } from '../list-pages';
import {
  hashedNames,
  money,
  type Naming,
  plainNames,
  product,
  productPage,
  productSchema,
  type Template,
} from '../product-pages';
import { readBy } from '../read';

const at = '2026-11-22T00:00:00.000Z';
const addressOf = (n: number) => `https://shop.example/p/${product(n).sku}`;
const namings: readonly (readonly [string, (seed: number) => Naming])[] = [
  ['classes with names', () => plainNames],
  ['classes that are hashes', hashedNames],
];

function learned(className: Naming) {
  const pages = [0, 1, 2].map((n) => {
    const [html, url] = [productPage(n, { className }), addressOf(n)];
    return { url, html, data: readByRules(html, { schema: productSchema, url }).data };
  });
  return learnRecipe({ name: 'products', pages, schema: productSchema, at });
}

const wantedRow = (n: number) => {
  const { name, price, sku, brand } = product(n);
  return { name, price, sku, brand };
};

describe.each(namings)('a recipe learned from three product pages, %s', (_, naming) => {
  const { recipe, warnings } = learned(naming(0));
  const read = (n: number, template: Template) => readBy(recipe, productPage(n, template), addressOf(n));

  it('is valid and contains its pages and every requested field', () => {
    expect(recipeSchema.parse(recipe)).toEqual(recipe);
    expect(recipe.pages).toEqual(['https://shop.example/p/*']);
    expect(recipe.fields.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'name'],
      ['price', 'price'],
      ['sku', 'code'],
      ['brand', 'name'],
    ]);
    expect([recipe.health, warnings]).toEqual([{ pages: 3, fill: { name: 1, price: 1, sku: 1, brand: 1 } }, []]);
    expect(JSON.stringify(recipe)).not.toMatch(/sc-\w|[a-z0-9]{5}K\b/);
  });

  it('reads thirty more pages', () => {
    for (let n = 3; n < 33; n++) {
      const { result, warnings: told } = read(n, { className: naming(0) });
      expect([result.rows, result.fallbacks, told]).toEqual([[wantedRow(n)], [], []]);
    }
  });

  it('reads ten builds with different hashes, banners, boxes and badges', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const n = 40 + seed;
      const before = seed % 2 ? '<div class="cookie"><p>We use cookies, €5 off for you</p></div><div></div>' : '';
      const inside = seed % 3 ? '<span>New</span>' : '';
      const { result, warnings: told } = read(n, { className: hashedOf(naming, seed), before, inside });
      expect([seed, result.rows, told]).toEqual([seed, [wantedRow(n)], []]);
    }
  });

  it.each(Object.entries(changes))('reports a changed template and invents nothing: %s', (__, change) => {
    for (const n of [50, 51, 53]) {
      const { result, warnings: told } = read(n, { className: naming(0), change: (html) => change(html, n) });
      const wanted: Readonly<Record<string, unknown>> = wantedRow(n);
      for (const row of result.rows)
        for (const [name, value] of Object.entries(row))
          expect([name, value]).toEqual([name, value === null ? null : wanted[name]]);
      const isWhole = JSON.stringify(result.rows) === JSON.stringify([wanted]);
      expect([isWhole, told]).toEqual([
        isWhole,
        isWhole ? expect.anything() : expect.arrayContaining([expect.stringContaining('products')]),
      ]);
      if (!isWhole) expect(result.missing.length).toBeGreaterThan(0);
    }
  });
});

/** Returns the class names after a new build: meaningful names stay the same, hashed names change. */
const hashedOf = (naming: (seed: number) => Naming, seed: number): Naming =>
  naming === hashedNames ? hashedNames(seed) : naming(seed);

const row = (label: string) => new RegExp(`<tr><th>${label}</th><td>[^<]*</td></tr>`);
/** Ten typical changes to a site's pages. */
const changes: Readonly<Record<string, (html: string, n: number) => string>> = {
  'prices come by script': (html, n) => html.replace(`>${money(product(n).price)}<`, '><script>price()</script><'),
  'prices on request': (html, n) => html.replace(`>${money(product(n).price)}<`, '>Price on request: call 555 1234<'),
  'rows of facts in another order': (html) => {
    const [brand = ''] = row('Brand').exec(html) ?? [];
    return html.replace(brand, '').replace('</table>', `${brand}</table>`);
  },
  'no article number any more': (html) => html.replace(row('SKU'), ''),
  'no brand any more': (html) => html.replace(row('Brand'), ''),
  'facts in words of another language': (html) => html.replace('>Brand<', '>Marke<').replace('>SKU<', '>Artikel<'),
  'facts as a paragraph': (html) => html.replace(/<table.*<\/table>/s, '<p>Made of good things by good people.</p>'),
  'no headline any more': (html) => html.replace(/<h1[^>]*>.*?<\/h1>/s, ''),
  'a wall before the page': () =>
    '<!doctype html><title>Sign in</title><main><h2>Sign in</h2><form><input name="user"><button>Go</button></form></main>',
  'another template altogether': (_, n) =>
    `<!doctype html><title>${product(n).name}</title><div id="app"><div><div><b>${product(n).name}</b></div><div><div><i>${money(product(n).price)}</i> <s>${money(product(n).price + 5)}</s></div></div><ul><li>${product(n).brand}</li><li>${product(n).sku}</li></ul></div></div>`,
};

describe.each(layouts)('a recipe learned from three lists as %s', (layout) => {
  const learnedFrom = (naming: Naming) =>
    learnRecipe({
      name: 'list',
      schema: listSchema,
      at,
      pages: [0, 1, 2].map((n) => {
        const [html, url] = [listPage(n, layout, naming), `https://shop.example/list?page=${n + 1}`];
        const records = listed(n).map(({ name, price, sku }) => ({
          name,
          price,
          url: `https://shop.example/p/${sku}`,
        }));
        return { url, html, data: { products: records } };
      }),
    });

  it.each(namings)('reads other pages of the list, %s', (_, naming) => {
    const { recipe, warnings } = learnedFrom(naming(0));
    expect([recipe.records?.name, recipe.pages, warnings]).toEqual([
      'products',
      ['https://shop.example/list?page=*'],
      [],
    ]);
    for (const n of [3, 4, 5, 6]) {
      const url = `https://shop.example/list?page=${n + 1}`;
      const { result } = readBy(recipe, listPage(n, layout, hashedOf(naming, n)), url);
      const rows = listed(n).map(({ name, price, sku }) => ({ name, price, url: `https://shop.example/p/${sku}` }));
      expect([result.rows, result.missing]).toEqual([rows, []]);
    }
    const gone = readBy(recipe, '<main><p>Nothing today</p></main>', 'https://shop.example/list?page=9');
    expect(gone.result).toMatchObject({ rows: [], changed: true });
  });
});

describe('learning', () => {
  const page = (n: number, data: unknown) => ({ url: addressOf(n), html: productPage(n), data });

  it('rejects fewer than three pages, pages of different kinds, and schemas with two lists', () => {
    const two = [page(0, wantedRow(0)), page(1, wantedRow(1))];
    expect(() => learnRecipe({ name: 'x', pages: two, at })).toThrow(
      'at least 3 pages of the same type; only 2 could be read',
    );
    const other = [0, 1, 2].map((n) => ({ ...page(n, { name: `never said ${n}` }) }));
    expect(() => learnRecipe({ name: 'x', pages: other, at })).toThrow('No value is in the same place');
    const list = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } };
    const schema = { type: 'object', properties: { a: list, b: list } };
    expect(() => learnRecipe({ name: 'x', pages: [0, 1, 2].map((n) => page(n, {})), schema, at })).toThrow(
      'the schema has a and b',
    );
  });

  it('omits and names fields without a common place on all pages', () => {
    const pages = [0, 1, 2].map((n) => page(n, { ...wantedRow(n), colour: ['red', 'blue', 'green'][n] }));
    const { recipe, warnings } = learnRecipe({ name: 'x', pages, at });
    expect(recipe.fields.map(({ name }) => name)).toEqual(['name', 'price', 'sku', 'brand']);
    expect(warnings).toEqual([
      'These fields were not learned, because their values are not in the same place on every page: colour.',
    ]);
  });

  it('ignores places with the same value on all pages by chance', () => {
    const pages = [0, 1, 2].map((n) => page(n, { ...wantedRow(n), maker: 'Hearth & Co' }));
    expect(learnRecipe({ name: 'x', pages, at }).recipe.fields.map(({ name }) => name)).not.toContain('maker');
  });

  it.each([
    ['__NEXT_DATA__', (json: string) => `<script id="__NEXT_DATA__" type="application/json">${json}</script>`],
    ['an assigned state', (json: string) => `<script>window.__STATE__ = ${json}; start();</script>`],
  ])('reads values only in scripts by their path: %s', (_, script) => {
    const stock = (n: number) => 3 + ((n * 7) % 40);
    const html = (n: number, className = plainNames) => {
      const { name, sku, price } = product(n);
      const related = [n + 3, n + 5].map((other) => ({ ...product(other), stock: stock(other) }));
      const data = {
        props: { pageProps: { related, product: { sku, name, stock: stock(n), price: { amount: price } } } },
      };
      return productPage(n, { className, before: script(JSON.stringify(data)) });
    };
    const wanted = (n: number) => ({ ...wantedRow(n), stock: stock(n) });
    const schema = { ...productSchema, properties: { ...productSchema.properties, stock: { type: 'integer' } } };
    const pages = [0, 1, 2].map((n) => ({ url: addressOf(n), html: html(n), data: wanted(n) }));
    const { recipe, warnings } = learnRecipe({ name: 'x', pages, schema, at });
    const sourcesOf = (field: string) => recipe.fields.find(({ name }) => name === field)?.sources;
    expect([sourcesOf('stock'), warnings]).toEqual([[{ state: 'props.pageProps.product.stock' }], []]);
    expect(sourcesOf('price')).toEqual(
      expect.arrayContaining([
        { state: 'props.pageProps.product.price.amount' },
        { selector: expect.stringContaining('price'), unique: true },
      ]),
    );
    expect(recipeSchema.parse(recipe)).toEqual(recipe);
    for (const n of [7, 8, 9])
      expect(readBy(recipe, html(n, hashedNames(n)), addressOf(n)).result.rows).toEqual([wanted(n)]);
    const gone = readBy(recipe, productPage(10), addressOf(10)).result;
    expect([gone.rows, gone.missing]).toEqual([[{ ...wanted(10), stock: null }], ['stock']]);
  });

  it('prefers structured data, with the visible page as a fallback', () => {
    const withMarkup = (n: number) => {
      const { name, price } = product(n);
      const thing = { '@type': 'Product', name, offers: { '@type': 'Offer', price } };
      return productPage(n, { before: `<script type="application/ld+json">${JSON.stringify(thing)}</script>` });
    };
    const pages = [0, 1, 2].map((n) => ({ url: addressOf(n), html: withMarkup(n), data: wantedRow(n) }));
    const { recipe } = learnRecipe({ name: 'x', pages, schema: productSchema, at });
    const sources = recipe.fields.find(({ name }) => name === 'price')?.sources;
    expect(sources?.[0]).toEqual({ markup: 'product', path: 'offers.price' });
    expect(sources?.[1]).toEqual({ selector: expect.stringContaining('.price'), unique: true });
    const { result } = readBy(recipe, productPage(7), addressOf(7));
    expect(result).toMatchObject({
      rows: [wantedRow(7)],
      fallbacks: expect.arrayContaining([expect.objectContaining({ field: 'price', source: 2 })]),
    });
  });
});
