import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../../core/contract/plain-text';
import { objectOf, readByRules } from '../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const listOf = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: objectOf(properties) });
const read = (json: unknown, schema: Readonly<Record<string, unknown>>) =>
  readByRules(
    `<pre><code class="language-json">${escapeHtml(typeof json === 'string' ? json : JSON.stringify(json))}</code></pre>`,
    { schema, url: 'https://example.com/api/products' },
  );

describe('a JSON document', () => {
  const pan = { name: 'Iron pan', price: 35, sku: 'IP-2', stock: { count: 4 } };
  const products = objectOf({ products: listOf({ name: text, price: number }) });

  it.each([
    ['an object', pan, objectOf({ name: text, price: number }), { name: 'Iron pan', price: 35 }],
    [
      'an object in an envelope',
      { ok: true, data: pan },
      objectOf({ name: text, sku: text }),
      { name: 'Iron pan', sku: 'IP-2' },
    ],
    ['a list under its name', { total: 1, products: [pan] }, products, { products: [{ name: 'Iron pan', price: 35 }] }],
    ['a list under another name', { results: [pan] }, products, { products: [{ name: 'Iron pan', price: 35 }] }],
    ['a bare list', [pan], listOf({ sku: text }), [{ sku: 'IP-2' }]],
    ['a bare list as a named one', [pan], products, { products: [{ name: 'Iron pan', price: 35 }] }],
    [
      'keys in another spelling',
      { 'product-name': 'Pan', unit_price: '35.5' },
      objectOf({ productName: text, unitPrice: number }),
      { productName: 'Pan', unitPrice: 35.5 },
    ],
    ['objects in objects', pan, objectOf({ stock: objectOf({ count: { type: 'integer' } }) }), { stock: { count: 4 } }],
    [
      'lists of strings',
      { tags: ['a', 'b'] },
      objectOf({ tags: { type: 'array', items: text } }),
      { tags: ['a', 'b'] },
    ],
    [
      'lines of JSON',
      '{"name":"A","price":1}\n{"name":"B","price":2}',
      products,
      {
        products: [
          { name: 'A', price: 1 },
          { name: 'B', price: 2 },
        ],
      },
    ],
  ])('is read by its keys: %s', (_, json, schema, data) => {
    expect(read(json, schema).data).toEqual(data);
  });

  it('is read completely, with the source of each value and missing fields', () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ name: `Item ${n}`, price: n }));
    const { data } = read({ items: many }, products);
    expect((data as { products: unknown[] }).products).toHaveLength(1200);
    const { sources, missing, warning } = read(pan, objectOf({ name: text, colour: { type: ['string', 'null'] } }));
    expect(sources).toEqual([expect.objectContaining({ path: '/name', kind: 'state', excerpt: 'Iron pan' })]);
    expect(missing.map(({ path }) => path)).toEqual(['/colour']);
    expect(warning).toBe('Not found on the page: colour.');
  });

  it('treats a value of another type as missing', () => {
    expect(read({ name: 'Iron pan', price: 'on request' }, objectOf({ name: text, price: number })).data).toEqual({
      name: 'Iron pan',
    });
  });

  it('differs from a page that shows JSON', () => {
    const html = '<h1>Iron pan</h1><pre><code class="language-json">{"name":"Other"}</code></pre>';
    expect(readByRules(html, { schema: objectOf({ name: text }) }).data).toEqual({ name: 'Iron pan' });
  });
});
