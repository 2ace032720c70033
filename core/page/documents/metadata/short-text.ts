import { isTag, isText, type ParentNode } from 'domhandler';
import { oneLine } from '../content/text';

/** Elements whose text does not belong to the content of a page. */
export const SKIPPED_TAGS = new Set(['script', 'style', 'template', 'svg', 'select', 'textarea', 'nav', 'footer']);
const MAX_TEXT = 160;

/** Returns up to `limit` characters of an element's text, without reading the rest. */
export function shortText(element: ParentNode, limit = MAX_TEXT): string {
  let text = '';
  const stack: ParentNode[] = [element];
  let visited = 0;
  for (
    let node = stack.pop();
    node !== undefined && text.length < limit && visited < 200;
    node = stack.pop(), visited++
  ) {
    for (const child of node.children.slice(0, 60)) if (isText(child)) text += ` ${child.data}`;
    for (let i = Math.min(node.children.length, 60) - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined && isTag(child) && !SKIPPED_TAGS.has(child.name)) stack.push(child);
    }
  }
  return oneLine(text).slice(0, limit);
}
