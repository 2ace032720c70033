import { type Element, isTag } from 'domhandler';
import { textOf } from '../extraction/rules/page/text-of';
import { isNoDataRow, isOnlyButton, separatesList } from './no-records';
import { asElement, haveCommonClass, type Shapes, shownElements, stableClasses } from './shape';

/** Similar elements spread over several groups, such as events grouped by day or cards in the rows of a grid. */
export interface AcrossGroups {
  readonly elements: readonly Element[];
  /**
   * True if the groups are probably one list: there are at least three groups, the groups contain only records, or each
   * group starts with a day, month or letter.
   */
  readonly likely: boolean;
}

const maxLevels = 4;
/** Minimum similarity of groups that belong to the same list. */
const alikeFrom = 0.45;

/**
 * Treats each ancestor of an element, together with the ancestor's similar siblings, as groups. Returns the elements at
 * the same position in these groups that are similar to the given element.
 */
export function acrossGroups(element: Element, shapes: Shapes, recordsFrom: number): readonly AcrossGroups[] {
  const found: AcrossGroups[] = [];
  const chain: string[] = [];
  let around = asElement(element.parent);
  for (let level = 0; around && level < maxLevels; level++) {
    const parent: Element | undefined = asElement(around.parent);
    if (!parent || around.name === 'body') break;
    const { name } = around;
    const own = around;
    const groups = shownElements(parent).filter(
      (one) => one === own || (one.name === name && isOfClass(one, own) && shapes.likeness(one, own) >= alikeFrom),
    );
    const inGroups = groups.map((group) =>
      at(group, chain).flatMap((holder) =>
        shownElements(holder).filter(
          (one) => one === element || (shapes.likeness(one, element) >= recordsFrom && !isHeader(holder, one)),
        ),
      ),
    );
    const filled = inGroups.filter((elements) => elements.length > 0);
    if (filled.length >= 2) {
      const only = groups.every((group, index) => holdsOnly(group, inGroups[index] ?? []));
      const likely = only || filled.length >= 3 || groups.every(isHeadedByDay);
      found.push({ elements: filled.flat(), likely });
    }
    chain.unshift(name);
    around = parent;
  }
  return found;
}

/** True for a header row, or an element in a header row. */
const isHeader = (holder: Element, element: Element): boolean =>
  isNoDataRow(element, 0) || (holder.name === 'li' && isNoDataRow(holder, 0));

/** Returns the elements reached from a group by following a chain of child tags. */
function at(group: Element, chain: readonly string[]): readonly Element[] {
  let holders: Element[] = [group];
  for (const name of chain) {
    const inner: Element[] = [];
    for (const { children } of holders)
      for (const child of children) if (isTag(child) && child.name === name) inner.push(child);
    holders = inner;
  }
  return holders;
}

/** True if two elements share a class, or if neither has a class. */
function isOfClass(one: Element, other: Element): boolean {
  return (stableClasses(one).length === 0 && stableClasses(other).length === 0) || haveCommonClass(one, other);
}

/** True for a group without any text outside its records, not counting items that are only a button. */
const holdsOnly = (group: Element, elements: readonly Element[]): boolean => {
  const own = new Set(elements);
  const others = [...new Set(elements.map(({ parent }) => asElement(parent)))]
    .flatMap((holder) => (holder ? shownElements(holder) : []))
    .filter((one) => !own.has(one) && isOnlyButton(one));
  const chars = [...elements, ...others].reduce((sum, element) => sum + textOf(element).length, 0);
  return textOf(group).length - chars <= elements.length;
};

/** True if a group starts with a day, month or letter. */
function isHeadedByDay(group: Element): boolean {
  const [head] = shownElements(group);
  return head !== undefined && separatesList(textOf(head));
}
