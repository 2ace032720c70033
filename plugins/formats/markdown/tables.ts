import type { Element } from 'domhandler';
import { type CellSpan, type PlacedCell, placeCells } from '../../../core/contract/plugin';
import { inAriaOrder } from './aria-order';
import { type Align, type Block, findMark, type Leaf, type TableCell } from './model';
import { onOneLine } from './one-line';

const MAX_COLUMNS = 200;
const LONG_CELL = 600;
const SHORT_CELL = 80;

/** A cell whose table has not been classified as data or layout yet. */
interface RawCell {
  /** `aria-colindex` of the cell. */
  readonly at: number | undefined;
  readonly blocks: readonly Block[];
  readonly header: boolean;
  readonly align: Align;
  readonly span: CellSpan;
}

/** A row whose table has not been classified as data or layout yet. */
interface RawRow {
  /** `aria-rowindex` of the row. */
  readonly at: number | undefined;
  readonly header: boolean;
  /** Row group that contains the row. A cell never extends into another group. */
  readonly group: unknown;
  readonly cells: RawCell[];
}

/** A row whose cells have been assigned to columns. Includes cells that extend into the row from earlier rows. */
interface PlacedRow extends RawRow {
  readonly placed: readonly PlacedCell<RawCell>[];
}

const noCell: RawCell = {
  at: undefined,
  blocks: [],
  header: false,
  align: undefined,
  span: { columns: 1, rows: 1 },
};
const emptyCell: TableCell = { leaves: [], align: undefined };

/** State of a table during conversion: its rows, and the content outside the rows. */
export interface RawTable {
  readonly presentation: boolean;
  readonly rows: RawRow[];
  /** Lines of code, if the table is a numbered listing. */
  readonly codeLines: string[];
  caption: readonly Block[];
  /** True when a cell contains a nested table with text in several rows. */
  framesTable: boolean;
}

/** Creates the initial state of a table from its opening tag. */
export function startTable(table: Element): RawTable {
  const role = table.attribs.role;
  return {
    presentation: role === 'presentation' || role === 'none',
    rows: [],
    codeLines: [],
    caption: [],
    framesTable: false,
  };
}

/** Returns the text alignment of a cell. */
export function alignOf(cell: Element): Align {
  const said = (
    /text-align:\s*(left|center|right)/i.exec(cell.attribs.style ?? '')?.[1] ?? cell.attribs.align
  )?.toLowerCase();
  return said === 'left' || said === 'center' || said === 'right' ? said : undefined;
}

/**
 * Converts a table to blocks. A data table becomes a Markdown table. Any other table is replaced by the blocks in its
 * cells. If `repeats` is true, merged cells are repeated.
 */
export function finishTable(table: RawTable, language: () => string, repeats = false): Block[] {
  if (table.codeLines.length > 0) return [{ type: 'code', text: table.codeLines.join('\n'), language: language() }];
  const rows = placeRows(inAriaOrder<RawCell, RawRow>(table.rows, noCell)).filter((row) => row.cells.length > 0);
  const blocks: Block[] = [...table.caption];
  if (rows.every((row) => row.cells.every((cell) => cell.blocks.length === 0))) return blocks;
  if (!isData(table, rows)) return [...blocks, ...rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks))];
  const width = Math.min(MAX_COLUMNS, largest(rows.map(endOf)));
  const title = titleOf(rows, width);
  if (title !== undefined) rows.shift();
  const grid = gridOf(rows, width, repeats);
  // A Markdown table needs a header, so a table that starts with data gets an empty header. A table with a single cell
  // gets no extra header.
  if (!isLoneCell(rows) && !isHeader(rows[0]) && !namesNumbers(grid))
    grid.unshift((grid[0] ?? []).map(() => emptyCell));
  return [...blocks, ...(title ?? []), { type: 'table', rows: grid }];
}

const isLoneCell = (rows: readonly RawRow[]): boolean => rows.length === 1 && rows[0]?.cells.length === 1;

/** Returns a table's title: the only cell in the first row, if it spans the full width. */
function titleOf([first, second]: readonly RawRow[], width: number): readonly Block[] | undefined {
  const only = first?.cells.length === 1 ? first.cells[0] : undefined;
  return only && width > 1 && only.span.columns >= width && second !== undefined && isHeader(second)
    ? only.blocks
    : undefined;
}

