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

/** Returns a positive index from an ARIA attribute. */
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
  const columns = [...new Set(ordered.flatMap(({ cells }) => cells.map(({ at }) => at)))].sort((a = 0, b = 0) => a - b);
  return ordered.map((row) => {
    const cells = row.cells.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
    const places = new Map(cells.map((cell) => [cell.at, cell]));
    const isPlain = places.size === cells.length && cells.every(({ span }) => span.columns === 1);
    return { ...row, cells: isPlain ? columns.map((column) => places.get(column) ?? empty) : cells };
  });
}

/** Joins the rows that have the same index. */
function joined<C extends IndexedCell, R extends IndexedRow<C>>(rows: readonly R[]): readonly R[] {
  const byIndex = new Map<number, number>();
  const whole: R[] = [];
  for (const row of rows) {
    const place = row.at === undefined ? undefined : byIndex.get(row.at);
    const first = place === undefined ? undefined : whole[place];
    if (place !== undefined && first !== undefined) {
      whole[place] = { ...first, cells: [...first.cells, ...row.cells] };
      continue;
    }
    if (row.at !== undefined) byIndex.set(row.at, whole.length);
    whole.push(row);
  }
  return whole;
}
