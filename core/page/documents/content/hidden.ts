import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { textContent } from 'domutils';
import { isEditorGutter } from '../../../contract/code-box';
import { remember } from '../remember';
import {
  abbreviatesSpokenText,
  elementBeside,
  explainsControl,
  letters,
  NO_LETTERS,
  repeatsSpokenText,
} from './spoken-text';
import { type PageStyles, stylesOf } from './styles/style-rules';
import { IS_ABSOLUTE, OFF_PAGE } from './styles/style-sheets';
import { AVATAR } from './tags';

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Classes and roles of collapsible parts, which count as content. */
const FOLD =
  /tab|pane|accordion|collaps|toggle|expand|expander|disclosure|slide|carousel|swiper|faq|answer|more|spoiler|step|reveal|read/i;
/**
 * Hidden text of at most `MAX_HIDDEN_CHARS` characters is dropped. Longer hidden text is usually an article that a
 * script reveals. Such text is dropped only if its first `COPIED_LETTERS` letters also appear elsewhere on the page.
 */
const MAX_HIDDEN_CHARS = 600;
const COPIED_LETTERS = 80;
const NO_TEXT = new Set(['script', 'style', 'template', 'noscript', 'head']);
/** Class names that mark a shortened copy of adjacent text, e.g. of a caption. */
const SHORTENED = /(?:^|[-_\s])(?:truncated?|shortened|clamped|collapsed|short)(?:[-_\s]|$)/i;
/**
 * A shortened copy must share its first letters with the full text: at least `MIN_SHARED_LETTERS` letters, and at least
 * the share `MIN_SHARED` of the copy.
 */
const MIN_SHARED_LETTERS = 30;
const MIN_SHARED = 0.8;

/** Returns a predicate for elements hidden by attributes or by the page's own style rules. */
export function hiddenFromReaders(document: Document): (node: ChildNode) => boolean {
  const styles = stylesOf(document);
  let all: string | undefined;
  const isCopy = (element: Element): boolean => {
    all ??= visibleLetters(document);
    const start = visibleLetters(element).slice(0, COPIED_LETTERS);
    return all.indexOf(start) !== all.lastIndexOf(start);
  };
  return (node) =>
    isTag(node) &&
    (isHidden(node, styles, isCopy) ||
      (node.attribs['aria-hidden'] === 'true' && (repeatsSpokenText(node) || abbreviatesSpokenText(node))) ||
      isNamedUnread(node) ||
      explainsControl(node) ||
      namesLanguage(node));
}

const MAY_BE_INITIAL = 1;
const MAY_BE_SHORTENED = 2;
const IS_GUTTER = 4;

/** Returns bit flags for a class attribute. Results are cached, because the same classes repeat on a page. */
const classBits = remember(
  (classes) =>
    (AVATAR.test(classes) ? MAY_BE_INITIAL : 0) |
    (SHORTENED.test(classes) ? MAY_BE_SHORTENED : 0) |
    (isEditorGutter({ attribs: { class: classes } }) ? IS_GUTTER : 0),
);

/** True for initials, shortened copies of texts, and the line numbers of code editors. */
function isNamedUnread(element: Element): boolean {
  const bits = element.attribs.class === undefined ? 0 : classBits(element.attribs.class);
  if (bits === 0) return false;
  return (
    (bits & IS_GUTTER) !== 0 ||
    ((bits & MAY_BE_SHORTENED) !== 0 && shortensText(element)) ||
    ((bits & MAY_BE_INITIAL) !== 0 && isInitial(element))
  );
}

function isHidden(element: Element, styles: PageStyles, isCopy: (element: Element) => boolean): boolean {
  const { name, attribs } = element;
  if (name === 'dialog') return attribs.open === undefined;
  if (!isUnseen(element, styles)) return false;
  const { length } = textContent(element);
  // Elements without text are kept, because images may be hidden until they load.
  return length > 0 && (length <= MAX_HIDDEN_CHARS || isCopy(element));
}

/** True for an element hidden by an attribute or a style rule. False for a collapsible part. */
export function isUnseen(element: Element, styles: PageStyles): boolean {
  const { hidden, popover, open, style } = element.attribs;
  const isSo =
    (hidden !== undefined && hidden.toLowerCase() !== 'until-found') ||
    (popover !== undefined && open === undefined) ||
    (style !== undefined && isHiddenByStyle(style)) ||
    styles.hides(element);
  return isSo && !isFold(element);
}

/**
 * True for an element with short text that an attribute or a style rule hides. Longer hidden text is usually revealed
 * by a script.
 */
export const isUnseenText = (element: Element, styles: PageStyles): boolean =>
  isUnseen(element, styles) && textContent(element).length <= MAX_HIDDEN_CHARS;

const isHiddenByStyle = (style: string): boolean =>
  HIDDEN_STYLE.test(style) || (OFF_PAGE.test(style) && IS_ABSOLUTE.test(style));

function isFold({ attribs, parent }: Element): boolean {
  if (attribs.role === 'tabpanel' || attribs['aria-labelledby'] !== undefined) return true;
  const around = parent !== null && isTag(parent) ? (parent.attribs.class ?? '') : '';
  return FOLD.test(`${attribs.class ?? ''} ${attribs.id ?? ''} ${around}`);
}

/** True for a start of the adjacent text, such as the start of a caption before "more". */
function shortensText(element: Element): boolean {
  const own = letters(element);
  if (own.length < MIN_SHARED_LETTERS) return false;
  const start = own.slice(0, Math.max(MIN_SHARED_LETTERS, Math.ceil(MIN_SHARED * own.length)));
  return [elementBeside(element, 'prev'), elementBeside(element, 'next')].some(
    (beside) => beside !== undefined && letters(beside).startsWith(start),
  );
}

/** Returns the letters and digits below a node, except in scripts and similar elements. */
function visibleLetters(root: ParentNode): string {
  let text = '';
  const stack: ChildNode[] = root.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) text += node.data;
    else if (isTag(node) && !NO_TEXT.has(node.name)) stack.push(...node.children.toReversed());
  }
  return text.replace(NO_LETTERS, '');
}

const isCode = (node: ChildNode | null | undefined): boolean => node != null && isTag(node) && node.name === 'pre';

const LANGUAGE = /^\s*[\w+#.-]{1,20}\s*$/;

/** True for the name of a language above a code block, e.g. `html`, if a class of the block contains the same name. */
function namesLanguage(element: Element): boolean {
  const { next } = element;
  if (!isCode(next) && !isCode(next?.next)) return false;
  const code = elementBeside(element, 'next');
  if (code?.name !== 'pre' || element.name === 'pre') return false;
  const label = textContent(element);
  if (!LANGUAGE.test(label)) return false;
  const inner = code.children.find(isTag);
  const classes = `${code.attribs.class ?? ''} ${inner?.attribs.class ?? ''}`.toLowerCase().split(/[\s:]+/);
  const name = label.trim().toLowerCase();
  return classes.includes(name) || classes.includes(`language-${name}`) || classes.includes(`lang-${name}`);
}

/** True for initials, which avatars show in place of a portrait. */
const isInitial = ({ children }: Element): boolean =>
  children.every((child) => isText(child)) && /^\s*\p{L}{1,2}\s*$/u.test(textContent(children));
