import { describe, expect, it } from 'vitest';
import { valuesRead } from '../../../core/jobs/monitors/baseline';
import { missingWarning, requestedValues } from '../../../core/jobs/monitors/missing-values';

const json = (...names: readonly string[]) => ({
  type: 'json',
  schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
});
const target = (...names: readonly string[]) => ({ scrapeOptions: { formats: ['markdown', json(...names)] } });
const request = { targets: [target('price', 'stock'), target('price')] };
const page = (more: object = {}) => ({ url: 'http://shop.test/', title: 'Shop', status: 200, text: 'digest', ...more });
const advice = 'Change the name of the value, or watch a list on the page as a table.';

describe('the warning about missing values', () => {
  it('names each requested value that no page contains', () => {
    expect(requestedValues(request)).toEqual(['price', 'stock']);
    const warning = missingWarning(request, {}, { rows: [page({ price: '€ 3', stock: null })], key: 'url' });
    expect(warning).toBe(`"stock" was not found on this page, so this monitor cannot report it. ${advice}`);
  });

  it('says that the value was on none of several pages, and names a column of a condition once', () => {
    const conditions = [{ type: 'changed', column: 'stock' } as const, { type: 'newRow' } as const];
    const rows = [page({ price: '€ 3' }), page()];
    expect(missingWarning(request, { conditions }, { rows, key: 'url' })).toBe(
      `"stock" was not found on any of the pages, so this monitor cannot report it. ${advice}`,
    );
  });

  it('is absent if the columns have values, if they are those of every page, or without rows', () => {
    const conditions = [{ type: 'changed', column: 'title' } as const];
    expect(missingWarning({}, { conditions }, { rows: [page({ title: '' })], key: 'url' })).toBeUndefined();
    expect(missingWarning(request, {}, { rows: [page({ price: 0, stock: false })], key: 'url' })).toBeUndefined();
    expect(missingWarning(request, {}, { rows: [], key: 'url' })).toBeUndefined();
  });
});

describe('the summary of a baseline', () => {
  const rows = [
    { name: 'Pan', price: '€ 35', stock: 4 },
    { name: 'Kettle', price: '€ 4.90', stock: 12 },
  ];

  it('is the range of each watched column', () => {
    expect(valuesRead(rows, ['stock', 'name'])).toEqual([{ column: 'stock', low: '4', high: '12' }]);
    expect(valuesRead([{ stock: 'in stock' }], ['stock', 'stock'])).toEqual([
      { column: 'stock', low: 'in stock', high: 'in stock' },
    ]);
  });

  it('is the range of the prices, or of the first numbers, if no column is watched', () => {
    expect(valuesRead(rows, [])).toEqual([{ column: 'price', low: '€ 4.90', high: '€ 35' }]);
    expect(
      valuesRead(
        rows.map(({ price: _, ...row }) => row),
        [],
      ),
    ).toEqual([{ column: 'stock', low: '4', high: '12' }]);
  });
});
