import type { Element } from 'domhandler';
import { cellSpan, tableTag } from '../../contract/table-grid';
import { wholeRow } from '../extraction/rules/page/spanned-rows';
import { elementsIn, findElements, textOf } from '../extraction/rules/page/text-of';
import type { PickedRecord } from './shape';
import { asElement, shownElements } from './shape';

/** Returns the header of each column in the first row of the records. Undefined if the table has no header row. */
export function headersOf(records: readonly PickedRecord[]): readonly string[] | undefined {
  const first = records[0]?.[0];
  if (!first || (first.name !== 'tr' && records.some((record) => record.length > 1))) return undefined;
  const parts = new Set(records.flat());
  const columns = shownElements(wholeRow(first)).reduce((sum, cell) => sum + cellSpan(cell.attribs).columns, 0);
  const rows = rowsAbove(first).filter((row) => !parts.has(row));
  const at = rows.findLastIndex((row) => isHeader(row, columns, first.name === 'tr'));
  const [head, above] = [rows[at], rows[at - 1]];
  if (!head) return undefined;
  const groups = above && isHeader(above, columns, first.name === 'tr') ? columnsOf(above) : [];
  const own = columnsOf(head).map(({ text }) => text);
  return own.map((text, column) => {
    const group = groups[column];
    const isRepeated = text !== '' && own.indexOf(text) !== own.lastIndexOf(text);
    return group && group.span > 1 && isRepeated ? `${group.text} ${text}`.trim() : text;
  });
}

/** Returns the text of each header cell, and the number of columns that the cell spans. */
const columnsOf = (row: Element): readonly { readonly text: string; readonly span: number }[] =>
  shownElements(wholeRow(row)).flatMap((cell) => {
    const { columns: span } = cellSpan(cell.attribs);
    return Array.from({ length: span }, () => ({ text: textOf(cell), span }));
  });

/** Returns the rows above a row: rows of the same table, else the preceding siblings. */
function rowsAbove(row: Element): readonly Element[] {
  const grid = row.name !== 'tr' && tableTag(row) === 'tr' ? gridOf(row) : undefined;
  if (grid) {
    const rows = findElements(grid, (one) => tableTag(one) === 'tr');
    return rows.slice(0, Math.max(0, rows.indexOf(row)));
  }
  const parent = asElement(row.parent);
  if (!parent) return [];
  const before = elementsIn(parent).slice(0, elementsIn(parent).indexOf(row));
  const table = asElement(parent.parent);
  const sections = row.name === 'tr' && parent.name !== 'table' && table ? elementsIn(table) : [];
  const earlier = sections
    .slice(0, sections.indexOf(parent))
    .flatMap((section) => (section.name === 'tr' ? [section] : elementsIn(section)));
  return [...earlier, ...before];
}

/** Returns a row's closest ancestor with a table role. */
function gridOf(row: Element): Element | undefined {
  let up = asElement(row.parent);
  while (up && tableTag(up) !== 'table') up = asElement(up.parent);
  return up;
}

function isHeader(row: Element, columns: number, inTable: boolean): boolean {
  const cells = shownElements(wholeRow(row));
  if (cells.length < 2 || cells.reduce((sum, cell) => sum + cellSpan(cell.attribs).columns, 0) !== columns)
    return false;
  const isMarked = cells.every((cell) => tableTag(cell) === 'th' || cell.attribs.role === 'columnheader');
  return isMarked || (!inTable && cells.every((cell) => /^\D{1,40}$/.test(textOf(cell))));
}
