import type { Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';
import { objectOf, readByRules } from '../../support/read-by-rules';

const schema = objectOf({
  products: { type: 'array', items: objectOf({ name: { type: 'string' }, price: { type: 'number' } }) },
});
const listed = (cards: readonly string[]) => `<html><head><title>Lamps</title></head><body><h1>Lamps</h1>
<div class="grid">${cards.map((card, at) => `<div class="tile"><a href="/${at}">Lamp ${'ABCD'[at]}</a>${card}</div>`).join('')}</div></body></html>`;
const pricesOf = (cards: readonly string[]) => {
  const { products } = readByRules(listed(cards), { schema }).data as { products: { price?: number }[] };
  return products.map(({ price }) => price);
};

const now = (price: string) => `<p><span class="now"><i>Now</i> <b class="value">${price}</b></span></p>`;
const single = (price: string) => `<p><span class="now"><b class="value">${price}</b></span></p>`;
/** Returns sale cards. The second and fourth cards have only one price. */
const sale = (reduced: (price: string, former: string) => string, one = single) => [
  reduced('$49.99', '$79.99'),
  one('$79.99'),
  reduced('$30.00', '$35.00'),
  one('$12.50'),
];
const expected = [49.99, 79.99, 30, 12.5];

describe('the prices of a sale', () => {
  it('are the current ones without a currency, too', () => {
    const box = (price: string) => `<div class="price">${price}</div>`;
    const cards = ['1 299', '449', '<del>2 490</del> <ins>1 990</ins>', '<s>1.299,00</s> <b>999,00</b>'].map(box);
    expect(pricesOf(cards)).toEqual([1299, 449, 1990, 999]);
  });

  it.each(['Comp. Value', 'Was', 'RRP', 'MSRP', 'statt', 'UVP', 'List:', 'List price', 'Before', 'Compare at'])(
    'are the current ones beside "%s" in cards of the same class',
    (label) => {
      expect(pricesOf(sale((price, former) => `${now(price)}<p>${label} <em>${former}</em></p>`))).toEqual(expected);
    },
  );

  it.each([
    '<s>$</s>',
    '<del>$</del>',
    '<span class="price-old">$</span>',
    '<p>Was: $</p>',
    '<p><i>Was</i> <b>$</b></p>',
  ])('are the current ones beside %s, whichever comes first', (markup) => {
    const former = (price: string) => markup.replace('$', price);
    expect(pricesOf(sale((price, was) => `${single(price)}${former(was)}`))).toEqual(expected);
    expect(pricesOf(sale((price, was) => `${former(was)}${single(price)}`))).toEqual(expected);
  });

  it('are the current ones beside sentences for screen readers about prices', () => {
    const spoken = (price: string) => `<i class="sr-only">The current price is ${price}</i>`;
    const tile = (price: string, more: string) =>
      `<div class="price"><p><span class="now"><b class="value">${price}</b></span></p>${more}${spoken(price)}</div><dl><dd>Lamp is available in 5 colours. The chosen colour is priced at $99.00.</dd></dl>`;
    expect(
      pricesOf(
        sale(
          (price, was) => tile(price, `<div>Comp. Value <em>${was}</em></div><i>41% Savings</i>`),
          (price) => tile(price, ''),
        ),
      ),
    ).toEqual(expected);
  });

  it('are the current ones in a single text', () => {
    const one = (price: string) => `<p class="price">${price}</p>`;
    expect(pricesOf(sale((price, was) => `<p class="price">Was ${was}, now ${price}</p>`, one))).toEqual(expected);
  });

  it('fill the column of the clicked price, reduced or not', () => {
    const cards = sale((price, was) => `${now(price)}<p>Comp. Value <em>${was}</em></p>`);
    for (const clicked of ['$49.99', '$79.99', '$12.50']) {
      const document: Document = parseDocument(listed(cards));
      const text = (node: { children: readonly unknown[] }) =>
        (node.children[0] as { data?: string } | undefined)?.data;
      const pick = findElement(document, (node) => node.name === 'b' && text(node) === clicked)!;
      const { result, fields } = buildTable(
        { document, address: 'https://shop.example/' },
        { clicked: pick, picks: [], without: [], level: 0, single: false, name: 'lamps' },
      );
      expect(result?.rows.map(({ price }) => price)).toEqual(expected);
      expect(fields.filter(({ field }) => field.name === 'now')).toEqual([]);
    }
  });

  it('are a column below labelled former ones, in cards of different length', () => {
    const line = (label: string, price: string) => `<div>${label} <b>${price}</b></div>`;
    const cards = sale(
      (price, was) => `<section>${line('Was:', was)}${line('Now:', price)}</section>`,
      (price) => `<section><div><b>${price}</b></div></section>`,
    );
    const document: Document = parseDocument(listed(cards));
    const { result } = buildTable(
      { document, address: 'https://shop.example/' },
      {
        picks: [findElement(document, ({ name }) => name === 'a')!],
        without: [],
        level: 0,
        single: false,
        name: 'lamps',
      },
    );
    expect(result?.rows.map(({ price }) => price)).toEqual(expected);
  });
});
