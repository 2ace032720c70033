import type { Element } from 'domhandler';
import { isShareUrl } from '../../../documents/content/service-lines';
import { flag } from '../page/flags';
import { findElement, isWithin, parentOf } from '../page/text-of';
import type { Line } from '../page/view';
import type { Field } from '../schema/field';

const SHARING =
  /(?:^|[-_\s])(?:share|shares|sharing|social|addthis|addtoany|sharedaddy|teilen|partag(?:e|er)|compartir|condividi|delen)(?:[-_\s]|$)/i;

const CALENDAR =
  /(?:^|[-_\s])(?:subscribe|add-?to-?calendar|addtocalendar|addevent|atcb?|calendar-?links?|ical)(?:[-_\s]|$)/i;

/**
 * True for an element in a box that shares the page or adds an event to a calendar, unless the box also contains the
 * heading.
 */
export function isService(node: Element, heading: Line): boolean {
  for (let up: Element | undefined = node; up && !isWithin(heading.node, up); up = parentOf(up)) {
    const names = `${up.attribs.class} ${up.attribs.id}`;
    if (CALENDAR.test(names) || SHARING.test(names)) return true;
  }
  return false;
}

/** True for fields whose lists may be divided into groups by labels, as in recipes. */
const isGrouped = ({ concept }: Field): boolean => concept?.id === 'ingredients' || concept?.id === 'instructions';

/** The heading of a list, and the lines found so far that belong to the list. */
interface OpenList {
  readonly found: readonly Line[];
  readonly heading: Line;
}

/** True for a line that contains a share link, e.g. `Share this job`, or the label of another list. */
export function isOfOtherList(field: Field, { node }: Line, { found, heading }: OpenList): boolean {
  const [first, last] = [found[0], found.at(-1)];
  const list = first && listAround(first.node);
  const section = list && parentOf(list);
  if (!section || !isWithin(heading.node, section)) return false;
  const path: Element[] = [];
  for (let up: Element | undefined = node; up && up !== section; up = parentOf(up)) path.push(up);
  const box = path.at(-1);
  if (!box || !isWithin(node, section) || box === list) return false;
  if (path.some(({ attribs }) => SHARING.test(`${attribs.class} ${attribs.id}`)) || isSharing(node)) return true;
  const startsBox = box !== node && !(last && isWithin(last.node, box));
  return startsBox && !isGrouped(field) && !listAround(node) && findElement(box, isList) !== undefined;
}

const isSharing = (node: Element): boolean => findElement(node, isShareLink) !== undefined;

const isShareLink = ({ name, attribs }: Element): boolean => name === 'a' && isShareUrl(attribs.href ?? '');

const isList = ({ name }: Element): boolean => name === 'ul' || name === 'ol';

/**
 * True for a bold line that looks like the bold label above a list and therefore ends the list. False in recipes, where
 * bold lines divide a list into groups.
 */
export const isNextBoldLabel = (field: Field, { flags, node }: Line, heading: Line): boolean =>
  (flags & heading.flags & flag.bold) !== 0 &&
  !listAround(node) &&
  node.name === heading.node.name &&
  !isGrouped(field);

/** True for a paragraph after list items in preformatted text, which has no elements for its lists. */
export const isBelowItems = ({ flags, node }: Line, found: readonly Line[]): boolean =>
  node.name === 'pre' && !(flags & flag.list) && found.length > 0 && found.every((one) => one.flags & flag.list);

const minProse = 80;

/**
 * True for a paragraph that ends a list below a label. False if the list is below a heading, because further lists may
 * follow the paragraph.
 */
export const isProseBelow = ({ text, node }: Line, heading: Line): boolean =>
  text.length >= minProse && !(heading.flags & flag.heading) && !listAround(node);

/**
 * True for a line that is only a label, possibly with a number, e.g. `Post views: 66`. Such a line does not belong to
 * the list or paragraph above.
 */
export const isAfterword = ({ text, flags, node }: Line, [first]: readonly Line[]): boolean =>
  text.length < 40 &&
  !(flags & flag.list) &&
  node !== first?.node &&
  (/^\p{L}[^:：]{2,30}[:：]$/u.test(text) || /^\p{L}[\p{L} ]{2,30}[:：]\s*[\d.,]+$/u.test(text)) &&
  !isAlike(text, first?.text ?? '');

const isAlike = (text: string, first: string): boolean =>
  /[:：]\s*[\d.,]*$/.test(first) === /[:：]\s*[\d.,]*$/.test(text);

/**
 * True for an element outside the section of a heading. False if the section does not contain the first line below the
 * heading.
 */
export function isOutside(node: Element, [first]: readonly Line[], heading: Line): boolean {
  const section = parentOf(heading.node);
  return section !== undefined && first !== undefined && isWithin(first.node, section) && !isWithin(node, section);
}

/** Returns the list or table that contains an element within six levels, if any. */
export const listAround = (node: Element): Element | undefined => {
  for (let up: Element | null = node, steps = 0; up && steps < 6; steps++, up = up.parent as Element | null)
    if (up.name === 'ul' || up.name === 'ol' || up.name === 'table') return up;
  return undefined;
};
