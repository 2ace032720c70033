import type { Element } from 'domhandler';
import { isPerson } from '../find/bylines';
import { findElements, textOf } from '../page/text-of';

/**
 * If all links in an entry lead to the same page, e.g. a logo, an abbreviation and a name, returns the longest link
 * text.
 */
export function nameInLinks(node: Element): string | undefined {
  const links = findElements(node, ({ name, attribs }) => name === 'a' && attribs.href !== undefined, 6);
  if (links.length < 2 || new Set(links.map(({ attribs }) => attribs.href)).size > 1) return undefined;
  const [name = '', other = ''] = links.map(textOf).toSorted((a, b) => b.length - a.length);
  return name !== other && textOf(node).endsWith(name) ? name : undefined;
}

/**
 * Returns the person's name in an entry that contains more than the name. The name is the text of the only element with
 * a class such as `name`.
 */
export function nameInside(node: Element): string | undefined {
  const [name, other] = findElements(node, ({ attribs }) => NAME_CLASS.test(attribs.class ?? ''), 2);
  return name && !other && isPerson(textOf(name)) ? textOf(name) : undefined;
}

const NAME_CLASS = /(?:^|\s)(?:[a-z]+[-_]+)?name(?:$|\s)/;
