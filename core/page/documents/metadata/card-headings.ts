import { type Element, isTag, type ParentNode } from 'domhandler';
import { findOne, textContent } from 'domutils';
import { oneLine } from '../content/text';

/** True for a heading that is entirely a link to a page other than the home page. */
export function linksElsewhere(heading: Element): boolean {
  const link = findOne(({ name, attribs }) => name === 'a' && attribs.href !== undefined, heading.children);
  const isLink = link !== null && !/^#|^\/?$|^https?:\/\/[^/]+\/?$/.test(link.attribs.href ?? '');
  return isLink && oneLine(textContent(link)) === oneLine(textContent(heading));
}

/** True for an element in a list item, or in one of several adjacent articles. */
export function isInCard(element: Element): boolean {
  let up: ParentNode | null = element;
  while (up !== null && isTag(up) && up.name !== 'article' && up.name !== 'li') up = up.parent;
  if (up === null || !isTag(up)) return false;
  const { name, parent } = up;
  return name === 'li' || (parent?.children.filter((one) => isTag(one) && one.name === name).length ?? 0) > 1;
}
