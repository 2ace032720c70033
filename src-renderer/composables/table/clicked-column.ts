import type { LiveTable } from '../../../core/common/api/live-table';

/** Returns the name of the column that contains a clicked element, if any. */
export function clickedColumn(
  { fields, cells }: Pick<LiveTable, 'fields' | 'cells'>,
  clicked: number | undefined,
  nodeOf: (id: number | undefined) => Node | undefined,
): string | undefined {
  const node = nodeOf(clicked);
  const nodesOf = (name: string) => (cells[name] ?? []).flatMap((id) => nodeOf(id ?? undefined) ?? []);
  const first = (fits: (cell: Node) => boolean) => fields.find(({ name }) => nodesOf(name).some(fits))?.name;
  if (!node) return undefined;
  return first((cell) => cell === node) ?? first((cell) => cell.contains(node)) ?? first((cell) => node.contains(cell));
}
