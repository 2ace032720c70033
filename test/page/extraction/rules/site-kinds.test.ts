import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const [text, number, integer] = [{ type: 'string' }, { type: 'number' }, { type: 'integer' }];
const read = (title: string, content: string, properties: Parameters<typeof objectOf>[0]) =>
  readByRules(
    `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`,
    { schema: objectOf(properties) },
  ).data;

describe('a shop list whose prices are all called regular', () => {
  const cards = (price: (amount: string) => string) =>
    `<ul class="grid">${[
      ['Canvas tote', '38.00'],
      ['Day pack', '72.00'],
      ['Wash bag', '18.50'],
    ]
      .map(
        ([name, amount = ''], i) =>
          `<li class="grid__item"><h3 class="card__heading"><a href="/p/${i}">${name}</a></h3><div class="price">${price(amount)}</div></li>`,
      )
      .join('')}</ul>`;
  const products = { type: 'array', items: objectOf({ name: text, price: number }) };

  it('has these prices', () =>
    expect(
      read(
        'Bags',
        cards(
          (amount) =>
            `<span class="visually-hidden">Regular price</span><span class="price-item price-item--regular">$${amount}</span>`,
        ),
        { products },
      ),
    ).toEqual({
      products: [
        { name: 'Canvas tote', price: 38 },
        { name: 'Day pack', price: 72 },
        { name: 'Wash bag', price: 18.5 },
      ],
    }));

  it('prefers sale prices', () =>
    expect(
      read(
        'Bags',
        cards(
          (amount) => `<span class="price-item--regular">$99.00</span><span class="price-item--sale">$${amount}</span>`,
        ),
        { products },
      ),
    ).toMatchObject({ products: [{ price: 38 }, { price: 72 }, { price: 18.5 }] }));
});

it('reads the category of a post from the footer of its article', () =>
  expect(
    read(
      'Five walks',
      '<article><p>Bath has fine hills.</p><footer class="entry-footer"><span class="cat-links">Posted in <a rel="category tag" href="/x">Walks</a></span></footer></article>',
      { category: text },
    ),
  ).toEqual({ category: 'Walks' }));

it('reads the country of a film from its production country', () =>
  expect(
    read('Le Quai', '<table><tr><th>Pays de production</th><td>France</td></tr></table>', { country: text }),
  ).toEqual({ country: 'France' }));

it('reads rating and price level beside the number of reviews', () =>
  expect(
    read(
      'Blue Door Cafe',
      '<div><span>4.3 </span><a href="#reviews">(218 reviews)</a><span>$$</span><a href="/c">Coffee</a></div>',
      { rating: number, reviewCount: integer, priceRange: text },
    ),
  ).toEqual({ rating: 4.3, reviewCount: 218, priceRange: '$$' }));
