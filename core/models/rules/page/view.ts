import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { oneLine } from '../../../documents/content/one-line';
import { isDroppedTag } from '../../../documents/content/page-index';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { flag, ownFlags } from './flags';
import { wordsOfAttributes } from './hints';

/** A piece of a line that stands in an inline element of its own. */
export interface Segment {
  readonly text: string;
  readonly node: Element;
  readonly flags: number;
}

/** A line of text as a reader sees it. */
export interface Line {
  readonly text: string;
  /** The block the line stands in. */
  readonly node: Element;
  readonly flags: number;
  readonly segments: readonly Segment[];
}

/** An element whose attributes say what it holds, with the lines it covers: `[from, to)`. */
export interface Hinted {
  readonly node: Element;
  readonly flags: number;
  /** Words of class, id and test attributes, lower case, with a blank at each end. */
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly chars: number;
}

/** A page as lines in reading order; made once, asked by all collectors. */
export interface PageView {
  readonly lines: readonly Line[];
  readonly hinted: readonly Hinted[];
  /** All elements in document order, with the line that comes first in each. */
  readonly firstLine: ReadonlyMap<Element, number>;
  readonly endLine: ReadonlyMap<Element, number>;
  /** The element of the page's headline, and the line it is. */
  readonly headline: Element | undefined;
  readonly headlineAt: number;
}

const MAX_LINES = 20_000;
const MAX_HINTED_CHARS = 400;
const BLOCK_LIKE = new Set(['button', 'label', 'option', 'summary', 'legend']);
const SKIPPED = new Set([
  'svg',
  'iframe',
  'math',
  'select',
  'textarea',
  'audio',
  'canvas',
  'map',
  'object',
  'noscript',
]);

/** Reads a page into lines. */
export function viewPage(document: Document): PageView {
  return new Viewer(document).view(document);
}

class Viewer {
  readonly #lines: Line[] = [];
  readonly #hinted: Hinted[] = [];
  readonly #first = new Map<Element, number>();
  readonly #end = new Map<Element, number>();
  readonly #headline: Element | undefined;
  readonly #above = new Set<ParentNode>();
  #segments: Segment[] = [];
  #chars = 0;

  constructor(document: Document) {
    this.#headline = findHeadline(document);
    // A wrapper around the headline is not navigation, whatever its class says.
    for (let up = this.#headline?.parent; up; up = up.parent) this.#above.add(up);
  }

  view(document: Document): PageView {
    this.#walk(document, undefined, 0);
    const headlineAt = this.#headline ? (this.#first.get(this.#headline) ?? 0) : 0;
    return {
      lines: this.#lines,
      hinted: this.#hinted,
      firstLine: this.#first,
      endLine: this.#end,
      headline: this.#headline,
      headlineAt,
    };
  }

  #walk(parent: ParentNode, block: Element | undefined, flags: number): void {
    for (const child of parent.children) {
      if (this.#lines.length >= MAX_LINES) return;
      if (isText(child)) this.#text(child.data, parent as Element, flags);
      else if (isTag(child) && !isDroppedTag(child, false) && !SKIPPED.has(child.name))
        this.#enter(child, block, flags);
    }
  }

  #enter(node: Element, block: Element | undefined, outer: number): void {
    if (node.name === 'br' || node.name === 'hr') {
      this.#flush(block);
      return;
    }
    const words = wordsOfAttributes(node.attribs);
    const own = this.#above.has(node) ? 0 : ownFlags(node, words);
    const flags = outer | own | (node === this.#headline ? flag.headline : 0);
    const inline = INLINE_TAGS.has(node.name) && !BLOCK_LIKE.has(node.name);
    if (!inline) this.#flush(block);
    const [from, chars] = [this.#lines.length, this.#chars];
    this.#first.set(node, from);
    if (node.name === 'img') this.#end.set(node, from + 1);
    else {
      this.#walk(node, inline ? block : node, flags);
      if (!inline) this.#flush(node);
      const to = inline ? this.#lines.length + 1 : this.#lines.length;
      this.#end.set(node, to);
      const length = this.#chars - chars;
      if (words !== '' && length <= MAX_HINTED_CHARS && (length > 0 || node.attribs.content !== undefined)) {
        this.#hinted.push({ node, flags, words, from, to, chars: length });
      }
    }
  }

  #text(data: string, node: Element, flags: number): void {
    if (data.length === 0 || (data.length < 60 && data.trim() === '')) {
      if (this.#segments.length > 0) this.#segments.push({ text: ' ', node, flags });
      return;
    }
    this.#segments.push({ text: data, node, flags });
    this.#chars += data.length;
  }

  /** Ends the line that is being read. */
  #flush(block: Element | undefined): void {
    if (this.#segments.length === 0) return;
    const segments = this.#segments;
    this.#segments = [];
    const text = oneLine(segments.map((segment) => segment.text).join('')).replaceAll('\u00ad', '');
    const [first] = segments;
    if (text === '' || !first) return;
    const shared = segments.filter((one) => one.text.trim() !== '').reduce((flags, one) => flags & one.flags, -1);
    const node = block ?? first.node;
    this.#lines.push({ text, node, flags: shared, segments });
  }
}

/** The first `h1` with text that is no logo. */
function findHeadline(document: Document): Element | undefined {
  let found: Element | undefined;
  const visit = (parent: ParentNode): boolean => {
    for (const child of parent.children) {
      if (!isTag(child) || SKIPPED.has(child.name)) continue;
      if (child.name === 'h1' && /[\p{L}\p{N}]{2}/u.test(shallowText(child))) {
        found ??= child;
        if (!insideLink(child)) {
          found = child;
          return true;
        }
      }
      if (visit(child)) return true;
    }
    return false;
  };
  visit(document);
  return found;
}

const insideLink = (node: Element): boolean => {
  const only = node.children.filter((child: ChildNode) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  const [first] = only;
  return (
    only.length === 1 &&
    first !== undefined &&
    isTag(first) &&
    first.name === 'a' &&
    /^\/?$|^https?:\/\/[^/]+\/?$/.test(first.attribs.href ?? '#')
  );
};

const shallowText = (node: ParentNode): string =>
  node.children.map((child) => (isText(child) ? child.data : isTag(child) ? shallowText(child) : '')).join('');
