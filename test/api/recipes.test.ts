import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { products, type ShopSite, startShopSite } from '../support/shop-site';

vi.setConfig({ testTimeout: 120_000 });

let engine: RunningTestEngine;
let shop: ShopSite;
beforeAll(async () => {
  [engine, shop] = await Promise.all([startInProcess(), startShopSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close()]);
});

const single = (name = 'product') => ({
  version: 1,
  name,
  pages: [`${shop.url}/product/*`],
  fields: [
    { name: 'name', type: 'text', sources: [{ selector: 'main h1' }] },
    { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
  ],
  health: { pages: 3, fill: { name: 1, price: 1 } },
});
const list = () => ({
  version: 1,
  name: 'cards',
  pages: [`${shop.url}/`],
  records: { selector: 'li.card', name: 'products' },
  fields: [
    { name: 'name', type: 'text', sources: [{ selector: 'h3' }] },
    { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
  ],
});
const save = (recipe: { readonly name: string }, path = recipe.name) =>
  engine.call('PUT', `/local/recipes/${encodeURIComponent(path)}`, recipe);
const scrape = (path: string, format: object) =>
  engine.call('POST', '/v2/scrape', { url: shop.url + path, formats: [format], maxAge: 0 });

describe('saved recipes', () => {
  it('are saved, listed, shown and deleted by name', async () => {
    const recipe = {
      ...single('My kettles'),
      learned: { urls: [], at: '2026-01-01T00:00:00Z', schema: { $ref: '#/a.b' } },
    };
    expect((await save(recipe)).body).toEqual(recipe);
    expect((await engine.call('GET', '/local/recipes')).body.items).toEqual([
      {
        name: 'My kettles',
        pages: recipe.pages,
        fields: ['name', 'price'],
        savedAt: expect.stringMatching(/^\d{4}-/),
        pagesRead: 0,
        lacking: [],
      },
    ]);
    expect((await engine.call('GET', '/local/recipes/My%20kettles')).body).toEqual(recipe);
    expect((await engine.call('DELETE', '/local/recipes/My%20kettles')).status).toBe(200);
    const gone = await engine.call('GET', '/local/recipes/My%20kettles');
    expect([gone.status, gone.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await engine.call('DELETE', '/local/recipes/My%20kettles')).status).toBe(404);
  });

  it('are refused with a reason when invalid, and without a key', async () => {
    const wrong = {
      ...single(),
      health: undefined,
      fields: [{ name: 'a', type: 'text', sources: [{ selector: 'li:nope(' }] }],
    };
    expect(await save(wrong)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: expect.stringContaining('"li:nope(" is not a CSS selector') },
    });
    expect((await save(single(), 'other')).body.error).toBe(
      'The recipe is named "product", but the URL names "other"; use the same name in both.',
    );
    const open = await fetch(`${engine.url}/local/recipes`);
    expect(open.status).toBe(401);
  });
});

describe('the format recipe', () => {
  it('reads a page with an inline recipe, a saved one, or the one for the URL', async () => {
    const rows = [{ name: 'Copper kettle', price: 49.9 }];
    const out = await scrape('/product/0', { type: 'recipe', recipe: single() });
    expect(out.body.data.recipe).toMatchObject({ name: 'product', rows, fill: { name: 1, price: 1 }, missing: [] });
    await save(single());
    for (const recipe of ['product', 'auto']) {
      expect((await scrape('/product/0', { type: 'recipe', recipe })).body.data.recipe.rows).toEqual(rows);
    }
    const other = await scrape('/about', { type: 'recipe', recipe: 'auto' });
    expect(other.body.data).toMatchObject({
      recipe: { rows: [] },
      warning: `No saved recipe matches ${shop.url}/about.`,
    });
  });

  it('refuses an unknown or invalid recipe before fetching', async () => {
    const before = shop.asked.length;
    expect(await scrape('/product/0', { type: 'recipe', recipe: 'nobody' })).toMatchObject({
      status: 400,
      body: { error: 'There is no recipe "nobody"; see /local/recipes for the names.' },
    });
    const wrong = { ...single(), records: { selector: '[[' } };
    expect((await scrape('/product/0', { type: 'recipe', recipe: wrong })).body.error).toMatch(
      /"\[\[" is not a CSS selector/,
    );
    expect(
      (
        await engine.call('POST', '/v2/crawl', {
          url: shop.url,
          scrapeOptions: { formats: [{ type: 'recipe', recipe: 'nobody' }] },
        })
      ).status,
    ).toBe(400);
    expect(shop.asked.length).toBe(before);
  });

  it('returns rows for matching pages of a crawl, and ignores error pages', async () => {
    await save(single());
    const start = { url: shop.url, scrapeOptions: { formats: [{ type: 'recipe', recipe: 'product' }], maxAge: 0 } };
    const { id } = (await engine.call('POST', '/v2/crawl', start)).body;
    const status = async () => (await engine.call('GET', `/v2/crawl/${id}`)).body;
    await expect.poll(async () => (await status()).status, { timeout: 100_000, interval: 50 }).toBe('completed');
    const rows = (await status()).data.flatMap(({ recipe }: { recipe: { rows: { name: string }[] } }) => recipe.rows);
    expect(rows.map(({ name }: { name: string }) => name).sort()).toEqual(products.map(({ name }) => name).sort());
    const lost = await scrape('/product/99', { type: 'recipe', recipe: 'product' });
    expect(lost.body.data).toMatchObject({
      recipe: { rows: [], changed: false },
      warning: 'Recipes are not used for error pages (404).',
    });
  });
});

describe('json and extraction with a recipe', () => {
  const schema = {
    type: 'object',
    properties: {
      products: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    },
  };

  it('return data in the form of the schema, with the source of each value', async () => {
    const { body } = await scrape('/', { type: 'extraction', schema, recipe: list() });
    const { data, sources, missing, tokensUsed } = body.data.extraction;
    expect(data).toEqual({ products: products.map(({ name, price }) => ({ name, price })) });
    expect(sources[1]).toMatchObject({ path: '/products/0/price', kind: 'text', excerpt: '€ 49.90' });
    expect([missing, tokensUsed]).toEqual([[], 0]);
    const json = await scrape('/', { type: 'json', schema, recipe: list() });
    expect(json.body.data.json).toEqual(data);
  });

  it('read the page without the recipe when it finds nothing, with a warning', async () => {
    const recipe = { ...list(), records: { selector: 'article', name: 'products' } };
    const { body } = await scrape('/', { type: 'json', schema, recipe });
    expect(body.data.json.products).toHaveLength(products.length);
    expect(body.data.warning).toContain(`The recipe "cards" was not used for ${shop.url}/.`);
  });
});
