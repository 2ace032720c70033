/** Numbers per node. */
export const nodeFields = 5;
/**
 * Offsets of a node's numbers: its kind, the string with its name or text, its parent (-1 for the root), the node after
 * its last descendant, and the position after its last attribute.
 */
export const nodeField = { kind: 0, value: 1, parent: 2, end: 3, attributes: 4 } as const;
/** Kinds of nodes, as domhandler names them. */
export const nodeKinds = ['root', 'tag', 'text', 'comment', 'script', 'style', 'directive', 'cdata'] as const;
