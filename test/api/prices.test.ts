import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openZip } from '../../core/contract/zip';
import { type TestEngine } from '../support/engine';
import { openLivePage } from '../support/live-page';
import { sharedTestEngine } from '../support/shared-engine';

vi.setConfig({ testTimeout: 60_000 });

const prose =
  '<p>The lamp is turned of oak and finished with oil, so that the grain stays visible under its warm light.</p>';
const html = (body: string, lang = 'en', head = '') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Lamps</title>${head}</head><body><main><h1>Lamps</h1>${body}${prose}</main></body></html>`;
const lamp = (price: string, lang = 'en') => html(`<div class="product"><p class="price">${price}</p></div>`, lang);
const offer = (offers: object, lang = 'en') =>
  html(
    '',
    lang,
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Lamps', offers })}</script>`,
  );
const card = (name: string, price: string) =>
  `<div class="card"><h3><a href="/p/${name}">${name} lamp</a></h3><p class="price">${price}</p></div>`;
const list = (prices: readonly string[], lang = 'en', head = '') =>
  html(
    `<div class="grid">${prices.map((price, at) => card(['Ash', 'Birch', 'Cedar', 'Elm', 'Fir'][at]!, price)).join('')}</div>`,
    lang,
    head,
  );
const rows = (prices: readonly string[], lang = 'en') =>
  html(
    `<table><thead><tr><th>Article</th><th>Price</th></tr></thead><tbody>${prices.map((price, at) => `<tr><td>Part ${at}</td><td>${price}</td></tr>`).join('')}</tbody></table>`,
    lang,
  );

const pages = new Map<string, string>();
let engine: TestEngine;
let site: Server;
let base: string;

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pages.get(request.url ?? ''));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  engine = await sharedTestEngine();
}, 60_000);
afterAll(async () => {
  await engine?.stop();
  site?.close();
});

function put(page: string): string {
  const path = `/page-${pages.size}`;
  pages.set(path, page);
  return base + path;
}

async function dataOf(page: string, properties: object) {
  const formats = [{ type: 'json', schema: { type: 'object', properties } }];
  const { status, body } = await engine.call('POST', '/v2/scrape', { url: put(page), formats });
  expect(status).toBe(200);
  return { json: body.data.json, warning: body.data.warning as string | undefined };
}

const number = { type: 'number' };
const priceOf = async (page: string) => (await dataOf(page, { price: number })).json.price;

