import type { Element } from 'domhandler';
import { elementsIn, findElements } from '../../extraction/rules/page/text-of';
import { labelsOf, lineOf, namesOf } from './controls';

const TRAPS =
  /carousel|slider|slick|swiper|splide|glide|flickity|owl-|slideshow|gallery|lightbox|datepicker|date-picker|fc-(?:toolbar|header)|post-?nav|nav-?single|single-?nav|article-?nav|entry-?nav|prev-?next-?post|player|tablist|dialog|modal|testimonial|wizard|stepper|cookie|consent/i;

/** Class names of calendar controls. Paginated event lists use them as well. */
const CALENDAR = /calendar|kalender/i;

/** Matches names of page parts in which a "show more" control expands text or loads something other than records. */
const UNFOLDS =
  /collaps|expand|toggle|read-?more|descri|comment|repl(?:y|ies)|related|accordion|summary|checkbox|package|facet|filter|refine/i;

/** True for controls that step through images, days, posts or wizards. Numbered calendar pages count as list pages. */
export const isTrap = (element: Element, { isNumbered = false } = {}): boolean =>
  lineOf(element, 8).some((one) => {
    if (one.name === 'body' || one.name === 'html' || one.name === 'main') return false;
    const names = namesOf(one);
    if (TRAPS.test(names) || (CALENDAR.test(names) && !isNumbered)) return true;
    return one.name === 'dialog' || one.name === 'figure' || one.name === 'aside';
  });

/** True for a control in a form with user input fields. Buttons there submit the form. */
export const isInForm = (element: Element): boolean => {
  const form = lineOf(element).find(({ name }) => name === 'form');
  if (!form) return false;
  const isAsked = ({ name, attribs }: Element): boolean =>
    name === 'textarea' ||
    name === 'select' ||
    (name === 'input' && !/^(?:hidden|button|submit)$/i.test(attribs.type ?? ''));
  return /post/i.test(form.attribs.method ?? '') || findElements(form, isAsked, 1).length > 0;
};

/** True for a control that follows a list of at least three similar elements, within a few levels of the tree. */
export function isAfterList(element: Element): boolean {
  return lineOf(element, 5).some((level) => {
    for (let before = level.previousSibling; before; before = before.previousSibling) {
      if ('children' in before && holdsList(before as Element, 3)) return true;
    }
    return false;
  });
}

function holdsList(element: Element, levels: number): boolean {
  const counts = new Map<string, number>();
  const inner = elementsIn(element).filter(({ name }) => !/^(?:script|style|br|p|option)$/.test(name));
  for (const { name, attribs } of inner) {
    const key = `${name} ${name === 'li' || name === 'tr' ? '' : (attribs.class ?? '')}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (
    [...counts.values()].some((count) => count >= 3) || (levels > 0 && inner.some((one) => holdsList(one, levels - 1)))
  );
}

/** True if at least two other controls have the same label, as when each record contains the control. */
export const isRepeated = (element: Element, label: string, controls: readonly Element[]): boolean =>
  controls.filter((one) => one !== element && labelsOf(one).includes(label)).length > 1;

/** True for an element in a part of the page that expands text or shows something other than records. */
export const unfolds = (element: Element): boolean => lineOf(element, 4).some((one) => UNFOLDS.test(namesOf(one)));
