import type { Element } from 'domhandler';
import type { Align, Block, TableCell } from './model';
import { onOneLine } from './one-line';

const MAX_COLUMNS = 200;
const LONG_CELL = 600;

/** A table cell before the table decides what it is. */
interface RawCell {
  readonly blocks: readonly Block[];
  readonly header: boolean;
  readonly align: Align;
  readonly columns: number;
  readonly rows: number;
}

const emptyCell: TableCell = { leaves: [], align: undefined };

/** A table being read: its rows of cells, and what stands outside of them. */
export interface RawTable {
  readonly presentation: boolean;
  readonly rows: { readonly header: boolean; readonly cells: RawCell[] }[];
  /** Lines of code, when the table is a numbered listing. */
  readonly codeLines: string[];
  caption: readonly Block[];
}

/** A table at its opening tag. */
export function startTable(table: Element): RawTable {
  const role = table.attribs.role;
  return { presentation: role === 'presentation' || role === 'none', rows: [], codeLines: [], caption: [] };
}

/** How a cell says its text is aligned. */
export function alignOf(cell: Element): Align {
  const said = (
    /text-align:\s*(left|center|right)/i.exec(cell.attribs.style ?? '')?.[1] ?? cell.attribs.align
  )?.toLowerCase();
  return said === 'left' || said === 'center' || said === 'right' ? said : undefined;
}

/** A span attribute as a number within reason. */
export function spanOf(value: string | undefined): number {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 1 ? Math.min(number, MAX_COLUMNS) : 1;
}

/** What a table becomes: a markdown table when it holds data, else the blocks of its cells one after another. */
export function finishTable(table: RawTable, language: () => string): Block[] {
  if (table.codeLines.length > 0) return [{ type: 'code', text: table.codeLines.join('\n'), language: language() }];
  const rows = table.rows.filter((row) => row.cells.length > 0);
  const blocks: Block[] = [...table.caption];
  if (rows.every((row) => row.cells.every((cell) => cell.blocks.length === 0))) return blocks;
  if (!isData(table, rows)) return [...blocks, ...rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks))];
  const width = Math.min(
    MAX_COLUMNS,
    largest(rows.map((row) => row.cells.reduce((sum, cell) => sum + cell.columns, 0))),
  );
  const first = rows[0];
  // A first row of one cell over the whole width is the table's title.
  if (
    first !== undefined &&
    rows.length > 2 &&
    first.cells.length === 1 &&
    width > 1 &&
    first.cells[0]?.columns === width
  ) {
    blocks.push(...(first.cells[0]?.blocks ?? []));
    rows.shift();
  }
  return [...blocks, { type: 'table', rows: placeCells(rows, width) }];
}

const largest = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number), 0);

const INLINE_BLOCKS = new Set(['paragraph', 'heading', 'list', 'code', 'math', 'quote']);

function isData(table: RawTable, rows: RawTable['rows']): boolean {
  if (table.presentation) return false;
  const cells = rows.flatMap((row) => row.cells);
  const headers = cells.some((cell) => cell.header);
  if (cells.some((cell) => cell.blocks.some((block) => !INLINE_BLOCKS.has(block.type)))) return false;
  if (headers) return cells.length > 1 || rows.length > 1;
  if (rows.every((row) => row.cells.length <= 1)) return false;
  return cells.every(
    (cell) => cell.blocks.every((block) => block.type === 'paragraph' || block.type === 'math') && !isLong(cell.blocks),
  );
}

function isLong(blocks: readonly Block[]): boolean {
  if (blocks.length < 2) return false;
  let length = 0;
  for (const block of blocks)
    if (block.type === 'paragraph') for (const leaf of block.leaves) length += leaf.text.length;
  return length > LONG_CELL;
}

/** Puts cells on a grid: a cell over several columns or rows is followed by empty ones. */
function placeCells(rows: RawTable['rows'], width: number): TableCell[][] {
  const open: number[] = [];
  const grid = rows.map((row) => {
    const line: TableCell[] = [];
    const skipOpen = (): void => {
      while (line.length < width && (open[line.length] ?? 0) > 0) {
        open[line.length] = (open[line.length] ?? 1) - 1;
        line.push(emptyCell);
      }
    };
    for (const cell of row.cells) {
      skipOpen();
      for (let column = 0; column < cell.columns && line.length < width; column++) {
        open[line.length] = cell.rows - 1;
        line.push(column === 0 ? { leaves: onOneLine(cell.blocks, 'br'), align: cell.align } : emptyCell);
      }
    }
    skipOpen();
    return line;
  });
  const columns = largest(grid.map((line) => line.length));
  const header = grid[0] ?? [];
  while (header.length < columns) header.push(emptyCell);
  return grid;
}
