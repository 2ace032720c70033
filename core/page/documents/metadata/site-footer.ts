import { type Element, isTag, type ParentNode } from 'domhandler';
import { remember } from '../remember';

/** Class names and IDs of site footers, and of lines that credit the agency that made the site. */
const FOOTER =
  /(?<!(?:has|with|without|no|above|before|sticky|article|entry|post|card|modal)[_-])(?<![a-z0-9])(?:footer|colophon|(?:footer|site|design|theme|web)[_-]?credits?)(?![a-z0-9])/i;

const isCalledFooter = remember((names) => (FOOTER.test(names) ? 1 : 0));

/** True for an element in the site's footer or in its credits. False for an element in the footer of an article. */
export function isInSiteFooter(element: Element): boolean {
  let isInFooter = false;
  for (let up: ParentNode | null = element; up !== null && isTag(up) && up.name !== 'body'; up = up.parent) {
    const { name, attribs } = up;
    if (name === 'article' || name === 'main') return false;
    isInFooter ||=
      name === 'footer' ||
      attribs.role === 'contentinfo' ||
      isCalledFooter(`${attribs.class ?? ''} ${attribs.id ?? ''}`) === 1;
  }
  return isInFooter;
}
