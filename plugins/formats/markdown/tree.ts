import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

/** Called when the walk comes back out of an element. */
export type Leave = () => void;

/** What an element's visitor answers: leave its children out, or do something at its end, or nothing special. */
export type Visit = 'skip' | Leave | undefined;

/** What a walk does with what it meets. */
export interface Visitor {
  element(element: Element): Visit;
  text(data: string): void;
}

interface Frame {
  readonly nodes: readonly ChildNode[];
  next: number;
  readonly leave: Leave | undefined;
}

/** Walks a tree in document order with a stack of its own, so that no depth of nesting can overflow the call stack. */
export function walk(root: ParentNode, visitor: Visitor): void {
  const stack: Frame[] = [{ nodes: root.children, next: 0, leave: undefined }];
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const node = frame.nodes[frame.next++];
    if (node === undefined) {
      stack.pop();
      frame.leave?.();
    } else if (isText(node)) {
      visitor.text(node.data);
    } else if (isTag(node)) {
      const visit = visitor.element(node);
      if (visit !== 'skip') stack.push({ nodes: node.children, next: 0, leave: visit });
    } else if ('children' in node) {
      stack.push({ nodes: node.children, next: 0, leave: undefined });
    }
  }
}

/** How many nodes are looked through for something that, where it exists, stands near the top. */
const NEAR = 40;

/** Walks until `done` answers true for a node or so many nodes were seen that a page must be hostile. */
function search(root: ParentNode, maxNodes: number, done: (node: ChildNode) => boolean): void {
  const stack: { readonly nodes: readonly ChildNode[]; next: number }[] = [{ nodes: root.children, next: 0 }];
  let seen = 0;
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const node = frame.nodes[frame.next++];
    if (node === undefined) stack.pop();
    else if (++seen > maxNodes || done(node)) return;
    else if ('children' in node) stack.push({ nodes: node.children, next: 0 });
  }
}

/** The text of an element, white space untouched; no more than about `maxChars` of it when given. */
export function textOf(root: ParentNode, maxChars = Number.POSITIVE_INFINITY): string {
  let text = '';
  search(root, Number.isFinite(maxChars) ? NEAR : maxChars, (node) => {
    if (isText(node)) text += node.data;
    return text.length > maxChars;
  });
  return text;
}

/** The first element that fits among the first forty nodes below `root`. */
export function findElement(root: ParentNode, fits: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  search(root, NEAR, (node) => {
    if (isTag(node) && fits(node)) found = node;
    return found !== undefined;
  });
  return found;
}

/** The element around an element, if any. */
export function parentElement(element: Element): Element | undefined {
  const parent = element.parent;
  return parent !== null && isTag(parent) ? parent : undefined;
}

/** True when the element's class attribute fits. */
export function classFits(element: Element, pattern: RegExp): boolean {
  const names = element.attribs.class;
  return names !== undefined && pattern.test(names);
}
