import { type ChildNode, type Element, isTag } from 'domhandler';
import { isEditorGutter } from '../../../core/contract/plugin';
import { languageLabel } from './code-language';
import { classFits, findElement, parentElement, textOf, walk } from './tree';

const LINE_NUMBERS =
  /(?:^|\s)(?:linenos?|line-?numbers?(?:-rows)?|lnt|ln-num|gutter|blob-num\S*|rouge-gutter|hljs-ln-(?:numbers|n)|react-syntax-highlighter-line-number|crayon-nums?\S*)(?:\s|$)/i;
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table', 'section', 'pre']);
const LEFT_OUT = new Set(['script', 'style', 'button', 'svg', 'template', 'textarea']);
/** True for an element that contains only line numbers. */
export const isLineNumber = (element: Element): boolean =>
  classFits(element, LINE_NUMBERS) ||
  isEditorGutter(element) ||
  (element.attribs['data-line-number'] !== undefined && element.attribs['data-line-number'] === onlyText(element));

function onlyText(element: Element): string | undefined {
  const only = element.children.length === 1 ? element.children[0] : undefined;
  return only !== undefined && 'data' in only ? only.data.trim() : undefined;
}

/** Returns the text of a code block. Preserves line breaks, and drops line numbers and buttons. */
export function codeText(pre: Element): string {
  let text = '';
  const code = onlyCode(pre);
  const label = languageLabel(pre);
  const endLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  walk(pre, {
    element(element) {
      const { name } = element;
      if (LEFT_OUT.has(name) || isLineNumber(element) || isToolbar(element, code) || element === label) return 'skip';
      if (name === 'br') {
        text += '\n';
        return 'skip';
      }
      if (LINES.has(name) || isShownAsLine(element)) {
        endLine();
        if (isEmptyLine(element)) text += '\n';
        return endLine;
      }
      return undefined;
    },
    text(data) {
      text += data;
    },
  });
  // Skips a line feed directly after `<pre>`, as HTML parsers do.
  const first = pre.children[0];
  if (pre.name === 'pre' && first !== undefined && 'data' in first && /^\r?\n/.test(first.data))
    text = text.replace(/^\r?\n/, '');
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

/**
 * Returns the text of a code block that is not a `pre` element, e.g. the lines of an editor. Replaces no-break spaces,
 * which editors often use.
 */
export const codeBoxText = (box: Element): string =>
  codeText(box)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();

/**
 * Returns the lines of a `code` element that is the only content of its block and contains line breaks. Returns
 * undefined for any other element.
 */
export function brokenCode(code: Element): string | undefined {
  const { parent } = code;
  if (parent === null || !isTag(parent) || !CODE_BLOCKS.has(parent.name)) return undefined;
  if (!parent.children.every((node) => node === code || isBlank(node))) return undefined;
  let text = '';
  let breaks = 0;
  let isPlain = true;
  walk(code, {
    element({ name }) {
      if (name === 'br') breaks++;
      if (name === 'br') text += '\n';
      else if (name === 'a' || name === 'img' || LINES.has(name)) isPlain = false;
      return undefined;
    },
    text(data) {
      text += data.replace(/[ \t\n\f\r]+/g, ' ');
    },
  });
  if (breaks === 0 || !isPlain) return undefined;
  const lines = text
    .replaceAll('\u00a0', ' ')
    .replace(/ $/gm, '')
    .replace(/^ (?! )/gm, '');
  const shown = lines.replace(/^\n+/, '').trimEnd();
  return shown.includes('\n') ? shown : undefined;
}

const CODE_BLOCKS = new Set(['p', 'div', 'li', 'dd', 'section', 'article', 'figure', 'body']);

const isBlank = (node: ChildNode): boolean =>
  isTag(node) ? node.name === 'br' : !('data' in node) || node.type === 'comment' || node.data.trim() === '';

/** Returns the only `code` element in a block, if it contains most of the block's text. Undefined otherwise. */
function onlyCode(pre: Element): Element | undefined {
  let found: Element | undefined;
  let count = 0;
  walk(pre, {
    element(element) {
      if (element.name !== 'code') return undefined;
      found = element;
      count++;
      return 'skip';
    },
    text: () => undefined,
  });
  if (count !== 1 || found === undefined || found.parent === pre) return undefined;
  return textOf(found).length * 2 > textOf(pre).length ? found : undefined;
}

/** True for a `div` next to the code in its block, such as a title, a language name or a row of buttons. */
function isToolbar(element: Element, code: Element | undefined): boolean {
  if (code === undefined || element.name !== 'div') return false;
  for (let up: Element | undefined = code; up !== undefined && up.name !== 'pre'; up = parentElement(up))
    if (up === element || up.parent === element.parent) return up !== element;
  return false;
}

/** True for a blank line of code: an empty `div` with the same class as the previous or next line. */
function isEmptyLine(element: Element): boolean {
  const { name, attribs, prev, next } = element;
  if (name !== 'div' || attribs.class === undefined) return false;
  const isAlike = (node: ChildNode | null): boolean =>
    node !== null && isTag(node) && node.name === name && node.attribs.class === attribs.class;
  return (isAlike(prev) || isAlike(next)) && textOf(element) === '' && !findElement(element, isBreak);
}

const isBreak = ({ name }: Element): boolean => name === 'br';

function isShownAsLine(element: Element): boolean {
  if (/display:\s*(?:block|flex|table-row)/.test(element.attribs.style ?? '')) return true;
  const parent = parentElement(element);
  // In some blocks, each line is a separate `<code>` element, without line feeds between the elements.
  return (
    element.name === 'code' && parent?.name === 'pre' && isCode(element.next) && isCode(element.prev ?? element.next)
  );
}

const isCode = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'name' in node && node.name === 'code';
