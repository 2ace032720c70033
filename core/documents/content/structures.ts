import type { PageIndex } from './page-index';

/** Elements that readers take for one thing. */
const WHOLE = new Set(['table', 'ul', 'ol', 'menu', 'dl', 'details', 'figure', 'pre', 'blockquote']);
/** Around one of these, an element of the kinds above only lays out the page. */
const PARTS_OF_PAGES = new Set(['table', 'h1', 'article', 'form', 'main', 'nav']);

/**
 * The elements that are kept or dropped whole, outermost ones in page order, as indices into the page's elements: lists,
 * tables, definition lists, details, figures, code and quotes.
 */
export function findStructures({ elements }: PageIndex): readonly number[] {
  const isLayout = new Uint8Array(elements.length);
  for (let i = elements.length - 1; i > 0; i--) {
    const { parent, node } = elements[i] ?? {};
    if (parent !== undefined && parent >= 0 && (isLayout[i] === 1 || PARTS_OF_PAGES.has(node?.name ?? '')))
      isLayout[parent] = 1;
  }
  const found: number[] = [];
  const isInside = new Uint8Array(elements.length);
  elements.forEach(({ node, parent, firstBlock, endBlock }, i) => {
    isInside[i] = parent >= 0 ? (isInside[parent] ?? 0) : 0;
    if (isInside[i] === 1 || isLayout[i] === 1 || firstBlock === endBlock || !WHOLE.has(node.name)) return;
    isInside[i] = 1;
    found.push(i);
  });
  return found;
}
