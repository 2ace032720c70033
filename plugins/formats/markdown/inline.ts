import { type EscapeScope, escapeText, isBoundary, isPunctuation, isSpace, target } from './escape';
import { commonMark, INDENT, type Leaf, type Mark } from './model';

/** Context in which inline content is rendered. */
export type Place = 'paragraph' | 'heading' | 'cell';

interface Span {
  readonly mark: Mark;
  readonly space: boolean;
  readonly children: (Span | Leaf)[];
}

interface Scope extends EscapeScope {
  readonly place: Place;
  /** Delimiters of the enclosing formatting. */
  readonly open: readonly string[];
}

const DELIMITERS: Readonly<Record<string, readonly string[]>> = {
  strong: ['**', '__'],
  em: ['_', '*'],
  del: ['~~'],
};
const TAGS: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', del: 'del', sup: 'sup', sub: 'sub' };
const SPACES_BEFORE = /^[\u00a0\u2000-\u200a\u202f\u3000 ]*/;
const SPACES_AFTER = /(?<![\u00a0\u2000-\u200a\u202f\u3000 ])[\u00a0\u2000-\u200a\u202f\u3000 ]+$/;
const EDGE_SPACE = /^[\u00a0\u2000-\u200a\u202f\u3000]|[\u00a0\u2000-\u200a\u202f\u3000]$/;

/**
 * Renders leaves as inline Markdown. A hard break becomes a line feed in a paragraph, `<br>` in a cell, and a space in
 * a heading.
 */
export function renderInline(leaves: readonly Leaf[], place: Place): string {
  const settled = settleBreaks(splitEdgeSpaces(leaves));
  return renderNodes(buildSpans(settled), scopeOf(settled, place), '', '');
}

/**
 * Moves unusual white space at the edges of formatted text out of the formatting, because it would break the markup.
 */
function splitEdgeSpaces(leaves: readonly Leaf[]): readonly Leaf[] {
  if (!leaves.some((leaf) => leaf.kind === 'text' && leaf.marks !== undefined && EDGE_SPACE.test(leaf.text)))
    return leaves;
  const pieces: Leaf[] = [];
  leaves.forEach((leaf, at) => {
    if (leaf.kind !== 'text' || leaf.marks === undefined) {
      pieces.push(leaf);
      return;
    }
    const before = SPACES_BEFORE.exec(leaf.text)?.[0] ?? '';
    const rest = leaf.text.slice(before.length);
    const after = SPACES_AFTER.exec(rest)?.[0] ?? '';
    const core = rest.slice(0, rest.length - after.length);
    const left = commonMark(leaves[at - 1]?.marks, leaf.marks);
    const right = commonMark(leaf.marks, leaves[at + 1]?.marks);
    if (core === '') {
      pieces.push({ ...leaf, marks: commonMark(left, right) });
      return;
    }
    if (before !== '') pieces.push({ ...leaf, text: before, marks: left });
    pieces.push({ ...leaf, text: core, space: before === '' && leaf.space });
    if (after !== '') pieces.push({ ...leaf, text: after, marks: right, space: false });
  });
  return pieces;
}

/** Gives a line break only the formatting that encloses both of its neighbours. */
function settleBreaks(leaves: readonly Leaf[]): readonly Leaf[] {
  if (!leaves.some((leaf) => leaf.kind === 'br')) return leaves;
  const settled: Leaf[] = [];
  let following: Mark | undefined;
  for (let at = leaves.length - 1; at >= 0; at--) {
    const leaf = leaves[at];
    if (leaf === undefined) continue;
    if (leaf.kind !== 'br') following = leaf.marks;
    settled.push(leaf.kind === 'br' ? { ...leaf, marks: following, space: false } : leaf);
  }
  settled.reverse();
  let preceding: Mark | undefined;
  return settled.map((leaf, at) => {
    const afterBreak = at > 0 && settled[at - 1]?.kind === 'br';
    if (leaf.kind === 'br') return { ...leaf, marks: commonMark(preceding, leaf.marks) };
    preceding = leaf.marks;
    return afterBreak && leaf.space ? { ...leaf, space: false } : leaf;
  });
}

