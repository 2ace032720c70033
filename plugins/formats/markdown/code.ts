import type { Element } from 'domhandler';
import { classFits, findElement, parentElement, walk } from './tree';

const LINE_NUMBERS =
  /(?:^|\s)(?:linenos?|line-?numbers?(?:-rows)?|lnt|ln-num|gutter|blob-num\S*|rouge-gutter|hljs-ln-(?:numbers|n)|react-syntax-highlighter-line-number|crayon-nums?\S*)(?:\s|$)/i;
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table', 'section']);
const LEFT_OUT = new Set(['script', 'style', 'button', 'svg', 'template', 'textarea']);
const NO_LANGUAGE = new Set(['none', 'nohighlight', 'no-highlight', 'auto', 'undefined', 'null', 'default', 'numbers']);
const FROM_CLASS = [
  /(?:^|\s)language-(\S+)/,
  /(?:^|\s)lang-(\S+)/,
  /(?:^|\s)highlight-(?:source|text)-([\w+#-]+)/,
  /(?:^|\s)highlight-([a-z][\w+#]*)/,
  /(?:^|\s)brush:\s*([\w+#-]+)/,
  /(?:^|\s)(?:sourceCode|hljs|prettyprint|enlighter|wp-block-code|src)\s+(?:language-|lang-|src-)?([a-z][\w+#]{0,19})(?:\s|$)/,
  /(?:^|\s)([a-z][\w+#]{0,19})\s+(?:hljs|sourceCode)(?:\s|$)/,
];
const NOT_A_LANGUAGE =
  /^(?:hljs|line|lines|code|source|wrap|numbers?|copy|block|highlight\w*|prettyprint\w*|linenums|language)$/i;

/** True for an element that only shows line numbers. */
export const isLineNumber = (element: Element): boolean =>
  classFits(element, LINE_NUMBERS) ||
  (element.attribs['data-line-number'] !== undefined && element.attribs['data-line-number'] === onlyText(element));

function onlyText(element: Element): string | undefined {
  const only = element.children.length === 1 ? element.children[0] : undefined;
  return only !== undefined && 'data' in only ? only.data.trim() : undefined;
}

/** The text of a code block as it is shown: line breaks kept, line numbers and buttons left out. */
export function codeText(pre: Element): string {
  let text = '';
  const endLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  walk(pre, {
    element(element) {
      const { name } = element;
      if (LEFT_OUT.has(name) || isLineNumber(element)) return 'skip';
      if (name === 'br') {
        text += '\n';
        return 'skip';
      }
      if (LINES.has(name) || isShownAsLine(element)) {
        endLine();
        return endLine;
      }
      return undefined;
    },
    text(data) {
      text += data;
    },
  });
  // The first line feed right after `<pre>` is not part of its text.
  const first = pre.children[0];
  if (pre.name === 'pre' && first !== undefined && 'data' in first && /^\r?\n/.test(first.data))
    text = text.replace(/^\r?\n/, '');
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

function isShownAsLine(element: Element): boolean {
  if (/display:\s*(?:block|flex|table-row)/.test(element.attribs.style ?? '')) return true;
  const parent = parentElement(element);
  // One <code> per line, without line feeds of their own.
  return (
    element.name === 'code' && parent?.name === 'pre' && isCode(element.next) && isCode(element.prev ?? element.next)
  );
}

const isCode = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'name' in node && node.name === 'code';

/** The language a code block says it is in, from itself, its `<code>` or what is around it. */
export function languageOf(pre: Element): string {
  const code = findElement(pre, (element) => element.name === 'code');
  const around = parentElement(pre);
  const further = around && parentElement(around);
  for (const element of [code, pre, around, further]) {
    if (element === undefined) continue;
    const named = languageOfElement(element, element === code || element === pre);
    if (named !== undefined) return named;
  }
  return '';
}

function languageOfElement(element: Element, own: boolean): string | undefined {
  const { attribs } = element;
  const data =
    attribs['data-lang'] ??
    attribs['data-language'] ??
    attribs['data-code-language'] ??
    (own ? attribs.lang : undefined);
  const names = attribs.class ?? '';
  for (const pattern of own ? FROM_CLASS : FROM_CLASS.slice(0, 4)) {
    const found = pattern
      .exec(names)?.[1]
      ?.replace(/[,;]$/, (sign) => (names.trim() === `language-${sign}` ? sign : ''));
    if (found !== undefined && found !== '' && !NO_LANGUAGE.has(found) && !NOT_A_LANGUAGE.test(found)) return found;
  }
  return data !== undefined && /^[\w+#.-]{1,30}$/.test(data) ? data.toLowerCase() : undefined;
}
