import type { ChildNode, ParentNode } from 'domhandler';

/** Adds the next child to a node that is being made. */
export function appendChild(parent: ParentNode, child: ChildNode): void {
  const { children } = parent;
  const before = children[children.length - 1];
  child.parent = parent;
  if (before === undefined) {
    // Most nodes have one child, and a list that grows makes room for 16 more.
    parent.children = [child];
    return;
  }
  child.prev = before;
  before.next = child;
  children.push(child);
}

const MOST_FITTED = 16;

/** The list without the room it made to grow: the garbage collector copies that, too, while a page is read. */
export const fitted = <Item>(items: Item[]): Item[] =>
  items.length > 1 && items.length <= MOST_FITTED ? items.slice() : items;
