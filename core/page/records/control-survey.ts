import { type Document, type Element, isTag, type ParentNode } from 'domhandler';
import { isControl } from './paging/controls';

/** Elements of a page that may lead to more records, in document order. */
export interface ControlSurvey {
  readonly controls: readonly Element[];
  /** `href` of the first `base` element. */
  readonly base?: string;
  /** `link` elements with rel=next. */
  readonly headLinks: readonly Element[];
  /** Elements marked for infinite scrolling. */
  readonly growing: readonly Element[];
}

const maxControls = 4000;
const GROWS =
  /infinite-?scroll|endless-?scroll|scroll-?sentinel|load-?more-?sentinel|jscroll|infinite-?list|infinite-?loader/i;
const GROWS_BY_DATA = /^data-(?:infinite|next-(?:page|url)|scroll-(?:url|next))/;

/** True for a link with rel=next. */
export const isRelNext = ({ attribs }: Element): boolean => /(?:^|\s)next(?:\s|$)/i.test(attribs.rel ?? '');

/** Collects links, buttons and scroll markers in a single pass. */
export function surveyOf(document: Document): ControlSurvey {
  const controls: Element[] = [];
  const headLinks: Element[] = [];
  const growing: Element[] = [];
  let base: string | undefined;
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      if (child.name === 'base') base ??= child.attribs.href;
      else if (child.name === 'link' && isRelNext(child)) headLinks.push(child);
      else if (isControl(child) && controls.length < maxControls) controls.push(child);
      if (child.name !== 'body' && child.name !== 'script' && isMarkedAsGrowing(child)) growing.push(child);
      if (child.children.length > 0) visit(child);
    }
  };
  visit(document);
  return { controls, ...(base === undefined ? {} : { base }), headLinks, growing };
}

function isMarkedAsGrowing({ attribs }: Element): boolean {
  for (const key in attribs) {
    if (key === 'class' || key === 'id' ? GROWS.test(attribs[key] ?? '') : GROWS_BY_DATA.test(key)) return true;
  }
  return false;
}
