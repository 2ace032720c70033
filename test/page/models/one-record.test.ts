import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const listOf = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: objectOf(properties) });
const text = { type: 'string' };
const number = { type: 'number' };
const page = (title: string, body: string, head = '') =>
  `<html><head><title>${title} | Hearth</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const markup = (thing: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script>`;
const pan = markup({
  '@type': 'Product',
  name: 'Iron pan',
  sku: 'IP-2',
  offers: { price: '35.00', priceCurrency: 'EUR' },
});
const related = (wrap: (list: string) => string) =>
  wrap(
    `<ul>${['Oak board', 'Tin cup', 'Copper kettle']
      .map(
        (name, n) =>
          `<li class="card"><h3><a href="/shop/${n}">${name}</a></h3><span class="price">€ ${n + 4}.00</span></li>`,
      )
      .join('')}</ul>`,
  );

describe('a page about one thing is a single record', () => {
  it.each(['products', 'items', 'kettles', 'results', 'Angebote'])('called %s', (name) => {
    const schema = objectOf({ [name]: listOf({ name: text, price: number }) });
    const { data, missing, sources } = readByRules(page('Iron pan', '<p>Forged by hand.</p>', pan), { schema });
    expect(data).toEqual({ [name]: [{ name: 'Iron pan', price: 35 }] });
    expect(missing).toEqual([]);
    expect(sources.map(({ path }) => path)).toContain(`/${name}/0/price`);
  });

  it('when the list is the whole answer or inside an object', () => {
    const products = listOf({ name: text, sku: text });
    expect(readByRules(page('Iron pan', '', pan), { schema: products }).data).toEqual([
      { name: 'Iron pan', sku: 'IP-2' },
    ]);
    const inside = objectOf({ data: objectOf({ products }), total: number });
    expect(readByRules(page('Iron pan', '', pan), { schema: inside }).data).toMatchObject({
      data: { products: [{ name: 'Iron pan', sku: 'IP-2' }] },
    });
  });

  it('without markup, by its labels', () => {
    const schema = objectOf({ jobs: listOf({ title: text, salary: text, location: text }) });
    const body = '<p>Salary: 52,000 EUR</p><p>Location: Leeds</p>';
    expect(readByRules(page('Glass blower', body), { schema }).data).toEqual({
      jobs: [{ title: 'Glass blower', salary: '52,000 EUR', location: 'Leeds' }],
    });
  });

  it('without markup or labels, and with links to other things below', () => {
    const schema = objectOf({ products: listOf({ name: text, price: number }) });
    const body =
      '<p class="price">€ 35.00</p><h2>See also</h2><ul><li><a href="/a">Oak board</a></li><li><a href="/b">Tin cup</a></li></ul>';
    expect(readByRules(page('Iron pan', body), { schema }).data).toEqual({
      products: [{ name: 'Iron pan', price: 35 }],
    });
  });

  it('by a prompt alone', () => {
    const { data } = readByRules(page('Iron pan', '', pan), { prompt: 'all products with price and sku' });
    expect(data).toEqual({ items: [{ price: 35, sku: 'IP-2' }] });
  });

  it('without the things next to it', () => {
    const schema = objectOf({ products: listOf({ name: text, price: number }) });
    const aside = related((list) => `<aside class="related-products"><h2>Related products</h2>${list}</aside>`);
    expect(readByRules(page('Iron pan', aside, pan), { schema }).data).toEqual({
      products: [{ name: 'Iron pan', price: 35 }],
    });
  });
});

describe('a page is not a record', () => {
  const schema = objectOf({ products: listOf({ name: text, price: number }) });
  it('when it has only a headline', () => {
    const about = page('About us', '<p>We sell things for the kitchen since 1911.</p>');
    expect(readByRules(about, { schema }).data).toEqual({});
  });

  it('when it lists links to other pages', () => {
    const links = '<ul><li><a href="/shop/1">Iron pan</a></li><li><a href="/shop/2">Oak board</a></li></ul>';
    const { data } = readByRules(page('Shop', `<p>Free delivery from 50 €.</p>${links}`), { schema });
    expect(JSON.stringify(data)).not.toContain('Shop');
  });

  it('when the list contains parts of the thing', () => {
    const reviews = objectOf({ reviews: listOf({ author: text, rating: number, text }) });
    const rated = markup({ '@type': 'Product', name: 'Iron pan', aggregateRating: { ratingValue: 4.5 } });
    expect(readByRules(page('Iron pan', '<p>Forged.</p>', rated), { schema: reviews }).data).toEqual({});
    const sizes = objectOf({ name: text, sizes: listOf({ size: text, price: number }) });
    expect(readByRules(page('Iron pan', '<p>Forged.</p>', pan), { schema: sizes }).data).toEqual({ name: 'Iron pan' });
  });
});

describe('labels in consecutive rows describe one record', () => {
  const schema = objectOf({ people: listOf({ name: text, role: text }) });
  const forms = {
    paragraphs: (pairs: readonly string[][]) => pairs.map(([label, value]) => `<p>${label}: ${value}</p>`).join(''),
    items: (pairs: readonly string[][]) =>
      `<ul>${pairs.map(([label, value]) => `<li><b>${label}:</b> ${value}</li>`).join('')}</ul>`,
    definitions: (pairs: readonly string[][]) =>
      `<dl>${pairs.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
    table: (pairs: readonly string[][]) =>
      `<table>${pairs.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`,
    'plain table': (pairs: readonly string[][]) =>
      `<table>${pairs.map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`).join('')}</table>`,
  };
  const ada = [
    ['Name', 'Ada Lovelace'],
    ['Role', 'Engineer'],
  ];
  const grace = [
    ['Name', 'Grace Hopper'],
    ['Role', 'Admiral'],
  ];
  it.each(Object.entries(forms))('in %s', (_, form) => {
    expect(readByRules(page('Staff', form(ada)), { schema }).data).toEqual({
      people: [{ name: 'Ada Lovelace', role: 'Engineer' }],
    });
    expect(readByRules(page('Staff', form([...ada, ...grace])), { schema }).data).toEqual({
      people: [
        { name: 'Ada Lovelace', role: 'Engineer' },
        { name: 'Grace Hopper', role: 'Admiral' },
      ],
    });
  });
});

describe('a label with the field’s name takes precedence over the headline', () => {
  it.each([
    ['name', '<p>Name: Ada Lovelace</p><p>Role: Engineer</p>', 'Ada Lovelace'],
    ['name', '<dl><dt>Name</dt><dd>Ada Lovelace</dd><dt>Role</dt><dd>Engineer</dd></dl>', 'Ada Lovelace'],
    [
      'title',
      '<table><tr><th>Title</th><td>The Iron Heel</td></tr><tr><th>Year</th><td>1908</td></tr></table>',
      'The Iron Heel',
    ],
  ])('%s in %s', (field, body, value) => {
    expect(readByRules(page('Entry 4711', body), { schema: objectOf({ [field]: text }) }).data).toEqual({
      [field]: value,
    });
  });
});
