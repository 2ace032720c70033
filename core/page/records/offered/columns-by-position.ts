import type { Element } from 'domhandler';
import { elementsIn } from '../../extraction/rules/page/text-of';
import type { RecordColumn } from '../columns';
import type { PickedRecord } from '../shape';
import { asElement, stableClasses } from '../shape';

/** A position becomes a column only if at least this share of the records has a value there. */
const minFilledShare = 0.2;
const maxPositions = 6;

/**
 * Splits a list into columns by the positions of its values in the records. Counts positions from the start or from the
 * end, whichever results in fewer columns. Empty if the values have too many positions.
 */
export function byPosition(column: RecordColumn, records: readonly PickedRecord[]): readonly RecordColumn[] {
  const [shortest = []] = [true, false]
    .map((fromStart) => split(column, records, fromStart))
    .toSorted((a, b) => a.length - b.length);
  return shortest.length <= maxPositions ? shortest.filter((one) => isDistinctive(one, records.length)) : [];
}

/** True for a column with different values in enough records. False for definition terms, because they are labels. */
function isDistinctive({ cells }: RecordColumn, records: number): boolean {
  const found = cells.flat();
  return (
    found.length >= records * minFilledShare &&
    new Set(found.map(({ text }) => text)).size > 1 &&
    found.every(({ node }) => node.name !== 'dt')
  );
}

function split(column: RecordColumn, records: readonly PickedRecord[], fromStart: boolean): readonly RecordColumn[] {
  const columns = new Map<string, (RecordColumn['cells'][number][number] | undefined)[]>();
  column.cells.forEach((cells, at) => {
    for (const cell of cells) {
      const path = pathOf(cell.node, new Set(records[at]), fromStart);
      const known = columns.get(path) ?? column.cells.map(() => undefined);
      known[at] ??= cell;
      columns.set(path, known);
    }
  });
  return [...columns.values()].map((cells) => ({
    ...column,
    cells: cells.map((cell) => (cell ? [cell] : [])),
    isList: false,
  }));
}

/**
 * Returns the positions of an element and its ancestors among siblings with the same tag. Stops at the record or at the
 * nearest ancestor with a stable class.
 */
function pathOf(node: Element, record: ReadonlySet<Element>, fromStart: boolean): string {
  const steps: string[] = [];
  for (let at: Element | undefined = node; at && !record.has(at); at = asElement(at.parent)) {
    const { name, parent } = at;
    const siblings = elementsIn(parent as Element).filter((one) => one.name === name);
    steps.unshift(`${name}${fromStart ? siblings.indexOf(at) : siblings.length - siblings.indexOf(at)}`);
    const [anchor] = stableClasses(parent as Element);
    if (anchor !== undefined) return `.${anchor}>${steps.join('>')}`;
  }
  return steps.join('>');
}
