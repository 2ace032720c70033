/** A cell with its `aria-colindex`, if any. */
interface IndexedCell {
  readonly at: number | undefined;
  readonly span: { readonly columns: number };
}

/** A row with its `aria-rowindex`, if any. */
interface IndexedRow<C extends IndexedCell> {
  readonly at: number | undefined;
  readonly cells: readonly C[];
}

/** Maximum ratio of grid positions to existing cells. Above this ratio, missing cells are not added. */
const MAX_PLACES = 10;

/** Parses an ARIA index. Undefined if it is not a positive integer. */
export const ariaIndex = (written: string | undefined): number | undefined =>
  written !== undefined && /^[1-9]\d{0,7}$/.test(written) ? Number(written) : undefined;

/**
 * Arranges the rows and cells of a grid by their ARIA indexes (WAI-ARIA 1.2). If a row is split across several
 * containers, e.g. by pinned columns, joins its parts. Columns that a row omits become empty cells.
 */
export function inAriaOrder<C extends IndexedCell, R extends IndexedRow<C>>(
  rows: readonly R[],
  empty: C,
): readonly R[] {
  const whole = joined<C, R>(rows);
  const ordered = whole.every(({ at }) => at !== undefined)
    ? whole.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    : whole;
  if (!ordered.every(({ cells }) => cells.every(({ at }) => at !== undefined))) return ordered;
  const indexes = ordered.flatMap(({ cells }) => cells.map(({ at }) => at));
  const columns = [...new Set(indexes)].sort((a = 0, b = 0) => a - b);
  const isDense = columns.length * ordered.length <= MAX_PLACES * indexes.length;
  return ordered.map((row) => {
    const cells = row.cells.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
    const places = new Map(cells.map((cell) => [cell.at, cell]));
    const isPlain = isDense && places.size === cells.length && cells.every(({ span }) => span.columns === 1);
    return { ...row, cells: isPlain ? columns.map((column) => places.get(column) ?? empty) : cells };
  });
}

/** Joins the rows that have the same index. */
function joined<C extends IndexedCell, R extends IndexedRow<C>>(rows: readonly R[]): readonly R[] {
  const parts = Map.groupBy(rows, (row) => row.at ?? row);
  return [...parts.values()].map((same) => {
    const [first, ...rest] = same as [R, ...R[]];
    return rest.length === 0 ? first : { ...first, cells: same.flatMap(({ cells }) => cells) };
  });
}
