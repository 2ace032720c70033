import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

/** Called when the walk leaves an element. */
export type Leave = () => void;

/** Result of a visitor: `skip` to skip the children, or a callback to run when the walk leaves the element. */
export type Visit = 'skip' | Leave | undefined;

/** Callbacks invoked during a walk. */
export interface Visitor {
  element(element: Element): Visit;
  text(data: string): void;
}

interface Frame {
  readonly nodes: readonly ChildNode[];
  next: number;
  readonly leave: Leave | undefined;
}

/** Walks a tree in document order. Uses an explicit stack, so that deep nesting cannot overflow the call stack. */
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

/** Maximum number of nodes visited when only the start of an element is searched. */
const NEAR = 40;

/** Walks until `done` returns true or `maxNodes` nodes are visited, to limit the cost of hostile pages. */
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

/** Returns the text of an element, including white space, up to about `maxChars` characters. */
export function textOf(root: ParentNode, maxChars = Number.POSITIVE_INFINITY): string {
  let text = '';
  search(root, Number.isFinite(maxChars) ? NEAR : maxChars, (node) => {
    if (isText(node)) text += node.data;
    return text.length > maxChars;
  });
  return text;
}

/** Returns the first matching element among the first forty nodes below `root`. */
export function findElement(root: ParentNode, fits: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  search(root, NEAR, (node) => {
    if (isTag(node) && fits(node)) found = node;
    return found !== undefined;
  });
  return found;
}

/** Returns the parent if it is an element. */
export function parentElement(element: Element): Element | undefined {
  const parent = element.parent;
  return parent !== null && isTag(parent) ? parent : undefined;
}

/** True when the class attribute matches the pattern. */
export function classFits(element: Element, pattern: RegExp): boolean {
  const names = element.attribs.class;
  return names !== undefined && pattern.test(names);
}
