import { expect, it } from 'vitest';
import { priceColumns } from '../../core/common/prices/price-columns';
import type { ColumnType, RowColumn } from '../../core/common/rows';
import { pageColumns, withNameFirst } from '../../src-renderer/composables/rows/use-row-columns';
import { cellText, gridText } from '../../src-renderer/display/cell-text';
import { showLanguage } from '../../src-renderer/texts/i18n';

const columns = (types: Readonly<Record<string, ColumnType>>): readonly RowColumn[] =>
  Object.entries(types).map(([id, type]) => ({ id, name: id, type }));
const order = (types: Readonly<Record<string, ColumnType>>): string =>
  withNameFirst(columns(types))
    .map(({ id }) => id)
    .join(' ');

it('the naming text of a record is the first column of the grid', () => {
  expect(order({ link: 'link', image: 'link', price: 'number', title: 'text' })).toBe('title link image price');
  expect(order({ image: 'link', stock: 'text', 'product.name': 'text' })).toBe('product.name image stock');
  expect(order({ link: 'link', image: 'link', about: 'text', price: 'number' })).toBe('about link image price');
});

it('columns keep their order when no text names the record', () => {
  expect(order({ rank: 'number', link: 'link', about: 'text' })).toBe('rank link about');
  expect(order({ link: 'link', title: 'link' })).toBe('link title');
  expect(order({ title: 'text', url: 'link' })).toBe('title url');
  expect(order({})).toBe('');
});

it('columns of pages have names in the display language, and no credits', async () => {
  const names = (): string =>
    pageColumns(columns({ title: 'text', bytes: 'number', credits: 'number', other: 'text' }))
      .map(({ name }) => name)
      .join(' ');
  expect(names()).toBe('Title Size other');
  await showLanguage('de');
  expect(names()).toBe('Titel Größe other');
  await showLanguage('en');
});

it('numbers in cells have the decimal separator of the display language', async () => {
  const texts = () =>
    [3.2, 2026, [1.5, 2]].map((value) => cellText(value, { id: 'n', name: 'n', type: 'number' }, 'data'));
  expect(texts()).toEqual(['3.2', '2026', '1.5, 2']);
  await showLanguage('de');
  expect(texts()).toEqual(['3,2', '2026', '1,5; 2']);
  await showLanguage('en');
});

it('prices in cells have their currency, in the format of the display language', async () => {
  const given = columns({ price: 'number', currency: 'text', left: 'number' });
  const texts = (price: number, currency: string) =>
    given
      .map((column) =>
        gridText({ number: 0, values: { price, currency, left: 3.2 } }, column, {
          ...{ of: 'data', prices: priceColumns(given.map(({ id }) => id)) },
        }),
      )
      .join(' | ');
  expect(texts(3.2, 'EUR')).toBe('€3.20 | EUR | 3.2');
  expect([texts(1800, 'JPY'), texts(0.0125, '$'), texts(18, '$')]).toEqual([
    ...['¥1,800 | JPY | 3.2', '$0.0125 | $ | 3.2', '$18.00 | $ | 3.2'],
  ]);
  await showLanguage('de');
  expect(texts(3.2, 'EUR')).toBe('3,20\u00a0€ | EUR | 3,2');
  expect([texts(18, '$'), texts(195, 'kr')]).toEqual(['18,00\u00a0$ | $ | 3,2', '195 kr | kr | 3,2']);
  await showLanguage('en');
});

it('an untitled page is named by its URL', () => {
  const row = { number: 0, values: { title: '', url: 'https://a.example/x' } };
  const [title] = columns({ title: 'text' });
  expect(gridText(row, title!, { of: 'pages' })).toBe('a.example/x');
});

it('amounts in cells have the currency that the page states for their row', () => {
  const given = columns({ price: 'text', code: 'text', left: 'number' });
  const row = { number: 0, values: { price: '3.20', code: '0042', left: 7 } };
  const texts = (currencies?: Readonly<Record<string, string>>) =>
    given.map((column) => gridText({ ...row, ...(currencies ? { currencies } : {}) }, column, { of: 'data' }));
  expect(texts()).toEqual(['3.20', '0042', '7']);
  expect(texts({ price: 'EUR' })).toEqual(['€3.20', '0042', '7']);
});

it('the availability of a product is shown in words, but not in ordinary text', async () => {
  const given = ['https://schema.org/InStock', 'http://www.schema.org/Reserved', 'PreOrder', ['InStock', 'SoldOut']];
  const other = ['Reserved', 'IN STOCK', 'JavaScript', 'https://schema.org/Product', 'https://shop.example/InStock'];
  const column = { id: 'availability', name: 'availability', type: 'text' } as const;
  const texts = (values: readonly unknown[]) => values.map((value) => cellText(value, column, 'data'));
  expect(texts(given)).toEqual(['In stock', 'Reserved', 'Pre-order', 'In stock, Sold out']);
  expect(texts(other)).toEqual(other);
  await showLanguage('de');
  expect(texts(given)).toEqual(['Auf Lager', 'Reserviert', 'Vorbestellbar', 'Auf Lager, Ausverkauft']);
  expect(texts(other)).toEqual(other);
  await showLanguage('en');
});
