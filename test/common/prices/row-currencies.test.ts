import { expect, it } from 'vitest';
import type { ValueSource } from '../../../core/common/extraction';
import { amountIn } from '../../../core/common/prices/amounts';
import { rowCurrencies } from '../../../core/common/prices/row-currencies';
import { recordsOf } from '../../../core/common/records';

const source = (path: string, currency?: string): ValueSource => ({
  ...{ path, url: 'https://a.example/', kind: 'table', excerpt: '', score: 1 },
  ...(currency ? { currency } : {}),
});
const currenciesOf = (data: unknown, ...sources: readonly ValueSource[]) => {
  const of = rowCurrencies(data, sources);
  return recordsOf(data).map((fields, index) => of(index, fields));
};

it('assigns the currencies of sources to the columns of each record', () => {
  const items = [{ price: 3.2, 'a/b': 1, offer: { net: 2 } }, { price: 4 }, { price: 5 }];
  const sources = [
    source('/items/0/price', 'EUR'),
    source('/items/0/price', 'USD'),
    source('/items/0/a~1b', '$'),
    source('/items/0/offer/net', 'GBP'),
    source('/items/1/price', 'JPY'),
    source('/items/2/price'),
  ];
  expect(currenciesOf({ page: 1, items }, ...sources)).toEqual([
    { price: 'EUR', 'a/b': '$', 'offer.net': 'GBP' },
    { price: 'JPY' },
    undefined,
  ]);
  expect(currenciesOf(items, source('/1/price', 'EUR'))).toEqual([undefined, { price: 'EUR' }, undefined]);
  expect(currenciesOf({ price: 3.2 }, source('/price', 'EUR'))).toEqual([{ price: 'EUR' }]);
  expect(currenciesOf({ price: 3.2 }, source('/price'))).toEqual([undefined]);
});

it.each([
  [3.2, 3.2],
  ['3.20', 3.2],
  ['3,20', 3.2],
  ['€ 1.234,50', 1234.5],
  ['49 kr', 49],
  ['1.234', undefined],
  ['€1.234', undefined],
  ['€3–€5', undefined],
  ['from €3', undefined],
  ['free', undefined],
  [undefined, undefined],
])('reads %s as the amount %s', (value, amount) => {
  expect(amountIn(value)).toBe(amount);
});
