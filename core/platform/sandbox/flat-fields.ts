/**
 * Columns of a flattened page, with a number for each node: its kind; the string with its name or text; its parent, -1
 * for the root; the node after its last descendant; the position after its last attribute; and the number of visible
 * texts before it, inverted (`~`) inside scripts, styles and templates. The value of the root is the number of visible
 * texts, whose strings come first.
 */
export const nodeColumns = ['kinds', 'values', 'parents', 'ends', 'attributeEnds', 'texts'] as const;

/** Columns by name. */
export type NodeColumns = Readonly<Record<(typeof nodeColumns)[number], Int32Array>>;

/** Returns the columns of a flattened page. */
export function columnsOf(nodes: Int32Array): NodeColumns {
  const count = nodes.length / nodeColumns.length;
  const column = (at: number) => nodes.subarray(at * count, (at + 1) * count);
  return Object.fromEntries(nodeColumns.map((name, at) => [name, column(at)])) as NodeColumns;
}

/** Kinds of nodes, as domhandler names them; the first three are elements. */
export const nodeKinds = ['tag', 'script', 'style', 'root', 'cdata', 'text', 'comment', 'directive'] as const;
