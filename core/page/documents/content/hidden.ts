import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { surveyOf } from './page-survey';
import { hiddenNames } from './style-rules';

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Classes of text for screen readers only. */
const FOR_SCREEN_READERS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|a-offscreen|offscreen|assistive-text)(?:\s|$)/i;
/** Classes and roles of collapsible parts, which count as content. */
const FOLD =
  /tab|pane|accordion|collaps|toggle|expand|expander|disclosure|slide|carousel|swiper|faq|answer|more|spoiler|step|reveal|read/i;
const MAX_SCREEN_READER_CHARS = 200;
/** Longer hidden text is usually an article that a script reveals. */
const MAX_HIDDEN_CHARS = 600;

/** Returns a test for elements hidden by attributes or by the page's own style rules. */
export function hiddenFromReaders(document: Document): (node: ChildNode) => boolean {
  const names = hiddenNames(surveyOf(document).styles.map((style) => textContent(style)));
  return (node) => isTag(node) && (isHidden(node, names) || repeatsSpokenText(node));
}

function isHidden(element: Element, names: ReadonlySet<string>): boolean {
  const { name, attribs } = element;
  if (name === 'dialog') return attribs.open === undefined;
  const { hidden, style } = attribs;
  const isSo =
    (hidden !== undefined && hidden.toLowerCase() !== 'until-found') ||
    (style !== undefined && HIDDEN_STYLE.test(style)) ||
    (names.size > 0 && hasName(attribs, names));
  if (!isSo || isFold(element)) return false;
  const { length } = textContent(element);
  // Images may be hidden until they load.
  return length > 0 && length <= MAX_HIDDEN_CHARS;
}

function hasName({ class: classes, id }: Element['attribs'], names: ReadonlySet<string>): boolean {
  if (id !== undefined && names.has(`#${id}`)) return true;
  return classes?.split(/\s+/).some((one) => names.has(`.${one}`)) === true;
}

function isFold({ attribs, parent }: Element): boolean {
  if (attribs.role === 'tabpanel' || attribs['aria-labelledby'] !== undefined) return true;
  const around = parent !== null && isTag(parent) ? (parent.attribs.class ?? '') : '';
  return FOLD.test(`${attribs.class ?? ''} ${attribs.id ?? ''} ${around}`);
}

/** True for visible text that repeats the adjacent text for screen readers. */
function repeatsSpokenText(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true') return false;
  const spoken = [elementBeside(element, 'prev'), elementBeside(element, 'next')].find(
    (beside) => beside !== undefined && FOR_SCREEN_READERS.test(beside.attribs.class ?? ''),
  );
  if (spoken === undefined) return false;
  const text = letters(spoken);
  return text !== '' && text.length <= MAX_SCREEN_READER_CHARS && text === letters(element);
}

const letters = (element: Element): string => textContent(element).replace(/[^\p{L}\p{N}]+/gu, '');

function elementBeside(element: Element, side: 'prev' | 'next'): Element | undefined {
  let node = element[side];
  while (node !== null && !isTag(node) && 'data' in node && node.data.trim() === '') node = node[side];
  return node !== null && isTag(node) ? node : undefined;
}
