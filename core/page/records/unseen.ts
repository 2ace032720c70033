import type { Element } from 'domhandler';
import { marksSpokenText } from '../documents/content/spoken-text';
import { stylesAround } from '../documents/content/styles/style-rules';
import { asElement } from './shape';

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const maxLevels = 6;

/** True for an element that its own attributes hide from all users, including users of screen readers. */
const isHidden = ({ attribs }: Element): boolean =>
  (attribs.hidden !== undefined && attribs.hidden.toLowerCase() !== 'until-found') ||
  (attribs.style !== undefined && HIDDEN_STYLE.test(attribs.style));

/** True for a hidden element, or text for screen readers. Such text usually repeats the visible text. */
export function isUnseen(node: Element): boolean {
  const styles = stylesAround(node);
  let at: Element | undefined = node;
  for (let level = 0; at && level < maxLevels; at = asElement(at.parent), level++) {
    if (isHidden(at) || marksSpokenText(at.attribs.class) || styles.hides(at)) return true;
  }
  return false;
}

/** True for an element that is hidden or has a hidden ancestor a few levels up. */
export function isInHidden(node: Element): boolean {
  let at: Element | undefined = node;
  for (let level = 0; at && level < maxLevels; at = asElement(at.parent), level++) if (isHidden(at)) return true;
  return false;
}
