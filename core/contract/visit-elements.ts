import { type Element, isTag, type ParentNode } from 'domhandler';

/** Visits all elements below a node in document order, without recursion. */
export function visitElements(root: ParentNode, visit: (element: Element) => void): void {
  const stack: ParentNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isTag(node) && node !== root) visit(node);
    const { children } = node;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
}
