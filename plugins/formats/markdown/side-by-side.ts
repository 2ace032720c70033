import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parentElement } from './tree';

const BOXES = new Set(['a', 'span', 'strong', 'b', 'small', 'time', 'label', 'data']);
/** Elements of running text. Inside these elements, only white space in the HTML separates words. */
const TEXT = /^(?:p|h[1-6]|strong|b|em|i|u|s|del|q|cite|sup|sub|font|pre|code)$/;
/** Class names of function signatures in API documentation. Each part of a signature is a separate element. */
const SIGNATURE = /(?:^|[\s-])(?:sig|signature)(?:$|[\s-])/;
/** Writing systems without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const OPENS = /[\s([{«„“‘"'\-–/\\$€£¥#@_]$/u;
const CLOSES = /^[\s.,;:!?)\]}%»’”"'\-–/\\…°_+]/u;
const SAYS_WHAT_IT_IS = /[a-z]{3}/i;

/**
 * True if only CSS separates an element from the previous element, e.g. a value from its label or a link from another
 * link. The HTML has no white space between the elements, but their texts are separate words.
 */
export function isSetApart(element: Element): boolean {
  if (!isBox(element)) return false;
  const { prev } = element;
  if (prev === null || !isTag(prev) || !isBox(prev)) return false;
  const around = parentElement(element);
  if (
    TEXT.test(around?.name ?? '') ||
    SIGNATURE.test(around?.attribs.class ?? '') ||
    holdsText(prev.prev) ||
    holdsText(element.next)
  )
    return false;
  return mayBeBoxes(prev, element) && wordsMeet(edgeText(prev, 'last'), edgeText(element, 'first'));
}

/** True for an inline element that style sheets often display as a box. Includes custom elements. */
const isBox = ({ name }: Element): boolean => BOXES.has(name) || name.includes('-');

const holdsText = (node: ChildNode | null): boolean => node !== null && isText(node) && node.data.trim() !== '';

/**
 * True if two adjacent elements could be separate boxes: links, or elements with different tags or class names.
 * Elements with the same class are sometimes individually styled letters of one word.
 */
function mayBeBoxes(left: Element, right: Element): boolean {
  if (left.name !== right.name || left.name === 'a') return true;
  const [one = '', other = ''] = [left.attribs.class, right.attribs.class];
  return one !== other && SAYS_WHAT_IT_IS.test(one) && SAYS_WHAT_IT_IS.test(other);
}

/** Returns the text at the start or end of an element. Empty if that end is not text, e.g. an image. */
function edgeText(element: Element, end: 'first' | 'last'): string {
  let node: ChildNode | null = element;
  while (node !== null && isTag(node)) node = end === 'first' ? node.firstChild : node.lastChild;
  return node !== null && isText(node) ? node.data : '';
}

function wordsMeet(left: string, right: string): boolean {
  if (left === '' || right === '') return true;
  if (OPENS.test(left) || CLOSES.test(right) || left.trim().length < 2) return false;
  return !UNSPACED.test(left.slice(-1)) && !UNSPACED.test(right.slice(0, 1));
}
