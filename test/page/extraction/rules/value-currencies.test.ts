import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const number = { type: 'number' };
const page = (head: string, main: string) =>
  `<html><head><title>Kettle Alto</title>${head}</head><body><main><h1>Kettle Alto</h1>${main}</main></body></html>`;
const currencies = (html: string, schema: object) =>
  Object.fromEntries(
    readByRules(html, { schema: schema as Readonly<Record<string, unknown>> }).sources.map(({ path, currency }) => [
      path,
      currency,
    ]),
  );
const jsonLd = (offer: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Kettle Alto', sku: '0042', offers: { '@type': 'Offer', ...offer } })}</script>`;

describe('the currency of an extracted amount', () => {
  it.each([
    ['markup', page(jsonLd({ price: '24.95', priceCurrency: 'SEK' }), ''), 'SEK'],
    ['visible text', page('', '<p class="price">€24.95</p>'), 'EUR'],
    ['a labelled value', page('', '<dl><dt>Price</dt><dd>24.95 CHF</dd></dl>'), 'CHF'],
    [
      'meta tags',
      page(
        '<meta property="product:price:amount" content="24.95"><meta property="product:price:currency" content="PLN">',
        '',
      ),
      'PLN',
    ],
    ['the same amount in the text', page(jsonLd({ price: '24.95' }), '<p class="price">€24.95</p>'), 'EUR'],
  ])('comes from %s', (_, html, currency) => {
    expect(currencies(html, objectOf({ price: number }))).toEqual({ '/price': currency });
    expect(currencies(html, objectOf({ price: { type: 'string' } }))).toEqual({ '/price': currency });
  });

  it('is unknown if the page does not state one, or several', () => {
    const schema = objectOf({ price: number, sku: { type: 'string' } });
    const known = { '/price': undefined, '/sku': undefined };
    expect(currencies(page(jsonLd({ price: '24.95' }), ''), schema)).toEqual(known);
    expect(currencies(page(jsonLd({ price: '24.95', priceCurrency: ['EUR', 'USD'] }), ''), schema)).toEqual(known);
  });

  it('is read for each record of a list', () => {
    const row = (name: string, price: string, left: number) =>
      `<tr><td>${name}</td><td>${price}</td><td>${left}</td></tr>`;
    const rows = [row('Kettle', '€24.95', 3), row('Pan', '£12.00', 4), row('Cup', '7.50', 5)].join('');
    const table = `<table><tr><th>Name</th><th>Price</th><th>Left</th></tr>${rows}</table>`;
    const item = objectOf({ name: { type: 'string' }, price: number, left: number });
    const found = currencies(page('', table), objectOf({ items: { type: 'array', items: item } }));
    expect([0, 1, 2].map((at) => found[`/items/${at}/price`])).toEqual(['EUR', 'GBP', undefined]);
    expect(found['/items/0/left']).toBeUndefined();
  });
});