/** True for a header row, i.e. a row marked up as a header or entirely in bold. */
function isHeader(row: RawRow | undefined): boolean {
  if (row === undefined) return false;
  const filled = row.cells.filter((cell) => cell.blocks.length > 0);
  if (row.header || filled.some((cell) => cell.header)) return row.header || filled.every((cell) => cell.header);
  if (filled.length === 0) return row.cells.every((cell) => cell.header);
  return filled.length > 1 && filled.every((cell) => cell.blocks.every(isStrong));
}

/**
 * True for a number, a numeric date, or a range of numbers or dates. The text may contain signs, symbols and
 * separators, but no letters.
 */
const isNumber = (text: string): boolean => text.length < 40 && /\d/.test(text) && !/\p{L}/u.test(text);

/** True if a cell in the first row is the heading of a column of numbers. */
function namesNumbers([first, ...rest]: readonly (readonly TableCell[])[]): boolean {
  if (first === undefined || rest.length === 0) return false;
  const names = first.map(textOfCell);
  if (names.some((name, column) => isNumber(name) || (name === '' && column > 0))) return false;
  return names.some((name, column) => {
    const numbers = rest.map((row) => textOfCell(row[column] ?? emptyCell)).filter((text) => text !== '');
    return name !== '' && numbers.length > 0 && numbers.every(isNumber);
  });
}

const textOfCell = (cell: TableCell): string =>
  cell.leaves.map((leaf) => (leaf.kind === 'image' ? '' : leaf.text)).join('');

function isStrong(block: Block): boolean {
  return block.type === 'paragraph' && block.leaves.every((leaf) => findMark(leaf.marks, 'strong') !== undefined);
}

const largest = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number), 0);

const CELL_BLOCKS = new Set(['paragraph', 'heading', 'list', 'code', 'math', 'quote']);

/** True for a table with text in more than one row. */
export const hasLines = ({ rows }: RawTable): boolean => rows.filter(({ cells }) => cells.some(saysText)).length > 1;

/** True for a data table. A layout table has no header, and contains headings, long text or nested tables. */
function isData(table: RawTable, rows: readonly PlacedRow[]): boolean {
  if (table.presentation) return false;
  if (comparesColumns(rows)) return true;
  if (table.framesTable) return namesColumns(rows);
  const cells = rows.flatMap((row) => row.cells);
  const filled = cells.filter((cell) => cell.blocks.length > 0);
  if (filled.some((cell) => cell.blocks.some((block) => !CELL_BLOCKS.has(block.type)))) return false;
  if (rows.some((row) => row.header) || cells.some((cell) => cell.header)) return true;
  if (cells.length === 1) return filled.every((cell) => isWords(cell.blocks));
  // A single row is data only if its cells are short. Longer text indicates layout.
  if (rows.length === 1) return filled.length > 1 && filled.every((cell) => fits(cell.blocks, SHORT_CELL, LINES));
  if (rows.every((row) => row.cells.length <= 1))
    return filled.length > 1 && filled.every((cell) => fits(cell.blocks, LONG_CELL, LINES));
  // If every row has at most one cell with text, and some cells span columns, the content is stacked rather than
  // tabular.
  if (rows.every((row) => row.cells.filter(saysText).length <= 1) && filled.some((cell) => cell.span.columns > 1))
    return false;
  // Cells of a data table may contain lists only if every row has the same number of cells. A table that contains lists
  // in uneven rows is a layout table.
  const even = rows.every((row) => row.cells.length === rows[0]?.cells.length);
  return filled.every((cell) => isLine(cell.blocks) || fits(cell.blocks, LONG_CELL, even ? LINES_AND_LISTS : LINES));
}

/** True if the first row consists of short header cells, and no later row is wider or contains long text. */
function namesColumns([first, ...rest]: readonly PlacedRow[]): boolean {
  if (first === undefined || first.cells.length < 2 || rest.length === 0) return false;
  const names = first.cells.filter((cell) => cell.blocks.length > 0);
  const width = endOf(first);
  return (
    names.length > 1 &&
    first.cells.every((cell) => cell.header && fits(cell.blocks, SHORT_CELL, LINES)) &&
    rest.every((row) => endOf(row) <= width && row.cells.every(({ blocks }) => fits(blocks, LONG_CELL, FRAMED)))
  );
}

