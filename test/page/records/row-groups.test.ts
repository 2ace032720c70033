import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const address = 'https://site.example/list';
const request = { without: [], level: 0, single: false, name: 'list', picks: [] };
const pageOf = (rows: string, around = '') => parseDocument(`<main><table>${rows}</table>${around}</main>`);
/** Builds a table by clicking the element marked `data-p`. */
function tableOf(rows: string, around = '') {
  const document = pageOf(rows, around);
  const clicked = findElement(document, ({ attribs }) => attribs['data-p'] !== undefined)!;
  return buildTable({ document, address }, { ...request, clicked });
}
const names = ['Screw', 'Nut', 'Washer', 'Bolt', 'Rivet', 'Dowel'];
/** Joins rows, with a mark on the value at `mark` (0 or 1) of the second record. */
const list = (make: (name: string, at: number, marks: readonly [string, string]) => string, mark: number): string =>
  names
    .map((name, at) => make(name, at, at === 1 ? (mark === 0 ? [' data-p', ''] : ['', ' data-p']) : ['', '']))
    .join('');
const shapeOf = ({ records, warnings }: ReturnType<typeof tableOf>) => [
  records.length,
  new Set(records.map(({ length }) => length)),
  warnings,
];
const valuesOf = ({ result }: ReturnType<typeof tableOf>) => result?.rows.map((row) => Object.values(row));

describe.each([0, 1])('records of several table rows, by a click in row %i', (mark) => {
  it('include a cell that spans the columns above it', () => {
    const head = '<tr><th>Part</th><th>Price</th></tr>';
    const table = tableOf(
      head +
        list(
          (name, at, [one, two]) =>
            `<tr><td${one}>${name}</td><td>${at + 1}.20 €</td></tr><tr><td colspan="2"${two}>For doors of ${at + 2} cm</td></tr>`,
          mark,
        ),
    );
    expect(shapeOf(table)).toEqual([6, new Set([2]), []]);
    expect(valuesOf(table)?.[1]).toEqual(['Nut', 2.2, 'For doors of 3 cm']);
    expect(table.fields.map(({ field }) => field.name).slice(0, 2)).toEqual(['Part', 'Price']);
  });

  it('include a line of facts below the title', () => {
    const rows = list(
      (name, at, [one, two]) =>
        `<tr><td>${at + 1}.</td><td><a href="/${name}"${one}>History of the ${name}</a></td></tr><tr><td></td><td><span${two}>${at * 7 + 5} points</span> by <a href="/user/u${at}">user${at}</a></td></tr>`,
      mark,
    );
    const table = tableOf(rows, '<a rel="next" href="?p=2">More</a>');
    expect(shapeOf(table)).toEqual([6, new Set([2]), []]);
    expect(table.result?.rows[2]).toMatchObject({ title: 'History of the Washer', points: 19, author: 'user2' });
    expect(table.next?.url).toBe('https://site.example/list?p=2');
    const other = { document: pageOf(rows.replaceAll('user', 'reader')), address };
    expect(tableOfRecipe(other, table.recipe!).result?.rows[2]).toMatchObject({ author: 'reader2' });
  });

  it('may lack the second row', () => {
    const table = tableOf(
      list((name, at, [one, two]) => {
        const note = `<tr class="${at % 2}"><td colspan="3"${two}>Only valid on day ${at}</td></tr>`;
        return `<tr><td${one}>${name}ton</td><td>Leeds ${at}</td><td>£${at + 3}.50</td></tr>${at % 3 === 2 ? '' : note}`;
      }, mark),
    );
    expect(shapeOf(table)).toEqual([6, new Set([2, 1]), []]);
    const notes = table.fields.find(({ nodes }) => nodes.some((node) => node?.attribs.colspan === '3'))!;
    expect(table.result?.rows.map((row) => row[notes.field.name])).toEqual(
      names.map((_, at) => (at % 3 === 2 ? null : `Only valid on day ${at}`)),
    );
  });

  it('include the rows beside a cover', () => {
    const table = tableOf(
      list(
        (name, at, [one, two]) =>
          `<tr><td rowspan="3"><img src="/${at}.jpg"></td><td colspan="2"><a href="/b/${at}"${one}>The book of ${name}</a></td></tr><tr><td${two}>Ada Author ${at}</td><td>${1990 + at}</td></tr><tr><td colspan="2">Shelf ${at}B</td></tr>`,
        mark,
      ),
    );
    expect(shapeOf(table)).toEqual([6, new Set([3]), []]);
    expect(valuesOf(table)?.[1]).toEqual([
      'The book of Nut',
      'Ada Author 1',
      1991,
      'Shelf 1B',
      'https://site.example/b/1',
      'https://site.example/1.jpg',
    ]);
  });
});

describe('rows that are separate records', () => {
  it.each([
    ['below group headings', (at: number) => (at % 2 === 0 ? `<tr><td colspan="2">Group ${at}</td></tr>` : '')],
    ['above subtotals', (at: number) => (at % 3 === 2 ? `<tr><td colspan="2">Sum ${at * 7}</td></tr>` : '')],
  ])('are not merged %s', (_, head) => {
    const table = tableOf(
      list(
        (name, at, [one]) =>
          `${at % 2 === 0 ? head(at) : ''}<tr><td${one}>${name}</td><td>${at + 20}</td></tr>${at % 2 === 0 ? '' : head(at)}`,
        0,
      ),
    );
    expect(shapeOf(table)).toEqual([6, new Set([1]), []]);
  });

  it('are not merged if only their classes alternate', () => {
    const table = tableOf(
      list((name, at, [one]) => `<tr class="row${at % 2}"><td${one}>${name}</td><td>${at + 20}</td></tr>`, 0),
    );
    expect(shapeOf(table)).toEqual([6, new Set([1]), []]);
  });
});
