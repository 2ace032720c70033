import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { ownPages } from './own-pages';

/** Fields to request, with their types. Each field is requested only from pages that do not contain it. */
const absent: Readonly<Record<string, unknown>> = {
  gtin: { type: 'string' },
  isbn: { type: 'string' },
  mpn: { type: 'string' },
  sku: { type: 'string' },
  brand: { type: 'string' },
  price: { type: 'number' },
  old_price: { type: 'number' },
  availability: { enum: ['InStock', 'OutOfStock'] },
  in_stock: { type: 'boolean' },
  rating: { type: 'number' },
  review_count: { type: 'integer' },
  fax: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string', format: 'email' },
  website: { type: 'string' },
  director: { type: 'string' },
  publisher_name: { type: 'string' },
  warranty: { type: 'string' },
  deposit: { type: 'number' },
  mileage: { type: 'number' },
  bedrooms: { type: 'integer' },
  cook_time: { type: 'integer' },
  calories: { type: 'string' },
  ingredients: { type: 'array', items: { type: 'string' } },
  performers: { type: 'array', items: { type: 'string' } },
  end_date: { type: 'string', format: 'date' },
  doors_open: { type: 'string' },
  birth_date: { type: 'string', format: 'date' },
  date_modified: { type: 'string', format: 'date' },
  version: { type: 'string' },
  license: { type: 'string' },
  vat_id: { type: 'string' },
  shoe_width: { type: 'string' },
  engine_power: { type: 'number' },
  approved_by: { type: 'string' },
  reviews: {
    type: 'array',
    items: objectOf({ author: { type: 'string' }, text: { type: 'string' }, stars: { type: 'number' } }),
  },
};
/** Names of expected values that imply that a page contains a field, e.g. `rent` for `price`. */
const same: Readonly<Record<string, readonly string[]>> = {
  price: ['price', 'rent', 'salary'],
  old_price: ['price'],
  mpn: ['sku'],
  email: ['email'],
  in_stock: ['in_stock'],
  availability: ['in_stock'],
  end_date: ['date', 'deadline'],
};

/** Typical parts of a page outside its main content. */
const distractors = `<aside class="related"><h2>You may also like</h2><div class="card"><a href="/p/1">Red lamp</a><span class="price">€ 19.90</span><span class="stock">In stock</span></div><div class="card"><a href="/p/2">Blue lamp</a><span class="price">€ 29.90</span></div></aside>
<section class="reviews"></section><p>Over 2,000 readers came last year, and 12 of 40 liked it best.</p>
<form><label>E-mail</label><input type="email" name="email" placeholder="you@example.com"><label>Phone</label><input name="phone"></form>
<footer><p>© 2026 Somebody. 12,345 visits. All prices include VAT.</p><a href="/fax">Legal</a></footer>`;

const cases = ownPages.flatMap(({ name, body, expected }, page) => {
  const fields = Object.keys(absent).filter((field) => !(same[field] ?? [field]).some((one) => one in expected));
  return Array.from({ length: 5 }, (_, index) => {
    const field = fields[(page * 5 + index * 7) % fields.length]!;
    return [`${field}, not stated on the page of ${name}`, body, field] as const;
  });
});

describe('a value that is not on the page', () => {
  it('is requested in two hundred cases', () => expect(cases).toHaveLength(200));

  it.each(cases)('is not invented: %s', (_, body, field) => {
    const html = `<html><head><title>Page</title></head><body><main>${body}</main>${distractors}</body></html>`;
    const { data, missing } = readByRules(html, { schema: objectOf({ [field]: absent[field] }) });
    expect(data).toEqual({});
    expect(missing).toEqual([{ path: `/${field}`, reason: expect.stringContaining(field) }]);
  });
});

describe('a page that lists things', () => {
  const card = (name: string, price: string, stock: string) =>
    `<li class="card"><a href="/p/${name}"><h3>${name}</h3></a><span class="price">${price}</span><span class="stock">${stock}</span></li>`;
  const cards = [
    card('lamp', '€ 19.90', 'In stock'),
    card('kettle', '€ 29.90', 'In stock'),
    card('rug', '€ 9.90', 'In stock'),
  ];
  const asked = objectOf({ price: { type: 'number' }, availability: { enum: ['InStock', 'OutOfStock'] } });

  it('has no price or stock of its own', () => {
    const list = `<main><h1>Everything for the home</h1><ul>${cards.join('')}</ul></main>`;
    expect(readByRules(list, { schema: asked }).data).toEqual({});
  });

  it('keeps price and stock of a product above it', () => {
    const product = '<h1>Bench</h1><p class="price">€ 149.00</p><p class="stock">Sold out</p>';
    const { data } = readByRules(`<main>${product}<ul>${cards.join('')}</ul></main>`, { schema: asked });
    expect(data).toEqual({ price: 149, availability: 'OutOfStock' });
  });
});
