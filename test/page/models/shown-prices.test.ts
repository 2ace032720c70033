import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const properties = { name: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } };
const schema = objectOf({ products: { type: 'array', items: objectOf(properties) } });
const offer = (price: string, currency = 'USD') =>
  `<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="${currency}"><meta itemprop="price" content="${price}"></div>`;
const item = (name: string, price: string, shown: string) =>
  `<li itemscope itemtype="http://schema.org/Product"><h3 itemprop="name"><a href="/${name}">${name}</a></h3>${offer(price)}${shown}</li>`;
const list = (...items: readonly string[]) =>
  readByRules(`<html><head><title>Sets</title></head><body><h1>Sets</h1><ul>${items.join('')}</ul></body></html>`, {
    schema,
  });

describe('prices in markup', () => {
  it('are replaced by the visible prices if they are in minor units, with a warning and a lower score', () => {
    const { data, warning, sources } = list(
      item('Balm', '4995', '<p><span>Sale price</span> €49,95</p>'),
      item('Pack', '10495', '<p>€104,95 <s>€120,00</s></p>'),
    );
    expect(data).toEqual({
      products: [
        { name: 'Balm', price: 49.95, currency: 'EUR' },
        { name: 'Pack', price: 104.95, currency: 'EUR' },
      ],
    });
    expect(warning).toBe(
      "The page's markup contradicts its visible prices, so the visible prices were used: products/*/price, products/*/currency.",
    );
    const score = (name: string) => sources.find(({ path }) => path === `/products/0/${name}`)?.score ?? 0;
    expect(score('price')).toBeLessThan(score('name'));
  });

  it.each([
    ['4995', '<p>$49.95</p>', 49.95, 'USD'],
    ['49.95', '<p>€49,95</p>', 49.95, 'EUR'],
    ['49.95', '<p>€45,00</p>', 45, 'EUR'],
  ])('of %s USD are corrected by %s', (marked, shown, price, currency) => {
    const product = { name: 'Balm', price, currency };
    expect(list(item('Balm', marked, shown), item('Pack', marked, shown)).data).toEqual({
      products: [product, { ...product, name: 'Pack' }],
    });
  });

  it.each([
    ['4995', ''],
    ['4995', '<p>$4,995</p>'],
    ['4995', '<p>$4,995 with a case for $49.95</p>'],
    ['4995', '<p>$39.95</p>'],
    ['49.95', '<p>$49.95 (about €45,00)</p>'],
    ['49.95', '<p>€45,00, shipping €5,00</p>'],
  ])('of %s USD stay beside "%s"', (marked, shown) => {
    const product = { name: 'Balm', price: Number(marked), currency: 'USD' };
    const { data, warning } = list(item('Balm', marked, shown), item('Pack', marked, shown));
    expect(data).toEqual({ products: [product, { ...product, name: 'Pack' }] });
    expect(warning).toBeUndefined();
  });

  it.each([
    ['$49.95', 49.95],
    ['$4,995.00', 4995],
  ])('of a single product in JSON-LD are corrected below its headline: %s', (shown, price) => {
    const product = { '@type': 'Product', name: 'Balm', offers: { price: 4995, priceCurrency: 'USD' } };
    const html = `<html><head><title>Balm</title><script type="application/ld+json">${JSON.stringify(product)}</script></head><body><h1>Balm</h1><p class="price">${shown}</p></body></html>`;
    expect(readByRules(html, { schema: objectOf(properties) }).data).toMatchObject({ price, currency: 'USD' });
  });
});
