import { cloneNode, type Element, isTag, type ParentNode } from 'domhandler';
import { elementsIn, isWithin } from '../extraction/rules/page/text-of';

/** A cell that reaches into rows below its own, and how many of them are left. */
interface Reaching {
  readonly cell: Element;
  left: number;
}

/** Most columns one cell takes, as in browsers. */
const mostColumns = 1000;

const rows = new WeakMap<ParentNode, ReadonlyMap<Element, readonly Element[]>>();
const copies = new WeakMap<Element, Element>();
const originals = new WeakMap<Element, Element>();
const none: ReadonlyMap<Element, readonly Element[]> = new Map();

/**
 * A table row with the cells of earlier rows that reach into it (`rowspan`), each at its column; the row itself where none
 * does, and for all that is no row. The page stays as it is: such a row is a copy beside it.
 */
export function wholeRow(row: Element): Element {
  if (row.name !== 'tr' || !row.parent) return row;
  const known = copies.get(row);
  if (known) return known;
  const cells = cellsOf(row.parent).get(row);
  if (!cells) return row;
  const copy = copied(row, cells);
  copies.set(row, copy);
  return copy;
}

/** The element of the page that an element of a row copied by `wholeRow` stands for; others stand for themselves. */
export const originalOf = (element: Element): Element => originals.get(element) ?? element;

/** An element as it is in the whole row; undefined where the row does not have it. */
export function inWholeRow(element: Element, row: Element): Element | undefined {
  const whole = wholeRow(row);
  if (whole === row) return isWithin(element, row) ? element : undefined;
  const find = (parent: Element): Element | undefined => {
    for (const child of elementsIn(parent)) {
      if (originalOf(child) === element) return child;
      const inner = find(child);
      if (inner) return inner;
    }
    return undefined;
  };
  return originalOf(whole) === element ? whole : find(whole);
}

/** The cells of those rows of a part of a table that others reach into. */
function cellsOf(section: ParentNode): ReadonlyMap<Element, readonly Element[]> {
  const known = rows.get(section);
  if (known) return known;
  const found = elementsIn(section).some((row) => elementsIn(row).some((cell) => spanOf(cell, 'rowspan') !== 1))
    ? laidOut(elementsIn(section).filter(({ name }) => name === 'tr'))
    : none;
  rows.set(section, found);
  return found;
}

function laidOut(all: readonly Element[]): ReadonlyMap<Element, readonly Element[]> {
  const found = new Map<Element, readonly Element[]>();
  const columns: (Reaching | undefined)[] = [];
  for (const [index, row] of all.entries()) {
    const own = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
    const cells: Element[] = [];
    let column = 0;
    const passReaching = (): void => {
      for (let above = columns[column]; above && above.left > 0; above = columns[column]) {
        if (cells.at(-1) !== above.cell) cells.push(above.cell);
        column++;
      }
    };
    const begun: (readonly [number, Reaching])[] = [];
    for (const cell of own) {
      passReaching();
      cells.push(cell);
      const down = spanOf(cell, 'rowspan') || all.length - index;
      for (let wide = spanOf(cell, 'colspan') || 1; wide > 0; wide--, column++)
        begun.push([column, { cell, left: down - 1 }]);
    }
    passReaching();
    if (cells.length > own.length) found.set(row, cells);
    for (const reaching of columns) if (reaching && reaching.left > 0) reaching.left--;
    for (const [at, reaching] of begun) columns[at] = reaching;
  }
  return found;
}

/** How many rows or columns a cell takes; 0 for all rows that are left. */
function spanOf({ attribs }: Element, name: 'rowspan' | 'colspan'): number {
  const span = Number(attribs[name] || 1);
  return Number.isInteger(span) && span >= 0 ? Math.min(span, mostColumns) : 1;
}

/** A copy of a row with these cells, in the row's place among its siblings. */
function copied(row: Element, cells: readonly Element[]): Element {
  const copy = cloneNode(row, false);
  for (const cell of cells) {
    const made = cloneNode(cell, true);
    made.parent = copy;
    made.prev = copy.children.at(-1) ?? null;
    if (made.prev) made.prev.next = made;
    copy.children.push(made);
    remember(made, cell);
  }
  [copy.parent, copy.prev, copy.next] = [row.parent, row.prev, row.next];
  originals.set(copy, row);
  return copy;
}

function remember(copy: Element, original: Element): void {
  originals.set(copy, original);
  for (const [index, child] of copy.children.entries()) {
    const of = original.children[index];
    if (isTag(child) && of && isTag(of)) remember(child, of);
  }
}
