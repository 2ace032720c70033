import { escapeHtml } from '../../../core/contract/plugin';
import { inReadingOrder } from './lines';
import { type Run, runsHtml } from './page-text';

/** A node in a page's tag tree. */
export interface TagNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly children?: readonly TagNode[];
}

const MAX_DEPTH = 100;
/** The tags of a page are used only if they cover at least this share of its text. */
const WORTH = 0.8;
const TAGS: Readonly<Record<string, string>> = {
  P: 'p',
  H: 'h2',
  Title: 'h1',
  H1: 'h1',
  H2: 'h2',
  H3: 'h3',
  H4: 'h4',
  H5: 'h5',
  H6: 'h6',
  LI: 'li',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  Table: 'table',
  BlockQuote: 'blockquote',
  Caption: 'p',
  TOC: 'ul',
  TOCI: 'li',
  Note: 'p',
  FENote: 'p',
  BibEntry: 'p',
  Formula: 'p',
  Strong: 'strong',
  Em: 'em',
};

/** A page converted to HTML based on its tags. */
export interface TaggedPage {
  readonly html: string;
  readonly rest: readonly Run[];
}

/**
 * Converts a page based on its tags. Returns undefined if the page has no tags, or if its tags cover too little text or
 * provide no structure.
 */
export function readTags(tree: TagNode | undefined, runs: readonly Run[]): TaggedPage | undefined {
  if (tree === undefined) return undefined;
  const ids = new Set<string>();
  collectIds(tree, ids, 0);
  const [covered, rest]: [Run[], Run[]] = [[], []];
  let ornaments = 0;
  for (const run of runs) {
    if (run.mark !== undefined && ids.has(run.mark)) covered.push(run);
    else if (run.artifact) ornaments += run.text.length;
    else rest.push(run);
  }
  const text = lengthOf(covered);
  if (text === 0 || text < (text + lengthOf(rest)) * WORTH || text < ornaments) return undefined;
  const html = nodeHtml(tree, groupByMark(covered), 0);
  // Tags without headings, lists, tables or paragraphs are less useful than layout analysis.
  return /<(?:h[1-6]|ul|ol|table|p)[ >]/.test(html) ? { html, rest } : undefined;
}

const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { text }) => sum + text.trim().length, 0);

function groupByMark(runs: readonly Run[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    if (run.mark === undefined) continue;
    const group = groups.get(run.mark);
    if (group === undefined) groups.set(run.mark, [run]);
    else group.push(run);
  }
  return groups;
}

function collectIds(node: TagNode, ids: Set<string>, depth: number): void {
  if (node.type === 'content' && node.id !== undefined) ids.add(node.id);
  if (depth < MAX_DEPTH) for (const child of node.children ?? []) collectIds(child, ids, depth + 1);
}

function nodeHtml(node: TagNode, runs: ReadonlyMap<string, readonly Run[]>, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  switch (node.role) {
    case 'Artifact':
      return '';
    case 'Figure':
      return node.alt ? `<p>${escapeHtml(node.alt)}</p>` : childrenHtml(node, runs, depth);
    case 'L':
      return listHtml(node, runs, depth);
    case 'Lbl':
      return '';
    case 'Code':
      return `<pre><code>${childrenHtml(node, runs, depth)}</code></pre>`;
    default: {
      const html = childrenHtml(node, runs, depth);
      const tag = TAGS[node.role ?? ''];
      return tag === undefined || html === '' ? html : `<${tag}>${html}</${tag}>`;
    }
  }
}

/** Converts the children of a tag to HTML in order. Joins adjacent text runs to repair hyphenated words. */
function childrenHtml(node: TagNode, runs: ReadonlyMap<string, readonly Run[]>, depth: number): string {
  let html = '';
  let pending: Run[] = [];
  const add = (piece: string): void => {
    if (piece === '') return;
    html += html === '' || html.endsWith('>') || piece.startsWith('</') ? piece : ` ${piece}`;
  };
  const flush = (): void => {
    if (pending.length > 0) add(runsHtml(inReadingOrder(pending)));
    pending = [];
  };
  const visit = (children: readonly TagNode[], level: number): void => {
    for (const child of children) {
      if (child.type === 'content') pending.push(...(runs.get(child.id ?? '') ?? []));
      else if (child.type !== undefined) continue;
      else if (isInline(child) && level < MAX_DEPTH) visit(child.children ?? [], level + 1);
      else {
        flush();
        add(nodeHtml(child, runs, level + 1));
      }
    }
  };
  visit(node.children ?? [], depth);
  flush();
  return html;
}

const isInline = (node: TagNode): boolean =>
  node.role === 'Span' ||
  node.role === 'Link' ||
  node.role === 'Reference' ||
  node.role === 'NonStruct' ||
  node.role === 'Quote';

function listHtml(node: TagNode, runs: ReadonlyMap<string, readonly Run[]>, depth: number): string {
  const label = firstLabel(node, runs, 0);
  const number = /^\(?(\d{1,4})[.)]/.exec(label)?.[1];
  const html = childrenHtml(node, runs, depth);
  if (html === '') return '';
  if (number === undefined) return `<ul>${html}</ul>`;
  return number === '1' ? `<ol>${html}</ol>` : `<ol start="${number}">${html}</ol>`;
}

function firstLabel(node: TagNode, runs: ReadonlyMap<string, readonly Run[]>, depth: number): string {
  for (const child of node.children ?? []) {
    if (child.role === 'Lbl') return runsHtml(contentOf(child, runs, 0));
    if (child.role === 'LI' && depth < 3) return firstLabel(child, runs, depth + 1);
  }
  return '';
}

function contentOf(node: TagNode, runs: ReadonlyMap<string, readonly Run[]>, depth: number): readonly Run[] {
  if (node.type === 'content') return runs.get(node.id ?? '') ?? [];
  return depth > MAX_DEPTH ? [] : (node.children ?? []).flatMap((child) => contentOf(child, runs, depth + 1));
}