describe('a price on the page of a product', () => {
  it.each([
    ['49<sup>99</sup> €', 49.99],
    ['<span class="int">1.249</span> <span class="dec">90</span> €', 1249.9],
    ['<span>$</span><span class="whole">49</span><span class="fraction">95</span>', 49.95],
    ['49,<sup>99</sup> €', 49.99],
    ['₹1,23,456.78', 123456.78],
    ['Rs. 2,50,000', 250000],
    [',89 €', 0.89],
    ['-,99', 0.99],
    ['49,-', 49],
    ['99¢', 0.99],
    ['$0.0125', 0.0125],
    ['<del>59,00 €</del> <ins>49,00 €</ins>', 49],
    ['<span style="text-decoration: line-through">$59</span> $49', 49],
    ['was $59, now $49', 49],
    ['Statt 19,99 € jetzt 15,50 €', 15.5],
  ])('%s is %s', async (written, price) => expect(await priceOf(lamp(written))).toBe(price));

  it('excludes the surcharge of an option', async () => {
    const options = (surcharge: string) =>
      html(
        `<p class="price-old-live">100.00€</p><p class="price-tax">Brez DDV: <b>81.97€</b></p><label><input type="radio" name="o"> Frame ${surcharge}</label><button>Dodaj v košarico</button>`,
        'sl',
      );
    const properties = { price: number, availability: { type: 'string', enum: ['InStock', 'OutOfStock'] } };
    for (const surcharge of ['(-40.00€)', '(+40.00€)', '+ 40.00 €'])
      expect((await dataOf(options(surcharge), properties)).json).toEqual({ price: 100, availability: 'InStock' });
  });

  it('is the sale price of offers in JSON-LD after a list price', async () => {
    const listed = { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/ListPrice', price: 80 };
    const struck = { ...listed, priceType: 'https://schema.org/StrikethroughPrice' };
    const sale = { '@type': 'UnitPriceSpecification', price: 60, priceCurrency: 'EUR' };
    for (const offers of [
      [{ '@type': 'Offer', priceSpecification: [listed, sale] }],
      { '@type': 'Offer', priceSpecification: [struck, { ...sale, priceType: 'SalePrice' }] },
      [
        { '@type': 'Offer', priceType: 'ListPrice', price: 80 },
        { '@type': 'Offer', price: 60 },
      ],
    ])
      expect((await dataOf(offer(offers), { price: number, oldPrice: number })).json).toEqual({
        price: 60,
        oldPrice: 80,
      });
  });

  it('keeps both ends of a range, or reports the lost one', async () => {
    const ends = { lowPrice: number, highPrice: number };
    const aggregate = offer({ '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20, priceCurrency: 'EUR' });
    for (const page of [lamp('$10 - $20'), lamp('10–20 €'), aggregate]) {
      expect((await dataOf(page, ends)).json).toEqual({ lowPrice: 10, highPrice: 20 });
      const { json, warning } = await dataOf(page, { price: number });
      expect([json.price, warning]).toEqual([10, 'Only the lower end of a range was read: price (up to 20).']);
    }
    expect((await dataOf(lamp('$10 - $20'), { price: { type: 'string' } })).json.price).toBe('$10 - $20');
  });

  it('has the currency that the page defines for its sign', async () => {
    const currencyOf = async (page: string) => (await dataOf(page, { currency: { type: 'string' } })).json.currency;
    expect(await currencyOf(lamp('$49', 'en-AU'))).toBe('AUD');
    expect(await currencyOf(lamp('¥4,900', 'ja'))).toBe('JPY');
    expect(await currencyOf(lamp('49 kr', 'nb'))).toBe('NOK');
    expect(await currencyOf(html('<p class="price">$49</p><p>Abroad US$49 each.</p>'))).toBe('USD');
    expect(await currencyOf(lamp('$49'))).toBe('$');
  });
});

describe('prices of a list', () => {
  const productsOf = async (page: string, properties: object) => {
    const { json } = await dataOf(page, { products: { type: 'array', items: { type: 'object', properties } } });
    return json.products as readonly { readonly price: number; readonly oldPrice?: number }[];
  };
  const pricesOf = async (page: string) =>
    (await productsOf(page, { name: { type: 'string' }, price: number })).map(({ price }) => price);

  it('include former prices that the page strikes through', async () => {
    const page = list(['<s>$59</s> <b>$49</b>', '<b>$20</b>', '<s>$30</s> <b>$25</b>']);
    const found = await productsOf(page, { name: { type: 'string' }, price: number, oldPrice: number });
    expect(found.map(({ price, oldPrice }) => [price, oldPrice])).toEqual([
      [49, 59],
      [20, undefined],
      [25, 30],
    ]);
  });

  it('are complete when only some cards have a former price', async () => {
    const cards = ['<del>59,00 €</del> <ins>49,00 €</ins>', '24,90 €', 'ab 120,00 €'];
    const spans = '<span class="now">15,50 €</span> <span class="uvp">UVP 19,99 €</span>';
    expect(await pricesOf(list([...cards, spans], 'de'))).toEqual([49, 24.9, 120, 15.5]);
    const bdi = (price: string) => `<span class="amount"><bdi><span class="sign">$</span>${price}</bdi></span>`;
    const sale = `<del>${bdi('59.00')}</del> <ins>${bdi('49.00')}</ins>`;
    expect(await pricesOf(list([bdi('20.00'), sale, bdi('30.00'), sale]))).toEqual([20, 49, 30, 49]);
  });

  it('follow the decimal separator of other prices in the table', async () => {
    const written = ['£3.355', '£12.50', '£1,234.50'];
    const { json } = await dataOf(rows(written), {
      parts: { type: 'array', items: { type: 'object', properties: { article: { type: 'string' }, price: number } } },
    });
    expect(json.parts.map(({ price }: { price: number }) => price)).toEqual([3.355, 12.5, 1234.5]);
  });
});

/** Builds a table by clicking a title in a list. Returns the table and the rows that its job reads. */
async function tableOf(page: string, text: string) {
  const url = put(page);
  const live = await openLivePage(engine, url);
  const { body: table } = await live.post('table', { picks: [await live.idOf(text)] });
  await live.close();
  const { status, body } = await engine.call('POST', '/v2/table', { url, recipe: table.recipe });
  expect(status).toBe(200);
  const job = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
  await expect.poll(async () => (await job()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
  const { data, warning } = (await job()) as { data: readonly Record<string, unknown>[]; warning?: string };
  return { recipe: table.recipe, rows: data, prices: data.map(({ price }) => price), warning, id: body.id };
}

const currencyIn = ({ health }: { health: { currencies?: object } }) => health.currencies;

describe('a table of prices', () => {
  it.each([
    ['$', ['$18.00', '$19.50', '$21.00', '$17.25'], 'en', [18, 19.5, 21, 17.25], '$'],
    ['$ of a country', ['$18', '$19', '$21'], 'en-CA', [18, 19, 21], 'CAD'],
    ['¥', ['¥1,800', '¥1,950', '¥2,100'], 'en', [1800, 1950, 2100], '¥'],
    ['kr', ['180 kr', '195 kr', '1 210 kr'], 'sv', [180, 195, 1210], 'SEK'],
    ['Rs.', ['Rs. 1,800', 'Rs. 1,95,000', 'Rs. 900'], 'en', [1800, 195000, 900], 'Rs'],
  ])('in %s can be run and saved', async (_, written, lang, prices, currency) => {
    const table = await tableOf(list(written, lang), 'Birch lamp');
    expect([table.prices, table.warning]).toEqual([prices, undefined]);
    expect(currencyIn(table.recipe)).toEqual({ price: currency });
    const saved = await engine.call('PUT', '/local/recipes/lamps', { ...table.recipe, name: 'lamps' });
    expect(saved.status).toBeLessThan(300);
    const { body } = await engine.call('GET', '/local/recipes/lamps');
    expect(currencyIn(body)).toEqual({ price: currency });
  });

  it('is exported as numbers with a currency format in XLSX, and as plain numbers in CSV and JSON', async () => {
    const { id, recipe } = await tableOf(list(['€18.50', '€19', '€21']), 'Birch lamp');
    const exported = async (job: string, format: string) => {
      const answer = await fetch(`${engine.url}/local/jobs/${job}/export?of=data&format=${format}`, {
        headers: { authorization: `Bearer ${engine.key}` },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    const styles = async (job: string) => openZip(await exported(job, 'xlsx'))?.text('xl/styles.xml');
    expect(await styles(id)).toContain('formatCode="[$€]#,##0.00##"');
    expect((await exported(id, 'csv')).toString()).toContain('18.5');
    expect((await exported(id, 'csv')).toString()).not.toContain('€');
    expect(JSON.parse((await exported(id, 'json')).toString())[0].price).toBe(18.5);
    // The page's currency now differs from the recipe's, so the currency of the column is unknown.
    const url = put(list(['£18.50', '£19', '£21']));
    const moved = { ...recipe, pages: [`${base}/*`] };
    const { body } = await engine.call('POST', '/v2/table', { url, recipe: moved });
    const job = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
    await expect.poll(async () => (await job()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
    expect((await job()).warning).toContain('price is now in GBP');
    expect(await styles(body.id)).not.toMatch(/€|£/);
  });

  it('reports another currency on detail pages than usual', async () => {
    const detail = put(html('<p class="fee">£4.50</p>'));
    const url = put(html(`<ul><li><a href="${detail}">Birch</a></li></ul>`));
    const fee = { name: 'fee', type: 'price', sources: [{ selector: '.fee' }] };
    const recipe = {
      ...{ version: 1, name: 'lamps', pages: [`${base}/*`], records: { selector: 'li' } },
      fields: [{ name: 'link', type: 'link', sources: [{ selector: 'a', attribute: 'href' }] }],
      details: { link: 'link', fields: [fee], health: { pages: 1, fill: {}, currencies: { fee: 'EUR' } } },
    };
    const { body } = await engine.call('POST', '/v2/table', { url, recipe });
    const job = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
    await expect.poll(async () => (await job()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
    expect(await job()).toMatchObject({
      data: [{ fee: 4.5 }],
      warning: 'Recipe "lamps": fee is now in GBP; it was in EUR before.',
    });
  });

  it('has cents, current prices and both ends of ranges', async () => {
    const sup = (units: string, cents: string) => `<span><sup>€</sup>${units}<sup>.${cents}</sup></span>`;
    const split = await tableOf(list([sup('3,096', '95'), sup('2,546', '50'), sup('896', '95')]), 'Birch lamp');
    expect(split.prices).toEqual([3096.95, 2546.5, 896.95]);
    const glued = (units: string, cents: string) => `<b>${units}</b><sup>${cents}</sup> €`;
    const raised = await tableOf(list([glued('49', '99'), glued('1.249', '50'), glued('8', '95')], 'de'), 'Birch lamp');
    expect(raised.prices).toEqual([49.99, 1249.5, 8.95]);
    const sale = (old: string, now: string) => `<del>${old}</del> <ins>${now}</ins>`;
    const cut = await tableOf(list([sale('$59', '$49'), '$24.90', '$30', sale('$20', '$15')]), 'Birch lamp');
    expect(cut.prices).toEqual([49, 24.9, 30, 15]);
    const all = await tableOf(list([sale('$59', '$49'), sale('$20', '$15'), sale('$9', '$8')]), 'Birch lamp');
    expect(all.prices).toEqual([49, 15, 8]);
    const range = await tableOf(list(['$10 - $20', '$24', '$30 - $45', '$50']), 'Birch lamp');
    expect(range.prices).toEqual([10, 24, 30, 50]);
    expect(range.rows.map((row) => row['price to'])).toEqual([20, null, 45, null]);
    expect(range.warning).toBeUndefined();
  });

  it('does not report another currency when one page defines its $', async () => {
    const { recipe } = await tableOf(list(['$18', '$19', '$21']), 'Birch lamp');
    const read = async (page: string, usual: string) => {
      const health = { ...recipe.health, currencies: { price: usual } };
      const formats = [{ type: 'recipe', recipe: { ...recipe, pages: [`${base}/*`], health } }];
      const { status, body } = await engine.call('POST', '/v2/scrape', { url: put(page), formats });
      expect(status).toBe(200);
      return body.data.recipe.otherCurrencies;
    };
    expect(await read(list(['$18', '$19', '$21'], 'en-US'), '$')).toBeUndefined();
    expect(await read(list(['$18', '$19', '$21']), 'USD')).toBeUndefined();
    expect(await read(list(['$18', '$19', '$21'], 'en-CA'), 'USD')).toEqual({ price: 'CAD' });
    expect(await read(list(['€18', '€19', '€21']), '$')).toEqual({ price: 'EUR' });
  });
});

describe('the prices of an extract', () => {
  const property = (type: string) => ({
    type: 'object',
    properties: { name: { type: 'string' }, price: { type } },
  });
  const extracted = async (schema: object) => {
    const url = put(rows(['€18.50', '£19', '€21']));
    const { body } = await engine.call('POST', '/v2/extract', { urls: [url], schema });
    const status = async () => (await engine.call('GET', `/v2/extract/${body.id}`)).body.status;
    await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe('completed');
    const answer = await fetch(`${engine.url}/local/jobs/${body.id}/export?of=data&format=xlsx`, {
      headers: { authorization: `Bearer ${engine.key}` },
    });
    const file = await openZip(Buffer.from(await answer.arrayBuffer()));
    return {
      ...(await engine.call('GET', `/local/jobs/${body.id}/rows?of=data`)).body,
      styles: await file?.text('xl/styles.xml'),
      sheet: await file?.text('xl/worksheets/sheet1.xml'),
    };
  };

  it.each(['number', 'string'])('of the type %s have a currency per row, also in XLSX', async (type) => {
    const schema = { type: 'object', properties: { parts: { type: 'array', items: property(type) } } };
    const found = await extracted(schema);
    const currencies = found.rows.map((row: { currencies?: object }) => row.currencies);
    expect(currencies).toEqual(['EUR', 'GBP', 'EUR'].map((price) => ({ price })));
    expect(found.styles).toContain('[$€]#,##0.00##');
    expect(found.styles).toContain('[$£]#,##0.00##');
    expect([...found.sheet.matchAll(/<v>([^<]*)</g)].map(([, value]) => Number(value))).toEqual([18.5, 19, 21]);
  });
});
