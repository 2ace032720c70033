import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';

const MIN_ROWS = 2;
const MIN_CELLS = 2;

/** True for a table that tells something in rows and columns: one for layout has no two rows of two cells with text, or is part of a form. */
export function isDataTable(table: Element): boolean {
  if (table.name !== 'table' || isInForm(table)) return false;
  let rows = 0;
  const stack: Element[] = [table];
  for (let node = stack.pop(); node !== undefined && rows < MIN_ROWS; node = stack.pop()) {
    if (node.name === 'tr' && hasCells(node)) rows++;
    else if (node.name !== 'tr') for (const child of node.children) if (isTag(child)) stack.push(child);
  }
  return rows >= MIN_ROWS;
}

function isInForm(table: Element): boolean {
  for (let up = table.parent; up !== null && isTag(up); up = up.parent) if (up.name === 'form') return true;
  return false;
}

function hasCells(row: Element): boolean {
  let cells = 0;
  for (const cell of row.children)
    if (isTag(cell) && (cell.name === 'td' || cell.name === 'th') && textContent(cell).trim() !== '') cells++;
  return cells >= MIN_CELLS;
}
