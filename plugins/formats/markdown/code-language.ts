import type { Element } from 'domhandler';
import { classFits, findElement, parentElement, textOf, walk } from './tree';

const MAX_LEVELS_TO_FIGURE = 7;
const NO_LANGUAGE = new Set(
  'none plain nohighlight no-highlight auto undefined null default numbers generic raw unknown'.split(' '),
);
/** Attributes in which highlighters and sites specify the language of a code block. */
const DATA_ATTRIBUTES = [
  'data-lang',
  'data-language',
  'data-code-language',
  'data-code-lang',
  'data-enlighter-language',
  'data-canonical-lang',
  'data-code-wrap',
  'data-code-block-lang',
  'data-syntax',
];
/** Matches the language in SyntaxHighlighter settings, which are in a class name or, in Confluence, in an attribute. */
const BRUSH = /(?:^|\s|;)brush:\s*['"]?([\w+#-]+)/;
const FROM_CLASS = [
  /(?:^|\s)language-(\S+)/,
  /(?:^|\s)(?:mw-highlight-)?lang[-:](\S+)/,
  /(?:^|\s)highlight-(?:source|text)-(?:[\w+#]+-(?!basic|comments))?([\w+#]+)/,
  /(?:^|\s)highlight-([a-z][\w+#]*)/,
  /^highlight\s+([a-z][\w+#-]*)/,
  /(?:^|\s)syntaxhighlighter\s+(?:no\w+\s+|collapsed\s+)*([a-z][\w+#]*)/,
];
/** Patterns to match against the classes of `<pre>` and `<code>`, but not of enclosing elements. */
const FROM_OWN_CLASS = [
  ...FROM_CLASS,
  BRUSH,
  /(?:^|\s)(?:sourceCode|hljs|prettyprint|enlighter|wp-block-code|src)\s+(?:numberSource\s+)?(?:language-|lang-|src-)?([a-z][\w+#]{0,19})(?:\s|$)/,
  /(?:^|\s)([a-z][\w+#]{0,19})\s+(?:hljs|sourceCode)(?:\s|$)/,
];
const NOT_A_LANGUAGE =
  /^(?:hljs|line|lines|code|source|wrap|numbers?|copy|block|highlight\w*|prettyprint\w*|linenums|language)$/i;
/** Languages that are recognized in a class name without a prefix, e.g. `<code class="python">`. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'bash sh shell console powershell c cpp c++ csharp cs c# css less scss sass html xhtml xml svg javascript js jsx typescript ts tsx json yaml yml toml ini java kotlin scala groovy go golang rust swift objc php python py python3 ruby rb perl lua r julia haskell erlang elixir clojure lisp ocaml fsharp dart sql mysql plsql graphql diff dockerfile makefile nginx apache matlab fortran pascal delphi vb vbnet latex tex markdown jscript actionscript coldfusion'.split(
    ' ',
  ),
);
/** Matches codes of human languages, as in `<pre lang="en">`. */
const SPOKEN = /^(?:en|de|fr|es|it|nl|pt|ja|zh|ko|sv|da|nb|nn|fi|pl|uk)$|^[a-z]{2}-[a-z]{2}$/i;

/**
 * Matches the class names of an element that labels a code block with its language. `LABEL_TEXT` matches the text of
 * the label.
 */
const LABEL = /(?:^|[-_\s])lang(?:uage)?(?:[-_](?:id|name|label|tag))?(?:\s|$)/i;
const LABEL_TEXT = /^[a-z][\w+#.-]{0,15}$/i;

/**
 * Returns the language from the attributes of a code block, its `<code>` or an enclosing element. Falls back to the
 * language named by a label in the block.
 */
export function languageOf(pre: Element): string {
  const code = findElement(pre, (element) => element.name === 'code');
  const around = parentElement(pre);
  const further = around && parentElement(around);
  const [figure, table] = [ancestorOf(pre, 'figure'), ancestorOf(pre, 'table')];
  for (const element of [code, pre, around, further, figure, table, table && parentElement(table)]) {
    if (element === undefined) continue;
    const named = languageOfElement(element, element === code || element === pre);
    if (named !== undefined) return named;
  }
  const label = languageLabel(pre);
  return label === undefined ? '' : textOf(label).trim().toLowerCase();
}

/** Returns the label that names the language of the code, such as `<div class="language-id">ts</div>`. */
export function languageLabel(pre: Element): Element | undefined {
  let found: Element | undefined;
  let hasCode = false;
  walk(pre, {
    element(element) {
      if (element.name === 'code') {
        hasCode = true;
        return 'skip';
      }
      if (classFits(element, LABEL) && LABEL_TEXT.test(textOf(element).trim())) found ??= element;
      return undefined;
    },
    text: () => undefined,
  });
  return hasCode ? found : undefined;
}

/** Returns the figure or table around a code block, such as a table with line numbers. */
function ancestorOf(pre: Element, name: 'figure' | 'table'): Element | undefined {
  let up: Element | undefined = pre;
  for (let levels = 0; levels < MAX_LEVELS_TO_FIGURE && up !== undefined; levels++) {
    if (up.name === name) return up;
    up = parentElement(up);
  }
  return undefined;
}

function languageOfElement(element: Element, own: boolean): string | undefined {
  const { attribs } = element;
  const names = attribs.class ?? '';
  for (const pattern of own ? FROM_OWN_CLASS : FROM_CLASS) {
    const found = pattern
      .exec(names)?.[1]
      ?.replace(/[,;]$/, (sign) => (names.trim() === `language-${sign}` ? sign : ''));
    if (found !== undefined && found !== '' && !NO_LANGUAGE.has(found) && !NOT_A_LANGUAGE.test(found)) return found;
  }
  return languageOfData(attribs, own) ?? (own ? bareLanguage(names) : undefined);
}

function languageOfData(attribs: Element['attribs'], own: boolean): string | undefined {
  const lang = own && !SPOKEN.test(attribs.lang ?? '') ? attribs.lang : undefined;
  const brush = BRUSH.exec(attribs['data-syntaxhighlighter-params'] ?? '')?.[1];
  const stated = [...DATA_ATTRIBUTES.map((name) => attribs[name]), brush, lang].map((text) =>
    text?.trim().toLowerCase(),
  );
  return stated.find((one) => one !== undefined && /^[\w+#.-]{1,30}$/.test(one) && !NO_LANGUAGE.has(one));
}

/** Returns the language from a class name that has no prefix, or the prefix `code-` as in Jira. */
const bareLanguage = (names: string): string | undefined =>
  names
    .toLowerCase()
    .split(/\s+/)
    .map((name) => name.replace(/^code-/, '').split(':')[0] ?? '')
    .find((name) => LANGUAGES.has(name));
