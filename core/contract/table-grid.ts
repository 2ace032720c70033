/** Column and row span of a table cell. A row span of 0 covers the rest of the row group. */
export interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

/** A table cell, and the first column that the cell occupies in a given row. */
export interface PlacedCell<Cell> {
  readonly cell: Cell;
  readonly column: number;
  readonly columns: number;
  /** True if the cell starts in an earlier row and spans this row. */
  readonly isBelow: boolean;
}

/** Maximum spans allowed by the HTML standard. Row spans are tracked only in the first `columns` columns of a table. */
export const maxSpan: CellSpan = { columns: 1000, rows: 65_534 };

const ROLES: Readonly<Record<string, 'table' | 'tr' | 'th' | 'td'>> = {
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  row: 'tr',
  columnheader: 'th',
  rowheader: 'th',
  cell: 'td',
  gridcell: 'td',
};
const NATIVE = /^(?:table|tr|t[dh])$/;

/**
 * Returns the table tag that corresponds to an element's ARIA role, e.g. `tr` for `row`. Otherwise, returns the
 * element's own name.
 */
export function tableTag({
  name,
  attribs: { role },
}: {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string | undefined>>;
}): string {
  if (role === undefined || NATIVE.test(name)) return name;
  return Object.hasOwn(ROLES, role) ? (ROLES[role] ?? name) : name;
}

/**
 * Returns a cell's spans from `colspan` and `rowspan`, parsed as HTML specifies. Falls back to `aria-colspan` and
 * `aria-rowspan`.
 */
export function cellSpan(attribs: Readonly<Record<string, string | undefined>>): CellSpan {
  const columns = nonNegative(attribs.colspan ?? attribs['aria-colspan']);
  return {
    columns: columns === 0 ? 1 : Math.min(columns, maxSpan.columns),
    rows: Math.min(nonNegative(attribs.rowspan ?? attribs['aria-rowspan']), maxSpan.rows),
  };
}

/** Parses the number at the start of an attribute. Returns 1 if the attribute does not start with a number. */
const nonNegative = (value = ''): number => {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(value)?.[1];
  return digits === undefined ? 1 : Number(digits);
};

/** A cell that spans rows below the current row, and the number of those rows. */
interface OpenCell<Cell> {
  readonly cell: Cell;
  readonly left: number;
}

type OpenCells<Cell> = readonly (OpenCell<Cell> | undefined)[];

/**
 * Assigns the cells of a row group to columns. The cells of a row include cells that extend into it from earlier rows.
 */
export function placeCells<Cell>(
  rows: readonly (readonly Cell[])[],
  spanOf: (cell: Cell) => CellSpan,
): readonly (readonly PlacedCell<Cell>[])[] {
  let open: OpenCells<Cell> = [];
  return rows.map((cells, index) => {
    const placed = placeRow(cells, open, spanOf);
    const next = open.map((above) => (above && above.left > 1 ? { ...above, left: above.left - 1 } : undefined));
    for (const { cell, column, columns, isBelow } of placed) {
      if (isBelow) continue;
      const left = (spanOf(cell).rows || rows.length - index) - 1;
      const end = Math.min(column + columns, left > 0 ? maxSpan.columns : next.length);
      for (let at = column; at < end; at++) next[at] = left > 0 ? { cell, left } : undefined;
    }
    open = next;
    return placed;
  });
}

function placeRow<Cell>(
  cells: readonly Cell[],
  open: OpenCells<Cell>,
  spanOf: (cell: Cell) => CellSpan,
): readonly PlacedCell<Cell>[] {
  const placed: PlacedCell<Cell>[] = [];
  let column = 0;
  const passOpen = (): void => {
    for (let above = open[column]; above; above = open[column]) {
      const start = column;
      while (open[column]?.cell === above.cell) column++;
      placed.push({ cell: above.cell, column: start, columns: column - start, isBelow: true });
    }
  };
  for (const cell of cells) {
    passOpen();
    const { columns } = spanOf(cell);
    placed.push({ cell, column, columns, isBelow: false });
    column += columns;
  }
  passOpen();
  return placed;
}