function buildSpans(leaves: readonly Leaf[]): (Span | Leaf)[] {
  const root: (Span | Leaf)[] = [];
  const open: { readonly children: (Span | Leaf)[]; mark: Mark }[] = [];
  for (const leaf of leaves) {
    // Fast path: a leaf usually has the same formatting as the previous leaf.
    if (leaf.marks === open[open.length - 1]?.mark) {
      addLeaf(open[open.length - 1]?.children ?? root, leaf);
      continue;
    }
    const chain: Mark[] = [];
    for (let mark = leaf.marks; mark !== undefined; mark = mark.parent) chain.push(mark);
    chain.reverse();
    let kept = 0;
    for (; kept < open.length; kept++) {
      const entry = open[kept];
      const mark = chain[kept];
      if (entry === undefined || mark === undefined) break;
      if (entry.mark === mark) continue;
      // A leaf without a space before it continues open formatting of the same kind.
      if (leaf.space || !continues(entry.mark, mark)) break;
      entry.mark = mark;
    }
    open.length = kept;
    let space = leaf.space;
    for (const mark of chain.slice(kept)) {
      const span: Span = { mark, space, children: [] };
      (open[open.length - 1]?.children ?? root).push(span);
      open.push({ children: span.children, mark });
      space = false;
    }
    addLeaf(open[open.length - 1]?.children ?? root, space === leaf.space ? leaf : { ...leaf, space });
  }
  return root;
}

/** Adds a leaf. Merges adjacent code spans, because their backticks would otherwise run together. */
function addLeaf(children: (Span | Leaf)[], leaf: Leaf): void {
  const last = children[children.length - 1];
  if (leaf.kind === 'code' && !leaf.space && last !== undefined && 'kind' in last && last.kind === 'code') {
    children[children.length - 1] = { ...last, text: last.text + leaf.text };
  } else children.push(leaf);
}

const continues = (a: Mark, b: Mark): boolean => a.kind === b.kind && a.kind !== 'link';

const isFormatted = (marks: Mark | undefined): boolean =>
  marks !== undefined && (marks.kind !== 'link' || isFormatted(marks.parent));

function scopeOf(leaves: readonly Leaf[], place: Place): Scope {
  let ticks = 0;
  let stars = 0;
  let underscores = 0;
  let tildes = 0;
  let math = false;
  let closes = false;
  for (const leaf of leaves) {
    if (isFormatted(leaf.marks)) {
      stars += 2;
      underscores += 2;
    }
    if (leaf.kind === 'code') ticks += 2;
    else if (leaf.kind === 'math') math = true;
    else if (/[`*_~>]/.test(leaf.text)) {
      ticks += leaf.text.match(/`+/g)?.length ?? 0;
      stars += leaf.text.match(/\*/g)?.length ?? 0;
      underscores += leaf.text.match(/_/g)?.length ?? 0;
      tildes += leaf.text.match(/~/g)?.length ?? 0;
      closes ||= leaf.text.includes('>');
    }
  }
  return { place, open: [], link: false, table: place === 'cell', math, ticks, stars, underscores, tildes, closes };
}

function renderNodes(nodes: readonly (Span | Leaf)[], scope: Scope, before: string, after: string): string {
  const pieces: string[] = [];
  // Tracks the last character in a variable, because reading it from the joined output would copy the output each time.
  let previous = before;
  nodes.forEach((node, at) => {
    const leads = at === 0 && before === '';
    if (node.space && (!leads || (scope.place === 'paragraph' && isIndented(node)))) {
      // A character reference prevents parsers from trimming the following indent. See `escapeLineStart`.
      pieces.push(leads ? '&#32;' : ' ');
      previous = ' ';
    }
    const next = nodes[at + 1];
    const following = next === undefined ? after : firstChar(next);
    const piece =
      'mark' in node ? renderSpan(node, scope, previous, following) : renderLeaf(node, scope, previous, following);
    pieces.push(piece);
    previous = lastChar(piece) || previous;
  });
  return pieces.join('');
}

function renderSpan(span: Span, scope: Scope, before: string, after: string): string {
  const { mark, children } = span;
  if (mark.kind === 'link') {
    if (scope.link) return renderNodes(children, scope, before, after);
    const text = renderNodes(children, { ...scope, link: true, open: [] }, '[', ']');
    return `[${text}]${target(mark.href, mark.title)}`;
  }
  if (mark.kind === 'sup' || mark.kind === 'sub') {
    if (!children.every(isPlainText)) return renderNodes(children, scope, before, after);
    return `<${mark.kind}>${renderNodes(children, scope, '>', '<')}</${mark.kind}>`;
  }
  for (const delimiter of DELIMITERS[mark.kind] ?? []) {
    const sign = delimiter[0] ?? '';
    if (before === sign || after === sign || !mayWrap(children, sign, before, after)) continue;
    if (scope.open.includes(delimiter) && mayClose(children, before)) continue;
    const inside = { ...scope, open: [...scope.open, delimiter] };
    return delimiter + renderNodes(children, inside, sign, sign) + delimiter;
  }
  const tag = TAGS[mark.kind] ?? 'em';
  return `<${tag}>${renderNodes(children, scope, '>', '<')}</${tag}>`;
}

