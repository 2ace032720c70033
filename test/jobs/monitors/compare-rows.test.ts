import { describe, expect, it } from 'vitest';
import { rowsIn } from '../../../core/common/records';
import { compareRows } from '../../../core/jobs/monitors/compare-rows';

const kettle = { name: 'Copper kettle', price: 49.9, stock: { left: 3, place: 'A' } };
const pan = { name: 'Iron pan', price: 35 };

describe('rows are equal', () => {
  it('in another order, with fields in another order, and with different white space', () => {
    const moved = [pan, { price: 49.9, stock: { place: 'A', left: 3 }, name: ' Copper  kettle\n' }];
    const nothing = { added: [], removed: [], changed: [] };
    expect(compareRows([kettle, pan], moved)).toEqual(nothing);
    expect(compareRows([kettle, pan], moved, { key: 'name' })).toEqual(nothing);
  });

  it('when only ignored columns differ', () => {
    const found = compareRows([{ ...pan, seen: 1 }], [{ ...pan, seen: 2 }], { ignore: ['seen'] });
    expect(found).toEqual({ added: [], removed: [], changed: [] });
  });
});

describe('changed rows', () => {
  it('are reported cell by cell with a key, old value and new', () => {
    const found = compareRows([kettle, pan], [{ ...pan, price: 39 }, { name: 'Oak board' }], { key: 'name' });
    expect(found.changed).toEqual([{ key: 'Iron pan', cells: [{ column: 'price', before: 35, after: 39 }] }]);
    expect([found.added, found.removed]).toEqual([[{ name: 'Oak board' }], [kettle]]);
  });

  it('are one removed and one added row without a key', () => {
    const found = compareRows([pan], [{ ...pan, price: 39 }]);
    expect(found).toEqual({ added: [{ ...pan, price: 39 }], removed: [pan], changed: [] });
  });

  it('are counted when several are equal or have the same key', () => {
    expect(compareRows([pan, pan], [pan]).removed).toEqual([pan]);
    const found = compareRows([pan, { ...pan, price: 1 }], [pan, { ...pan, price: 2 }], { key: 'name' });
    expect(found.changed).toEqual([{ key: 'Iron pan', cells: [{ column: 'price', before: 1, after: 2 }] }]);
  });

  it('are reported as a whole when the key is empty, and when a column is added or removed', () => {
    const found = compareRows(
      [{ name: '', price: 1 }, pan],
      [
        { name: '', price: 2 },
        { ...pan, colour: 'red' },
      ],
      {
        key: 'name',
      },
    );
    expect([found.added, found.removed]).toEqual([[{ name: '', price: 2 }], [{ name: '', price: 1 }]]);
    expect(found.changed).toEqual([{ key: 'Iron pan', cells: [{ column: 'colour', before: null, after: 'red' }] }]);
  });

  it('are found quickly among 20,000', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `Row ${index}`, price: index % 7 }));
    const later = rows.slice(1).map((row) => (row.id === 9 ? { ...row, price: 99 } : row));
    const before = process.cpuUsage();
    const found = compareRows(rows, later, { key: 'id' });
    expect([found.added.length, found.removed.length, found.changed.length]).toEqual([0, 1, 1]);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('the rows in an answer', () => {
  it('are its only list of objects, its entries, or itself', () => {
    expect(rowsIn([kettle, 'x'])).toEqual([kettle, { value: 'x' }]);
    expect(rowsIn({ shop: 'Hearth', tags: ['a'], items: [pan, kettle] })).toEqual([pan, kettle]);
    const twoLists = { shop: 'Hearth', items: [pan, kettle], more: [pan] };
    expect(rowsIn(twoLists), 'what changes in either list is told').toEqual([twoLists]);
    expect(rowsIn({ name: 'Hearth' })).toEqual([{ name: 'Hearth' }]);
    expect([{ fax: null, items: [] }, [{ fax: null }]].map(rowsIn)).toEqual([[], [{ fax: null }]]);
    expect([rowsIn([]), rowsIn({}), rowsIn(undefined), rowsIn('x')]).toEqual([[], [], [], [{ value: 'x' }]]);
  });
});
