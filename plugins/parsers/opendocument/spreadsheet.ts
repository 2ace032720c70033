import { type Element, isTag } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { escapeHtml, formulaLink, tableHtml } from '../../../core/contract/plugin';
import { plainText } from './text';

const MAX_CELLS = 500_000;

/** Converts sheets to headings and tables. Adds a warning if rows were dropped because of the cell limit. */
export function sheetsHtml(body: Element): { readonly html: string; readonly warnings: readonly string[] } {
  const budget = { cells: MAX_CELLS, cut: 0 };
  const sheets = body.children
    .filter((node): node is Element => isTag(node) && node.name === 'table:table')
    .map((table) => {
      const rows = rowsOf(table, budget);
      const cells = rows.map((row) => row.map((html) => ({ html })));
      return `<h2>${escapeHtml(table.attribs['table:name'] ?? '')}</h2>${tableHtml(cells)}`;
    });
  const warnings =
    budget.cut > 0 ? [`The sheets were truncated after ${MAX_CELLS} cells; ${budget.cut} rows are missing.`] : [];
  return { html: sheets.join('\n'), warnings };
}

/**
 * Returns the cells of non-empty rows as HTML. Drops trailing empty columns, and pads shorter rows to the same width
 * within the cell limit.
 */
function rowsOf(table: Element, budget: { cells: number; cut: number }): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  for (const row of getElementsByTagName('table:table-row', table)) {
    const cells = cellsOf(row, budget.cells);
    if (cells.length === 0) continue;
    const repeats = countOf(row, 'table:number-rows-repeated');
    const fitting = Math.min(repeats, Math.floor(budget.cells / cells.length));
    for (let at = 0; at < fitting; at++) rows.push(cells);
    budget.cells -= fitting * cells.length;
    budget.cut += repeats - fitting;
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.length * width > MAX_CELLS ? rows : rows.map((row) => [...row, ...Array(width - row.length).fill('')]);
}

function cellsOf(row: Element, most: number): readonly string[] {
  const cells: string[] = [];
  let empty = 0;
  for (const cell of row.children) {
    if (!isTag(cell)) continue;
    const repeats = countOf(cell, 'table:number-columns-repeated');
    const html = cellHtml(cell);
    if (html === '') {
      empty += repeats;
      continue;
    }
    const room = Math.max(0, most + 1 - cells.length);
    cells.push(...Array(Math.min(empty, room)).fill(''), ...Array(Math.min(repeats, room)).fill(html));
    empty = 0;
  }
  return cells;
}

const countOf = (node: Element, name: string): number => Math.max(1, Number(node.attribs[name]) || 1);

/** Returns the displayed text of a cell as HTML, with its link, if any. Dates are in ISO 8601. */
function cellHtml(cell: Element): string {
  const date = cell.attribs['office:value-type'] === 'date' ? cell.attribs['office:date-value'] : undefined;
  const html = escapeHtml(date?.replace(/T00:00:00(?:\.0+)?$/, '') ?? plainText(cell)).replace(/\n/g, '<br>');
  const href = linkOf(cell);
  return html === '' || href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`;
}

/** Returns the web or email link of a cell: the target of its formula, or of the only link in its text. */
function linkOf(cell: Element): string | undefined {
  const [link, ...others] = getElementsByTagName('text:a', cell);
  const target = link === undefined || others.length > 0 ? undefined : link.attribs['xlink:href'];
  if (target !== undefined && /^(?:https?:|mailto:)/i.test(target)) return target;
  return formulaLink(cell.attribs['table:formula'] ?? '')?.href;
}
