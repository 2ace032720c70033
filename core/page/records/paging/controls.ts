import { type Element, isTag } from 'domhandler';
import { elementsIn, findElements, textOf } from '../../extraction/rules/page/text-of';

const maxLabel = 80;

/** True for an element that users can click or follow. A `label` only operates the field that it belongs to. */
export const isControl = ({ name, attribs }: Element): boolean =>
  name !== 'label' &&
  ((name === 'a' && (attribs.href !== undefined || attribs.role === 'button' || attribs.onclick !== undefined)) ||
    name === 'button' ||
    attribs.role === 'button' ||
    attribs.role === 'link' ||
    (name === 'input' && /^(?:button|submit)$/i.test(attribs.type ?? '')));

/** Returns the distinct labels of a control: its text, `aria-label`, title, value, and the names of its images. */
export function labelsOf(element: Element): readonly string[] {
  const { attribs } = element;
  const pictures = findElements(element, ({ name }) => name === 'img' || name === 'svg' || name === 'title', 3);
  const names = pictures.flatMap((one) => [
    one.attribs.alt,
    one.attribs['aria-label'],
    one.name === 'title' ? textOf(one) : '',
  ]);
  const value = element.name === 'input' ? attribs.value : undefined;
  // A visible label next to a screen reader label is a separate label.
  const inner = elementsIn(element);
  const parts = inner.length === 2 ? inner.map(textOf) : [];
  const labels = [attribs['aria-label'], textOf(element), value, attribs.title, ...names, ...parts];
  return [...new Set(labels.map((one) => one?.trim() ?? ''))].filter((one) => one !== '' && one.length <= maxLabel);
}

/** Returns an element and its ancestors, innermost first. */
export function lineOf(element: Element, levels = 40): readonly Element[] {
  const line: Element[] = [];
  let up: Element['parent'] = element;
  while (up && isTag(up as Element) && line.length < levels) {
    line.push(up as Element);
    up = (up as Element).parent;
  }
  return line;
}

/** Joins the ID, classes and roles of an element. */
export const namesOf = ({ attribs }: Element): string =>
  `${attribs.id ?? ''} ${attribs.class ?? ''} ${attribs.role ?? ''} ${attribs['aria-roledescription'] ?? ''}`;

const OFF = /(?:^|[\s_-])(?:disabled|inactive|unavailable|is-disabled)(?:$|[\s_-])/i;

/** True if a control or the list item around it is marked as disabled. */
export function isSwitchedOff(element: Element): boolean {
  return lineOf(element, 2).some((one, level) => {
    const { attribs } = one;
    if (level > 0 && one.name !== 'li' && one.name !== 'span') return false;
    return attribs.disabled !== undefined || attribs['aria-disabled'] === 'true' || OFF.test(attribs.class ?? '');
  });
}

/** True for an element hidden by the page's own markup. */
export const isHidden = (element: Element): boolean =>
  lineOf(element).some(
    ({ name, attribs }) =>
      name === 'template' ||
      name === 'noscript' ||
      attribs.hidden !== undefined ||
      attribs['aria-hidden'] === 'true' ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style ?? ''),
  );
