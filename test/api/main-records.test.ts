import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';
import { productPage, products, type ShopSite, startShopSite } from '../support/shop-site';

let engine: TestEngine;
let shop: ShopSite;
beforeAll(async () => {
  [engine, shop] = await Promise.all([sharedTestEngine(), startShopSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close()]);
});

type Product = (typeof products)[number];

const schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    },
  },
};

/** Extracts the records of the pages at these paths. */
async function extracted(paths: readonly string[]) {
  const urls = paths.map((path) => shop.url + path);
  const { body } = await engine.call('POST', '/v2/extract', { urls, schema, scrapeOptions: { maxAge: 0 } });
  const status = async () => (await engine.call('GET', `/v2/extract/${body.id}`)).body;
  await expect.poll(async () => (await status()).status, { timeout: 20_000, interval: 50 }).not.toBe('processing');
  const { data, warning } = await status();
  return { rows: data.items.map(({ name, price }: Product) => [name, price]), warning };
}

const card = ({ name, price }: Product) =>
  `<li class="card"><h3><a href="/goods/${name.split(' ')[1]}">${name}</a></h3><span class="price">€ ${price.toFixed(2)}</span></li>`;
const cards = (own: readonly Product[]) => `<ul class="grid">${own.map(card).join('')}</ul>`;
const plainPage = ({ name, sku, price }: Product) =>
  `<!doctype html><title>${name}</title><main><h1>${name}</h1><table><tr><th>Price</th><td>€ ${price.toFixed(2)}</td></tr><tr><th>Number</th><td>${sku}</td></tr></table></main>`;
const relatedTo = (product: Product) =>
  `<h2>Goes well with it</h2>${cards(products.filter((one) => one !== product).slice(-2))}</main>`;
const three = products.slice(0, 3);
const rowsOf = (own: readonly Product[]) => own.map(({ name, price }) => [name, price]);
const omitted = 'Each page describes one record, so 1 row from another list on the pages was omitted.';

it.each([
  ['with markup', productPage],
  ['without markup', plainPage],
])('takes one record from each product page %s, and says that rows were omitted', async (_, pageOf) => {
  for (const [at, product] of three.entries())
    shop.put(`/goods/${at}`, pageOf(product).replace('</main>', relatedTo(product)));
  expect(await extracted(['/goods/0', '/goods/1', '/goods/2'])).toEqual({ rows: rowsOf(three), warning: omitted });
});

it('keeps all rows of the pages of a listing, and of an index beside product pages', async () => {
  for (const page of [0, 2])
    shop.put(
      `/goods/page-${page}`,
      `<!doctype html><title>Goods</title><main><h1>Goods</h1>${cards(products.slice(page, page + 2))}</main>`,
    );
  const all = { rows: rowsOf(products), warning: undefined };
  expect(await extracted(['/goods/page-0', '/goods/page-2'])).toEqual(all);
  shop.put('/goods/0', productPage(products[0]).replace('</main>', relatedTo(products[0])));
  expect(await extracted(['/', '/goods/0'])).toEqual(all);
});
