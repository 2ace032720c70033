import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { textContent } from 'domutils';
import { remember } from '../remember';
import { stylesAround } from './styles/style-rules';
import { clipsText } from './styles/style-sheets';

/** Class names for screen reader text in common frameworks: Bootstrap, WordPress, Drupal, jQuery UI, Amazon and others. */
const FOR_SCREEN_READERS =
  /(?:^|[\s_-])(?:sr-only|visually[_-]?hidden|hidden-visually|hidden-accessible|accessib(?:le|ly|ility)-hidden|a11y-(?:hidden|only|text)|screen-?reader(?:-text|-only)?|(?:a-)?offscreen|element-invisible|clipped|assistive-text)(?:--\w+)?(?:\s|$)/i;

/** True for a class attribute that marks text as visible to screen readers only. */
export const marksSpokenText = (classes: string | undefined): boolean =>
  classes !== undefined && isForScreenReaders(classes) === 1;

const isForScreenReaders = remember((classes) => (FOR_SCREEN_READERS.test(classes) ? 1 : 0));

const MAX_SCREEN_READER_CHARS = 200;

/** True for text that only screen readers announce, marked by its class or clipped by its style. */
const isSpokenOnly = (element: Element): boolean =>
  marksSpokenText(element.attribs.class) ||
  (element.attribs.style !== undefined && clipsText(element.attribs.style)) ||
  stylesAround(element).clips(element);

/** True for visible text or symbols (e.g. stars) repeated in adjacent screen reader text. */
export function repeatsSpokenText(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true') return false;
  const spoken = [elementBeside(element, 'prev'), elementBeside(element, 'next')].find(
    (beside) => beside !== undefined && isSpokenOnly(beside),
  );
  if (spoken === undefined) return false;
  const text = textContent(spoken);
  if (text.trim() === '' || text.length > MAX_SCREEN_READER_CHARS) return false;
  const shown = textContent(element);
  const own = shown.replace(NO_LETTERS, '');
  return own === text.replace(NO_LETTERS, '') || (own === '' ? shown.trim() !== '' : isShortForm(shown, text));
}

/** True for a short form of a text, e.g. `4.5/5` for `Rated 4.5 out of 5 stars` or `Mar 3` for `March 3rd, 2026`. */
function isShortForm(short: string, text: string): boolean {
  const [parts, all] = [partsOf(short), partsOf(text)];
  if (parts.length > all.length || parts.filter(isNumber).length > all.filter(isNumber).length) return false;
  const same = parts.filter((part) => all.some((one) => (isNumber(part) ? one === part : one.startsWith(part))));
  return same.length * 2 >= parts.length;
}

const partsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+|\d+(?:[.,]\d+)*/gu) ?? [];

const isNumber = (part: string): boolean => /^\d/.test(part);

const MAX_ABBREVIATION_CHARS = 8;

/** True for a visible abbreviation of the screen reader text just before it, e.g. `mins` after `minutes`. */
export function abbreviatesSpokenText(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true') return false;
  const [only, other] = element.children;
  if (only === undefined || other !== undefined || !isText(only)) return false;
  const shown = only.data.trim().toLowerCase();
  if (shown.length > MAX_ABBREVIATION_CHARS || !IS_WORD.test(shown)) return false;
  const before = elementBeside(element, 'prev');
  const spoken = before?.children.at(-1);
  if (spoken === undefined || !isTag(spoken) || !isSpokenOnly(spoken)) return false;
  const text = textContent(spoken).trim().toLowerCase();
  return IS_WORD.test(text) && text[0] === shown[0];
}

const IS_WORD = /^\p{L}+\.?$/u;

/** Elements in which screen reader text only explains the visible text. */
const EXPLAINED = new Set(['a', 'button', 'summary', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * True for screen reader text after the visible text of a link or header cell, e.g. `(activate to sort)` after `Day`.
 */
export function explainsControl(element: Element): boolean {
  const { parent } = element;
  if (parent === null || !isTag(parent) || !EXPLAINED.has(parent.name) || !isSpokenOnly(element)) return false;
  return parent.children.some((child) => child !== element && isShownText(child));
}

const isShownText = (node: ChildNode): boolean =>
  isText(node)
    ? WORD_CHARACTER.test(node.data)
    : isTag(node) &&
      node.attribs['aria-hidden'] !== 'true' &&
      WORD_CHARACTER.test(textContent(node)) &&
      !isSpokenOnly(node);

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Matches runs of characters other than letters and digits. */
export const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Returns the letters and digits of an element. */
export const letters = (element: Element): string => textContent(element).replace(NO_LETTERS, '');

/** Returns the previous or next sibling element, unless there is text in between. */
export function elementBeside(element: Element, side: 'prev' | 'next'): Element | undefined {
  let node = element[side];
  while (node !== null && !isTag(node) && 'data' in node && node.data.trim() === '') node = node[side];
  return node !== null && isTag(node) ? node : undefined;
}
