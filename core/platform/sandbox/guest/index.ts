/** The module `gleaner/plugin` in a sandbox: the contract of plugins, with functions for lazy nodes. */
import { LazyNode } from './lazy-node';

export * from '../../../contract/plugin';
export { register as registerPlugin } from './serve';

/** Returns the first element below `root` that matches a CSS selector. */
export const $ = (root: LazyNode, selector: string): LazyNode | undefined => LazyNode.select(root, selector, true)[0];

/** Returns all elements below `root` that match a CSS selector, in page order. */
export const $$ = (root: LazyNode, selector: string): readonly LazyNode[] => LazyNode.select(root, selector, false);

/** Returns the text of a node and its descendants, without scripts and styles. */
export const textOf = (node: LazyNode): string => LazyNode.textOf(node);
