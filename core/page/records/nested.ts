import type { Element } from 'domhandler';
import { haveCommonClass, type Shapes, shownElements, stableClasses } from './shape';

/** Two records are of the same kind if they share at least this fraction of the smaller record's text positions. */
const minSharedShare = 0.6;

/** Returns the given records and nested records of the same kind, e.g. replies in a thread. */
export function nestedRecords(outer: readonly Element[], shapes: Shapes): readonly Element[] {
  const [first] = outer;
  if (!first) return [];
  const all: Element[] = [];
  let inside = 0;
  const visit = (node: Element, within: boolean) => {
    for (const child of shownElements(node)) {
      const same = child.name === first.name && isOfKind(child, first, shapes);
      if (same) {
        all.push(child);
        inside++;
      }
      visit(child, within || same);
    }
  };
  for (const record of outer) {
    all.push(record);
    visit(record, false);
  }
  return inside >= 2 || (inside > 0 && outer.length >= 2) ? all : [];
}

function isOfKind(one: Element, other: Element, shapes: Shapes): boolean {
  if (stableClasses(other).length > 0 && !haveCommonClass(one, other)) return false;
  const [a, b] = [shapes.of(one).leaves, shapes.of(other).leaves];
  const small = Math.min(a.size, b.size);
  if (small < 2) return false;
  let shared = 0;
  for (const leaf of a) if (b.has(leaf)) shared++;
  return shared / small >= minSharedShare;
}
