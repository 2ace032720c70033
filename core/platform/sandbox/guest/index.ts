/** Module `gleaner/plugin` for plugins in a sandbox: the plugin contract, and functions for lazy nodes. */
import { host } from './host';
import { type LazyNode, select } from './lazy-node';

export * from '../../../contract/plugin';
export { textOf } from './lazy-node';
export { register as registerPlugin } from './serve';

/** Returns the first element below `root` that matches a CSS selector. */
export const $ = (root: LazyNode, selector: string): LazyNode | undefined => select(root, selector, true)[0];

/** Returns all elements below `root` that match a CSS selector, in page order. */
export const $$ = (root: LazyNode, selector: string): readonly LazyNode[] => select(root, selector, false);

/** Returns the HTML of the children of `root`. */
export const innerHtml = (root: LazyNode): string => host.html(root.startIndex);
