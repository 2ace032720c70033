import { expect, it } from 'vitest';
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
  expect(texts()).toEqual(['3,2', '2026', '1.5, 2']);
  await showLanguage('en');
});

it('an untitled page is named by its URL if the URL has no column of its own', () => {
  const row = { number: 0, values: { title: '', url: 'https://a.example/x' } };
  const [title, url] = columns({ title: 'text', url: 'link' });
  expect(gridText(row, title!, [title!], 'pages')).toBe('https://a.example/x');
  expect(gridText(row, title!, [title!, url!], 'pages')).toBe('');
});