/**
 * True for a comparison without header cells: an empty corner, short names in the rest of the first row and in the first
 * column, and the same number of cells in each row.
 */
function comparesColumns([first, ...rest]: readonly PlacedRow[]): boolean {
  const [corner, ...names] = first?.cells ?? [];
  if (!corner || corner.blocks.length > 0 || names.length < 2 || rest.length < 2) return false;
  return (
    names.every(isName) &&
    rest.every(
      ({ cells: [label, ...values] }) =>
        label !== undefined &&
        isName(label) &&
        values.length === names.length &&
        values.every(({ blocks }) => fits(blocks, LONG_CELL, FRAMED)),
    )
  );
}

const isName = (cell: RawCell): boolean => isWords(cell.blocks) && saysText(cell) && cell.span.columns === 1;

const saysText = (cell: RawCell): boolean =>
  lengthOf(onOneLine(cell.blocks, 'space').filter((leaf) => leaf.kind !== 'image')) > 0;

const LINES: ReadonlySet<string> = new Set(['paragraph', 'math']);
const LINES_AND_LISTS: ReadonlySet<string> = new Set([...LINES, 'list']);
/** Block types allowed in the cells of a table that contains nested tables. */
const FRAMED: ReadonlySet<string> = new Set([...LINES_AND_LISTS, 'table']);

const isLine = ([only, ...rest]: readonly Block[]): boolean => only?.type === 'paragraph' && rest.length === 0;

/** True for one line of short text without links or images. */
const isWords = (blocks: readonly Block[]): boolean =>
  isLine(blocks) &&
  fits(blocks, SHORT_CELL, LINES) &&
  blocks.every((block) => block.type === 'paragraph' && block.leaves.every(isPlain));

const isPlain = (leaf: Leaf): boolean => leaf.kind === 'text' && findMark(leaf.marks, 'link') === undefined;

/** True if all blocks are of the given kinds and contain at most `limit` characters in total. */
function fits(blocks: readonly Block[], limit: number, kinds: ReadonlySet<string>): boolean {
  return blocks.every(({ type }) => kinds.has(type)) && lengthOf(onOneLine(blocks, 'space')) <= limit;
}

const lengthOf = (leaves: readonly Leaf[]): number => leaves.reduce((sum, leaf) => sum + leaf.text.length, 0);

/** Assigns columns to the cells of each row group. */
function placeRows(rows: readonly RawRow[]): PlacedRow[] {
  const placed: PlacedRow[] = [];
  for (let start = 0; start < rows.length; start = placed.length) {
    const end = rows.findIndex(({ group }, at) => at > start && group !== rows[start]?.group);
    const group = rows.slice(start, end < 0 ? undefined : end);
    const cells = placeCells(
      group.map((row) => row.cells),
      ({ span }) => span,
    );
    placed.push(...group.map((row, at) => ({ ...row, placed: cells[at] ?? [] })));
  }
  return placed;
}

/** Returns the column after the last cell of a row. */
function endOf({ placed }: PlacedRow): number {
  const last = placed.at(-1);
  return last ? last.column + last.columns : 0;
}

/** Maximum number of characters that repeated cells add to a table. */
const MAX_REPEATED = 1_000_000;

/**
 * Arranges cells in a grid. Fills spanned positions with empty cells or, with `repeats`, with copies of the spanning
 * cell.
 */
function gridOf(rows: readonly PlacedRow[], width: number, repeats: boolean): TableCell[][] {
  let left = repeats ? MAX_REPEATED : 0;
  const grid = rows.map((row) => {
    const line = new Array<TableCell>(Math.min(width, endOf(row))).fill(emptyCell);
    for (const { cell, column, columns, isBelow } of row.placed) {
      const isMerged = isBelow || columns > 1;
      if (column >= width || (isBelow && left <= 0)) continue;
      const leaves = onOneLine(cell.blocks, 'br');
      const placed = { leaves, align: cell.align };
      if (!isBelow) line[column] = placed;
      if (!isMerged || left <= 0) continue;
      const end = Math.min(column + columns, width);
      left -= (lengthOf(leaves) + 1) * (end - column);
      if (left > 0) line.fill(placed, column, end);
    }
    return line;
  });
  const columns = largest(grid.map((line) => line.length));
  const header = grid[0] ?? [];
  while (header.length < columns) header.push(emptyCell);
  return grid;
}
