import { parseDocument } from 'htmlparser2';
import { expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

/** Builds a table by clicking the price of lamp 6. Every third lamp is sold out. */
function tableOf(lamps: number) {
  const card = (at: number): string =>
    `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><i class="stock">${at % 3 === 0 ? 'Sold out' : 'In stock'}</i><b class="price">€ ${at}.50</b></li>`;
  const cards = Array.from({ length: lamps }, (_, at) => card(at));
  const document = parseDocument(`<main><h1>Lamps</h1><ul>${cards.join('')}</ul></main>`);
  const pick = findElements(document, (one) => textOf(one) === '€ 6.50', 9).at(-1)!;
  const page = { document, address: 'https://shop.example/list' };
  return buildTable(page, { picks: [pick], without: [], level: 0, single: false, name: 'list' });
}

it('suggests the same columns for a list of any length, with a value in every row', () => {
  const [short, long] = [tableOf(60), tableOf(500)];
  const columnsOf = ({ fields }: typeof short) => fields.map(({ field }) => field);
  expect(columnsOf(long)).toEqual(columnsOf(short));
  expect(long.result?.rows).toHaveLength(500);
  expect(long.fields.map(({ nodes }) => nodes.filter(Boolean).length)).toEqual(long.fields.map(() => 500));
  expect(long.result?.rows[499]).toMatchObject({ title: 'Lamp 499', price: 499.5, stock: 'In stock' });
});
