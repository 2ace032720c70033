import type { Element } from 'domhandler';
import { elementsIn, textOf } from '../extraction/rules/page/text-of';
import { partsAList } from './no-records';
import { asElement, haveCommonClass, type Shapes, shownElements, stableClasses } from './shape';

/** Elements alike that stand in several groups: events under days, cards in rows of a grid. */
export interface AcrossGroups {
  readonly elements: readonly Element[];
  /** True when the groups only part one list: nothing else is in them, there are many, or days and letters head them. */
  readonly likely: boolean;
}

const mostLevels = 4;
/** Groups at least this much alike may part one list. */
const alikeFrom = 0.45;

/** What stands at the same place in elements that look like those around a given one; for each level of them once. */
export function acrossGroups(element: Element, shapes: Shapes, recordsFrom: number): readonly AcrossGroups[] {
  const found: AcrossGroups[] = [];
  const chain: string[] = [];
  let around = asElement(element.parent);
  for (let level = 0; around && level < mostLevels; level++) {
    const parent: Element | undefined = asElement(around.parent);
    if (!parent || around.name === 'body') break;
    const { name } = around;
    const own = around;
    const groups = shownElements(parent).filter(
      (one) => one === own || (one.name === name && isOfClass(one, own) && shapes.likeness(one, own) >= alikeFrom),
    );
    const inGroups = groups.map((group) =>
      at(group, chain).flatMap((holder) =>
        shownElements(holder).filter((one) => one === element || shapes.likeness(one, element) >= recordsFrom),
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

/** The elements at the end of a chain of tags below a group. */
function at(group: Element, chain: readonly string[]): readonly Element[] {
  return chain.reduce<readonly Element[]>(
    (holders, name) => holders.flatMap((holder) => elementsIn(holder).filter((one) => one.name === name)),
    [group],
  );
}

/** Groups of one list have a class in common, or none. */
function isOfClass(one: Element, other: Element): boolean {
  return (stableClasses(one).length === 0 && stableClasses(other).length === 0) || haveCommonClass(one, other);
}

const holdsOnly = (group: Element, elements: readonly Element[]): boolean => {
  const chars = elements.reduce((sum, element) => sum + textOf(element).length, 0);
  return textOf(group).length - chars <= elements.length;
};

/** Whether the first text of a group is a day, a month or a letter. */
function isHeadedByDay(group: Element): boolean {
  const [head] = shownElements(group);
  return head !== undefined && partsAList(textOf(head));
}
