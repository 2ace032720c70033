import type { Document, Element } from 'domhandler';
import { findElement, textOf } from '../../page/extraction/rules/page/text-of';
import { isControl, labelsOf, lineOf } from '../../page/records/paging/controls';

const maxLabel = 80;
/** Number of ancestor levels that are searched for the control that was clicked. */
const controlLevels = 4;

const fields = new Set(['input', 'select', 'textarea']);

/**
 * Returns the control that the user meant to click, such as the link or button around the element. Defaults to the
 * element itself.
 */
export function controlOf(element: Element): Element {
  const isMeant = (one: Element) =>
    isControl(one) || fields.has(one.name) || one.name === 'label' || one.name === 'summary';
  return lineOf(element, controlLevels).find(isMeant) ?? element;
}

/** Returns the label of an element. Empty if it has no label. */
export function labelOf(element: Element, document: Document): string {
  const said = fields.has(element.name) && !isControl(element) ? fieldLabels(element, document) : labelsOf(element);
  return (said.find((one) => one.trim() !== '') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxLabel);
}

function fieldLabels(field: Element, document: Document): readonly string[] {
  const { id, placeholder, title, name } = field.attribs;
  const around = lineOf(field, controlLevels).find((one) => one.name === 'label');
  const own = id ? findElement(document, (one) => one.name === 'label' && one.attribs.for === id) : undefined;
  const label = own ?? around;
  return [field.attribs['aria-label'], label && textOf(label), placeholder, title, name].map((one) => one ?? '');
}
