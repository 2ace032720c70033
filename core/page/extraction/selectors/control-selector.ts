import { selectOne } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { parentOf } from '../rules/page/text-of';
import { atomsOf, quoted } from './candidates';
import { PathSelectors } from './path-selectors';

const LEADS_ON = /next|more|load|weiter|suivant|siguiente/i;
const PLAIN = /^[A-Za-z_-][\w-]*$/;

/** The first selector whose first match on the page is the element. */
export const firstMatching = (selectors: readonly string[], element: Element, document: Document): string | undefined =>
  selectors.find((css) => selectOne<AnyNode, Element>(css, document) === element);

/** A CSS selector whose first match is the element: by what the control says, else by its place on the page. */
export function controlSelector(element: Element, document: Document): string {
  const atoms = atomsOf(element).flatMap(({ css, cost }) => (cost < 2 ? [css] : []));
  return firstMatching([...saidSelectors(element), ...atoms], element, document) ?? new PathSelectors().of(element);
}

/** Selectors by relation, label and class of a control, and by the class of the element around it. */
function saidSelectors(element: Element): readonly string[] {
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

/** The first class of an element that names what leads to further records. */
const leadingClass = ({ attribs }: Element): string | undefined =>
  (attribs.class ?? '').split(/\s+/).find((one) => LEADS_ON.test(one) && PLAIN.test(one));
