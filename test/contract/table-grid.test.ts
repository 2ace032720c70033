import { describe, expect, it } from 'vitest';
import { cellSpan, placeCells } from '../../core/contract/table-grid';

describe('the span of a table cell', () => {
  it.each([
    ['2', 2],
    [' +3', 3],
    ['4px', 4],
    ['2.9', 2],
    ['', 1],
    ['0', 1],
    ['-2', 1],
    ['two', 1],
    ['99999', 1000],
    [undefined, 1],
  ])('reads colspan %s as %s', (colspan, columns) => expect(cellSpan({ colspan }).columns).toBe(columns));

  it.each([
    ['3', 3],
    ['0', 0],
    ['-1', 1],
    ['70000', 65_534],
  ])('reads rowspan %s as %s', (rowspan, rows) => expect(cellSpan({ rowspan }).rows).toBe(rows));
});

describe('the grid of a table', () => {
  /** Places the given rows in a grid. A cell is written as `name`, `name*columns` or `name*columns/rows`. */
  const place = (...rows: string[]) =>
    placeCells(
      rows.map((row) => row.split(' ').filter(Boolean)),
      (cell) => {
        const [, columns, down] = /^\w+(?:\*(\d+))?(?:\/(\d+))?$/.exec(cell)!;
        return { columns: Number(columns ?? 1), rows: Number(down ?? 1) };
      },
    ).map((row) => row.map(({ cell, column }) => `${column}${cell[0]}`).join(' '));

  it('places cells after those that span their row', () => {
    expect(place('a/2 b', 'c', 'd e')).toEqual(['0a 1b', '0a 1c', '0d 1e']);
    expect(place('a b*2/2 c', 'd e')).toEqual(['0a 1b 3c', '0d 1b 3e']);
  });

  it('extends a cell of rowspan 0 to the last row', () => {
    expect(place('a/0 b', 'c', 'd')).toEqual(['0a 1b', '0a 1c', '0a 1d']);
  });

  it('counts rows without their own cells', () => {
    expect(place('a/2 b/2', '', 'c d')).toEqual(['0a 1b', '0a 1b', '0c 1d']);
  });

  it('counts a short row for cells that span past it', () => {
    expect(place('a b c/2', 'd', 'e f g')).toEqual(['0a 1b 2c', '0d', '0e 1f 2g']);
  });

  it('stays small for hostile spans', () => {
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 50 }, () => 'x*1000/65534'));
    expect(place(...rows.map((row) => row.join(' ')))).toHaveLength(300);
  });
});
