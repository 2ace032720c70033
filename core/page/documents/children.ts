import type { ChildNode, ParentNode } from 'domhandler';

/** Appends a child to a node while the tree is being built. */
export function appendChild(parent: ParentNode, child: ChildNode): void {
  const { children } = parent;
  const before = children[children.length - 1];
  child.parent = parent;
  if (before === undefined) {
    // A node usually has one child. `[].push(child)` would reserve space for 16 more children.
    parent.children = [child];
    return;
  }
  child.prev = before;
  before.next = child;
  children.push(child);
}

/** Replaces the children of a node. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  children.forEach((child, i) => {
    child.parent = parent;
    child.prev = children[i - 1] ?? null;
    child.next = children[i + 1] ?? null;
  });
  parent.children = children;
}

const MAX_FITTED = 16;

/** Trims an array's spare capacity, which the garbage collector would otherwise copy along with the items. */
export const compact = <Item>(items: Item[]): Item[] =>
  items.length > 1 && items.length <= MAX_FITTED ? items.slice() : items;

/** True if `node` is one of `ancestors` or is inside one of them. */
export function isWithinAny<Ancestor extends ChildNode | ParentNode>(
  node: Ancestor | ParentNode | null,
  ancestors: ReadonlySet<Ancestor>,
): boolean {
  for (let up: ChildNode | ParentNode | null = node; up; up = up.parent) if (ancestors.has(up as Ancestor)) return true;
  return false;
}
