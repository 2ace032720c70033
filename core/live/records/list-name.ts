import type { Element, ParentNode } from 'domhandler';
import { elementsIn, findElements, isWithin, parentOf, textOf } from '../../page/extraction/rules/page/text-of';
import type { PickedRecord } from '../../page/records/shape';

const maxNameLength = 60;
/**
 * The only heading in an element counts as the name of a list only if the element has at most this number of
 * characters.
 */
const maxHeadLength = 160;

const isHeading = ({ name }: Element): boolean => /^(?:h[1-6]|caption|legend)$/.test(name);
const nameIn = (text: string): string | undefined => (text === '' || text.length > maxNameLength ? undefined : text);

/**
 * Returns the name of a list: the caption of its table, the ARIA label of an ancestor, or the heading above it.
 * Undefined if the list has no name. Headings of record groups are ignored.
 */
export function nameOfList(records: readonly PickedRecord[]): string | undefined {
  const [first] = records[0] ?? [];
  const last = records.at(-1)?.at(-1);
  for (let node = first; node && node.name !== 'body'; node = parentOf(node)) {
    const parent = parentOf(node);
    if (!parent || !last || !isWithin(last, parent)) continue;
    const named = nameIn(labelOf(parent)) ?? headingBefore(node, parent, last);
    if (named !== undefined) return named;
  }
  return undefined;
}

const labelOf = (element: Element | undefined): string => (element?.attribs['aria-label'] ?? '').trim();

/**
 * Returns the nearest heading before an element, among its siblings. Ignores heading levels that also occur between the
 * records, because such headings name groups of records.
 */
function headingBefore(element: Element, parent: ParentNode, last: Element): string | undefined {
  const siblings = elementsIn(parent);
  const [start, end] = [siblings.indexOf(element), siblings.findIndex((one) => isWithin(last, one))];
  const ofGroups = new Set(
    siblings
      .slice(start, end)
      .filter(isHeading)
      .map(({ name }) => name),
  );
  return siblings
    .slice(0, start)
    .filter(({ name }) => !ofGroups.has(name))
    .toReversed()
    .map(headingIn)
    .find((name) => name !== undefined);
}

/** Returns the text of `element` if it is a heading, or of its only heading if it contains little else. */
function headingIn(element: Element): string | undefined {
  if (isHeading(element)) return nameIn(textOf(element));
  const headings = findElements(element, isHeading, 2);
  const [only] = headings;
  return only && headings.length === 1 && textOf(element).length <= maxHeadLength ? nameIn(textOf(only)) : undefined;
}