const isIndented = (node: Span | Leaf): boolean =>
  'kind' in node && node.kind === 'text' && node.text.startsWith(INDENT);

const isPlainText = (node: Span | Leaf): boolean =>
  'mark' in node ? node.mark.kind !== 'link' && node.children.every(isPlainText) : node.kind === 'text';

/** True if parsers would recognize delimiters around these nodes, given the characters before and after them. */
function mayWrap(nodes: readonly (Span | Leaf)[], sign: string, before: string, after: string): boolean {
  const head = nodes[0];
  const tail = nodes[nodes.length - 1];
  if (head === undefined || tail === undefined) return false;
  const first = firstChar(head);
  const last = finalChar(tail);
  if (isSpace(first) || isSpace(last)) return false;
  if (isPunctuation(first) && !isBoundary(before)) return false;
  if (isPunctuation(last) && !isBoundary(after)) return false;
  return sign !== '_' || (isBoundary(before) && isBoundary(after));
}

/** True when a delimiter before these nodes could close an open delimiter. */
function mayClose(nodes: readonly (Span | Leaf)[], before: string): boolean {
  const head = nodes[0];
  return !isSpace(before) && (!isBoundary(before) || (head !== undefined && isPunctuation(firstChar(head))));
}

function renderLeaf(leaf: Leaf, scope: Scope, before: string, after: string): string {
  switch (leaf.kind) {
    case 'text':
      return escapeText(leaf.text, before, after, scope);
    case 'code':
      return codeSpan(leaf.text, scope.table);
    case 'image': {
      const alt = escapeText(
        leaf.text.trim().replace(/\s+/g, (spaces) => (/[\n\r\t\f]/.test(spaces) ? ' ' : spaces)),
        '[',
        ']',
        { ...scope, link: true },
      );
      return `![${alt}]${target(leaf.href, leaf.title)}`;
    }
    case 'math':
      return `$${scope.table ? leaf.text.replace(/\\?\|/g, (bar) => (bar === '|' ? '\\vert ' : '\\Vert ')) : leaf.text}$`;
    case 'br':
      if (scope.place === 'cell') return '<br>';
      if (scope.place === 'heading') return ' ';
      return scope.link ? '\\\n' : '  \n';
    case 'raw':
      return leaf.text;
    case 'task':
      return '';
  }
}

/** Wraps code in the shortest run of backticks that does not occur in the code. */
function codeSpan(text: string, inTable: boolean): string {
  const runs = text.match(/`+/g)?.map((run) => run.length) ?? [];
  let length = 1;
  while (runs.includes(length)) length++;
  const fence = '`'.repeat(length);
  const padded =
    /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '') ? ` ${text} ` : text;
  return fence + (inTable ? padded.replace(/\|/g, '\\|') : padded) + fence;
}

const MARK_EDGES: Readonly<Record<string, string>> = { strong: '*', em: '_', del: '~' };
const OPENERS: Readonly<Record<string, string>> = { code: '`', image: '!', math: '$', br: '\n', task: '' };

function firstChar(node: Span | Leaf): string {
  if (node.space) return ' ';
  if ('mark' in node) {
    if (node.mark.kind === 'link') return '[';
    return MARK_EDGES[node.mark.kind] ?? '<';
  }
  return OPENERS[node.kind] ?? firstCodePoint(node.text);
}

const CLOSERS: Readonly<Record<string, string>> = { code: '`', image: ')', math: '$', br: '\n', task: '' };

function finalChar(node: Span | Leaf): string {
  if ('mark' in node) return node.mark.kind === 'link' ? ')' : (MARK_EDGES[node.mark.kind] ?? '>');
  return CLOSERS[node.kind] ?? lastChar(node.text);
}

function firstCodePoint(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function lastChar(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(-2) : text.slice(-1);
}
