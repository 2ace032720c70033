/**
 * Columns of a flattened page, with one number per node. `kinds` contains the kind of the node, `values` the index of
 * the element name or of the text, and `parents` the parent (-1 for the root). `ends` contains the node after the last
 * descendant, and `attributeEnds` the position after the last attribute. `texts` contains the number of characters of
 * visible text before the node, inverted (`~`) inside scripts, styles and templates. In the string table, visible texts
 * precede all other strings. The columns have an additional last row, which is not a node. In this row, `texts`
 * contains the end of the root's visible text.
 */
export const nodeColumns = ['kinds', 'values', 'parents', 'ends', 'attributeEnds', 'texts'] as const;

/** Columns by name. */
export type NodeColumns = Readonly<Record<(typeof nodeColumns)[number], Int32Array<ArrayBuffer>>>;

/** Returns the columns of a flattened page. */
export function columnsOf(nodes: Int32Array<ArrayBuffer>): NodeColumns {
  const count = nodes.length / nodeColumns.length;
  const column = (at: number) => nodes.subarray(at * count, (at + 1) * count);
  return Object.fromEntries(nodeColumns.map((name, at) => [name, column(at)])) as NodeColumns;
}

/** Names of node kinds, as in domhandler. The first three are elements. */
export const nodeKinds = ['tag', 'script', 'style', 'root', 'cdata', 'text', 'comment', 'directive'] as const;

/**
 * Numbers of node kinds, as they appear in a column. Elements have the lowest numbers, followed by other nodes that can
 * have children.
 */
export const [tagKind, scriptKind, styleKind, rootKind, lastParent, textKind] = [0, 1, 2, 3, 4, 5] as const;
/** Highest kind number of an element. */
export const lastElement = styleKind;
