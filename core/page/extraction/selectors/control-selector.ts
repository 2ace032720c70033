import { selectOne } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { parentOf } from '../rules/page/text-of';
import { atomsOf, quoted } from './candidates';
import { PathSelectors } from './path-selectors';

const LEADS_ON = /next|more|load|weiter|suivant|siguiente/i;
const PLAIN = /^[A-Za-z_-][\w-]*$/;

/** Returns the first selector whose first match on the page is the element. */
export const firstMatching = (selectors: readonly string[], element: Element, document: Document): string | undefined =>
  selectors.find((css) => selectOne<AnyNode, Element>(css, document) === element);

/** Returns a CSS selector whose first match is the control. Prefers the control's attributes to its position. */
export function controlSelector(element: Element, document: Document): string {
  const atoms = atomsOf(element).flatMap(({ css, cost }) => (cost < 2 ? [css] : []));
  return firstMatching([...textSelectors(element), ...atoms], element, document) ?? new PathSelectors().of(element);
}

/** Returns selectors based on a control's `rel`, label and class, and on its parent's class. */
function textSelectors(element: Element): readonly string[] {
  const { name, attribs } = element;
  const label = attribs['aria-label'];
  const ownClass = leadingClass(element);
  const outer = parentOf(element);
  const outerClass = outer && leadingClass(outer);
  return [
    ...((attribs.rel ?? '').split(/\s+/).includes('next') ? [`${name}[rel~="next"]`] : []),
    ...(label && !label.includes('\n') ? [`${name}[aria-label=${quoted(label)}]`] : []),
    ...(ownClass ? [`${name}.${ownClass}`] : []),
    ...(outer && outerClass ? [`${outer.name}.${outerClass} > ${name}`] : []),
  ];
}

/** Returns the first class that marks a control as a next or load-more control. */
const leadingClass = ({ attribs }: Element): string | undefined =>
  (attribs.class ?? '').split(/\s+/).find((one) => LEADS_ON.test(one) && PLAIN.test(one));
