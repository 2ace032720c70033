import type { LiveTable } from '../../../core/common/api/live-table';

/** Returns the name of the column that contains a clicked element, if any. */
export function clickedColumn(
  { fields, cells }: Pick<LiveTable, 'fields' | 'cells'>,
  clicked: number | undefined,
  nodeOf: (id: number | undefined) => Node | undefined,
): string | undefined {
  const node = nodeOf(clicked);
  if (!node) return undefined;
  const nodesOf = (name: string) => (cells[name] ?? []).flatMap((id) => nodeOf(id ?? undefined) ?? []);
  const first = (fits: (cell: Node) => boolean, among = fields) =>
    among.find(({ name }) => nodesOf(name).some(fits))?.name;
  const isWhole = (cell: Node): boolean => cell.contains(node) && cell.textContent?.trim() === node.textContent?.trim();
  return (
    // Checks link columns last, because the text of a linked title belongs to the title column.
    first(
      isWhole,
      fields.filter(({ type }) => type !== 'link'),
    ) ??
    first((cell) => cell === node) ??
    first((cell) => cell.contains(node)) ??
    first((cell) => node.contains(cell))
  );
}

/** Returns the index of the row whose cell in the given column contains a clicked element, if any. */
export function clickedRow(
  { cells }: Pick<LiveTable, 'cells'>,
  column: string | undefined,
  clicked: number | undefined,
  nodeOf: (id: number | undefined) => Node | undefined,
): number | undefined {
  const node = nodeOf(clicked);
  const at = (cells[column ?? ''] ?? []).findIndex((id) => {
    const cell = nodeOf(id ?? undefined);
    return node && cell && (cell.contains(node) || node.contains(cell));
  });
  return at < 0 ? undefined : at;
}
