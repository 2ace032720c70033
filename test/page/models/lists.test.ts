import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { listPages } from './list-pages';

describe('a list of records', () => {
  it.each(listPages)('is found with all rows and columns: $name', ({ body, properties, rows }) => {
    const schema = objectOf({ items: { type: 'array', items: objectOf(properties) } });
    const { data } = readByRules(`<html><head><title>Our list</title></head><body>${body}</body></html>`, { schema });
    expect(data).toEqual({ items: rows });
  });

  it.each([
    ['2', '<tr><td>B</td><td>Oats</td><td>€ 3.00</td></tr>'],
    ['0', '</tbody><tbody><tr><td>B</td><td>Oats</td><td>€ 3.00</td></tr>'],
  ])('is found in a table with rowspan %s', (rowspan, last) => {
    const body = `<table><thead><tr><th>Shelf</th><th>Name</th><th>Price</th></tr></thead><tbody>
<tr><td rowspan="${rowspan}">A</td><td>Rice</td><td>€ 1.00</td></tr><tr><td>Corn</td><td>€ 2.00</td></tr>${last}</tbody></table>`;
    const properties = { shelf: { type: 'string' }, name: { type: 'string' }, price: { type: 'number' } };
    const schema = objectOf({ items: { type: 'array', items: objectOf(properties) } });
    expect(readByRules(`<body>${body}</body>`, { schema }).data).toEqual({
      items: [
        { shelf: 'A', name: 'Rice', price: 1 },
        { shelf: 'A', name: 'Corn', price: 2 },
        { shelf: 'B', name: 'Oats', price: 3 },
      ],
    });
  });

  it('come from grids of elements with ARIA roles', () => {
    const row = (role: string, ...cells: string[]): string =>
      `<div role="row">${cells.map((text) => `<div role="${role}">${text}</div>`).join('')}</div>`;
    const body = `<div role="grid"><div class="ag-header" role="presentation"><div role="rowgroup">${row('columnheader', 'Part', 'Left', 'Shelf')}</div></div><div role="rowgroup">${row('gridcell', 'Rim', '14', 'A3')}${row('gridcell', 'Hub', '9', 'B1')}</div></div>`;
    const properties = { part: { type: 'string' }, left: { type: 'number' }, shelf: { type: 'string' } };
    const schema = objectOf({ parts: { type: 'array', items: objectOf(properties) } });
    expect(readByRules(`<body>${body}</body>`, { schema }).data).toEqual({
      parts: [
        { part: 'Rim', left: 14, shelf: 'A3' },
        { part: 'Hub', left: 9, shelf: 'B1' },
      ],
    });
  });

  it('is the whole answer when the schema is a list', () => {
    const [page] = listPages;
    const schema = { type: 'array', items: objectOf(page!.properties) };
    expect(readByRules(`<body>${page!.body}</body>`, { schema }).data).toEqual(page!.rows);
  });
});
