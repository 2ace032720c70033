import { type Element, isTag, isText } from 'domhandler';
import { findMoney } from '../../../../common/values/money';
import { type PageStyles, stylesAround } from '../../../documents/content/styles/style-rules';
import { WAS } from '../values/price-in';
import { flag, ownFlags } from './flags';
import { wordsOfAttributes } from './hints';
import { findElements, parentOf, textOf } from './text-of';

const MAX_STRUCK = 10;

/** True for an element struck through by tag, style or class. */
export const isStruck = (node: Element): boolean =>
  (ownFlags(node, wordsOfAttributes(node.attribs)) & flag.struck) !== 0;

const MAX_SAID = 60;
const MAX_LEVELS = 3;

/** True for an element that is struck through by tag or style, or that is inside such an element. */
export function isCrossedOut(node: Element): boolean {
  let up: Element | undefined = node;
  for (let level = 0; up && level <= MAX_LEVELS; level++, up = parentOf(up))
    if ((ownFlags(up, '') & flag.crossed) !== 0) return true;
  return false;
}

/**
 * Text that may follow a word such as "Was" if the price is in the next element. Any other text suggests a name, e.g.
 * "Original chips".
 */
const LABEL_END = /^[\s.:]*(?:(?:price|preis|prix|precio|prezzo|value)[\s.:]*)?$/iu;

/** True for an amount after a word such as `Was`, in the same or the preceding element, e.g. `Was $20`. */
export function isSaidFormer(node: Element): boolean {
  if (!node.children.some((child) => isText(child) && /\d/.test(child.data))) return false;
  const text = textOf(node);
  const [money, ...others] = text.length <= MAX_SAID ? findMoney(text) : [];
  if (!money || others.length > 0) return false;
  const own = text.slice(0, money.start);
  return /\p{L}/u.test(own) ? restOfLabel(own) !== undefined : LABEL_END.test(restOfLabel(textBeside(node)) ?? '?');
}

/** Returns the text after an initial word such as `Was`. Undefined if the text starts differently. */
function restOfLabel(text: string): string | undefined {
  const found = WAS.exec(text);
  return found && !/\p{L}/u.test(text.slice(0, found.index)) ? text.slice(found.index + found[0].length) : undefined;
}

/** Returns the text directly before an element, inside or outside its parent. */
export function textBeside(node: Element): string {
  let at = node;
  for (let level = 0; level < MAX_LEVELS; level++) {
    let before = at.prev;
    while (before && (isText(before) ? before.data.trim() === '' : !isTag(before))) before = before.prev;
    if (before) return isTag(before) ? textOf(before) : isText(before) ? before.data : '';
    const up = parentOf(at);
    if (!up) return '';
    at = up;
  }
  return '';
}

/** True for an element that is struck through or hidden. A hidden element may repeat a price for screen readers. */
const isAside = (node: Element, styles: PageStyles): boolean =>
  (ownFlags(node, wordsOfAttributes(node.attribs)) & (flag.struck | flag.hidden)) !== 0 || styles.hides(node);

/** Class names of text that only screen readers announce. */
const SPOKEN = / (?:sr only|visually hidden|visuallyhidden|screen reader(?: text| only)?|screenreader) /;

/** True for a spoken label without an amount, e.g. `Old price:`. */
const isSpokenLabel = (node: Element, text: string): boolean =>
  !/\d/.test(text) && SPOKEN.test(wordsOfAttributes(node.attribs));

/**
 * Splits the text of an element into its struck-through part and the rest. Hidden text is in neither part, except for
 * spoken labels, which describe an amount.
 */
export function partStruck(text: string, node: Element): { readonly struck: string; readonly rest: string } {
  let rest = text;
  const struck: string[] = [];
  const styles = stylesAround(node);
  for (const part of findElements(node, (inner) => isAside(inner, styles), MAX_STRUCK)) {
    const piece = textOf(part);
    const at = piece === '' || isSpokenLabel(part, piece) ? -1 : placeOf(piece, rest);
    if (at < 0) continue;
    if (isStruck(part)) struck.push(piece);
    rest = `${rest.slice(0, at)} ${rest.slice(at + piece.length)}`;
  }
  return { struck: struck.join(' '), rest: rest.trim() };
}

/** Returns the position of a substring. Ignores matches inside a longer number. */
function placeOf(piece: string, text: string): number {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const isCut =
      (/^\d/.test(piece) && /[\d.,]$/.test(text.slice(0, at))) ||
      (/\d$/.test(piece) && /^[.,]?\d/.test(text.slice(at + piece.length)));
    if (!isCut) return at;
  }
  return -1;
}
