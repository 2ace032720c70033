import { describe, expect, it } from 'vitest';
import {
  curveLines,
  hasFallen,
  keyColumn,
  numberColumns,
  type RunTable,
  rowCurves,
} from '../../src-renderer/display/row-curves';

const columns = [
  { id: 'name', name: 'name', type: 'text' },
  { id: 'rating', name: 'rating', type: 'number' },
  { id: 'inStock', name: 'inStock', type: 'number' },
  { id: 'Preis', name: 'Preis', type: 'number' },
] as const;
const run = (number: number, prices: Readonly<Record<string, number | string | undefined>>): RunTable => ({
  number,
  at: '2026-11-26T08:00:00Z',
  columns,
  rows: Object.entries(prices).map(([name, Preis]) => ({ name, Preis })),
});

describe('the curves of a monitored table', () => {
  it('have prices first, then stock, then other numbers', () => {
    expect(numberColumns([run(1, {})])).toEqual(['Preis', 'inStock', 'rating']);
    expect(numberColumns([])).toEqual([]);
  });

  it('belong to rows with the key of the monitor, or else with a distinct text', () => {
    const runs = [run(1, { a: 1, b: 2 })];
    expect([keyColumn(runs, 'sku'), keyColumn(runs, undefined), keyColumn([], undefined)]).toEqual([
      'sku',
      'name',
      undefined,
    ]);
    const twice = { ...run(1, {}), rows: [{ name: 'a' }, { name: 'a' }] };
    expect(keyColumn([twice], undefined)).toBeUndefined();
  });

  it('start with the rows that fell most, and keep gaps', () => {
    const runs = [
      run(1, { a: 10, b: 20, c: 5, gone: 1 }),
      run(2, { a: 10, c: 'sold out' }),
      run(3, { a: 9, b: 10, c: 6, d: 3 }),
    ];
    const curves = rowCurves(runs, 'name', 'Preis');
    expect(curves.map(({ key, values, change }) => [key, values, change])).toEqual([
      ['b', [20, undefined, 10], -0.5],
      ['a', [10, 10, 9], -0.1],
      ['d', [undefined, undefined, 3], 0],
      ['c', [5, undefined, 6], 0.2],
    ]);
    expect(curves.filter(hasFallen).map(({ key }) => key)).toEqual(['b']);
  });

  it('have no change from 0', () => {
    const [curve] = rowCurves([run(1, { a: 0 }), run(2, { a: 4 })], 'name', 'Preis');
    expect([curve?.change, curve && hasFallen(curve)]).toEqual([undefined, false]);
  });

  it('are lines within their size, interrupted by gaps', () => {
    expect(curveLines([1, 3, undefined, 2], 30, 10)).toEqual(['0,10 10,0', '30,5']);
    expect(curveLines([4, 4], 30, 10)).toEqual(['0,5 30,5']);
    expect(curveLines([4], 30, 10)).toEqual(['0,5']);
  });
});
