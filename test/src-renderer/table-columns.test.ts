import { expect, it } from 'vitest';
import type { RecipeField } from '../../core/common/recipe';
import type { RowColumn } from '../../core/common/rows';
import { useLocalPlace } from '../../src-renderer/composables/job/use-job-place';
import { columnValues } from '../../src-renderer/display/answer-rows';
import { tableColumns } from '../../src-renderer/display/column-types';

const field = (name: string, type: RecipeField['type'], list = false): RecipeField => ({
  ...{ name, type, list },
  sources: [{ selector: 'b' }],
});
const column = (id: string, type: RowColumn['type']): RowColumn => ({ id, name: id, type });
const shown = (columns: readonly RowColumn[]) => columns.map(({ id, type }) => `${id} ${type}`);

it('a table has the columns of its recipe in their order before and after its rows are read', () => {
  const fields = [
    field('price', 'price'),
    field('title', 'name'),
    field('sizes', 'integer', true),
    field('sold', 'date'),
  ];
  const before = ['price number', 'title text', 'sizes list', 'sold date'];
  expect(shown(tableColumns(fields, []))).toEqual(before);
  const found = [column('title', 'text'), column('price', 'text'), column('currency', 'text')];
  expect(shown(tableColumns(fields, found))).toEqual([
    ...['price text', 'title text', 'sizes list', 'sold date'],
    'currency text',
  ]);
  expect(shown(tableColumns(fields, [{ ...column('markdown', 'text'), isContent: true }]))).toEqual(before);
});

it('nested values of a row appear in their columns', () => {
  expect(columnValues({ name: 'Kiln', address: { city: 'Leith' }, tags: ['a', 'b'] })).toEqual({
    name: 'Kiln',
    'address.city': 'Leith',
    tags: ['a', 'b'],
  });
});

it('the sort order of a grid outside a job view is kept without an address', () => {
  const place = useLocalPlace();
  expect(place.text('sort')).toBe('');
  place.go({ sort: '-price' }, 'push');
  expect(place.text('sort')).toBe('-price');
  place.go({ sort: '' }, 'push');
  expect(place.text('sort')).toBe('');
});
