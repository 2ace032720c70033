import { cloneNode, type Element, isTag, type ParentNode } from 'domhandler';
import { cellSpan, type PlacedCell, placeCells, tableTag } from '../../../../contract/table-grid';
import { elementsIn, isWithin } from './text-of';

const grids = new WeakMap<ParentNode, ReadonlyMap<Element, readonly PlacedCell<Element>[]>>();
const copies = new WeakMap<Element, Element>();
const originals = new WeakMap<Element, Element>();

/**
 * Returns a table row with all cells in their columns, including cells of earlier rows that extend into it (`rowspan`).
 * A completed row is a copy, so the page stays unchanged. Other rows and elements are returned unchanged.
 */
export function wholeRow(row: Element): Element {
  if (tableTag(row) !== 'tr' || !row.parent) return row;
  const known = copies.get(row);
  if (known) return known;
  const cells = placedCells(row);
  if (!cells.some(({ isBelow }) => isBelow)) return row;
  const copy = copied(
    row,
    cells.map(({ cell }) => cell),
  );
  copies.set(row, copy);
  return copy;
}

/** Returns the original of an element copied by `wholeRow`, else the element itself. */
export const originalOf = (element: Element): Element => originals.get(element) ?? element;

/** Returns an element's counterpart in the completed row. Undefined if the row does not contain the element. */
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

/** Returns the cells of a table row with their columns, including cells of earlier rows that extend into it. */
export function placedCells(row: Element): readonly PlacedCell<Element>[] {
  const section = row.parent;
  if (!section) return [];
  const known = grids.get(section);
  if (known) return known.get(row) ?? [];
  const rows = elementsIn(section).filter((one) => tableTag(one) === 'tr');
  const cells = rows.map((one) => elementsIn(one).filter((cell) => /^t[dh]$/.test(tableTag(cell))));
  const placed = placeCells(cells, ({ attribs }) => cellSpan(attribs));
  const grid = new Map(rows.map((one, index) => [one, placed[index] ?? []]));
  grids.set(section, grid);
  return grid.get(row) ?? [];
}

/** Returns a copy of a row with the given cells. The copy keeps the row's parent and siblings. */
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
