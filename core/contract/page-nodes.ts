import { selectAll, selectOne } from 'css-select';
import render from 'dom-serializer';
import { type AnyNode, type Element, isDocument, type ParentNode } from 'domhandler';
import { innerText } from 'domutils';

/** Returns the first element below `root` that matches a CSS selector. */
export const $ = (root: ParentNode, selector: string): Element | undefined =>
  selectOne<AnyNode, Element>(selector, root.children) ?? undefined;

/** Returns all elements below `root` that match a CSS selector, in page order. */
export const $$ = (root: ParentNode, selector: string): readonly Element[] =>
  selectAll<AnyNode, Element>(selector, root.children);

/** Returns the HTML of the children of `root`. */
export const innerHtml = (root: ParentNode): string =>
  render(root.children, { encodeEntities: 'utf8', emptyAttrs: true });

/** Returns the text of a node and its descendants, without scripts and styles. */
export const textOf = (node: AnyNode): string => innerText(isDocument(node) ? node.children : node);
