import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { wordSet } from '../../../../common/values/words';
import { isUnseenText } from '../../../documents/content/hidden';
import { headsRelatedPages } from '../../../documents/content/related-sections';
import { isDroppedTag } from '../../../documents/content/segment';
import { type PageStyles, stylesOf } from '../../../documents/content/styles/style-rules';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { oneLine } from '../../../documents/content/text';
import { isInCard, linksElsewhere } from '../../../documents/metadata/card-headings';
import { isUserSignature } from '../../../documents/metadata/user-panels';
import { likeness, wordsOf } from '../lexicon/words';
import { flag, OUTSIDE, ownFlags } from './flags';
import { wordsOfAttributes } from './hints';
import { blocksOfMessage } from './plain-text';
import { splitPrice } from './split-price';
import { findElement, findElements, isUnread, isWithin, textOf } from './text-of';

/** A part of a line and the innermost element that contains the part. */
export interface Segment {
  readonly text: string;
  readonly node: Element;
  readonly flags: number;
}

/** A line of text as readers see it. */
export interface Line {
  readonly text: string;
  /** Block element that contains the line. */
  readonly node: Element;
  readonly flags: number;
  readonly segments: readonly Segment[];
}

/** An element with descriptive attributes, and the range of lines `[from, to)` that it contains. */
export interface Hinted {
  readonly node: Element;
  readonly flags: number;
  /** Words of the element's class, ID and similar attributes in lower case, padded with a space at both ends. */
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly chars: number;
}

/** The lines of a page in reading order. Computed once for all finders. */
export interface PageView {
  readonly lines: readonly Line[];
  readonly hinted: readonly Hinted[];
  /** All elements in document order, each with the index of its first line. */
  readonly firstLine: ReadonlyMap<Element, number>;
  readonly endLine: ReadonlyMap<Element, number>;
  /** Element that contains the headline. */
  readonly headline: Element | undefined;
  /** Index of the headline's line. */
  readonly headlineAt: number;
}

const MAX_LINES = 20_000;
const maxSiteWords = 5;
const MAX_HINTED_CHARS = 400;
const BLOCK_LIKE = new Set(['button', 'label', 'option', 'summary', 'legend']);
const SKIPPED = wordSet('svg iframe math select textarea audio canvas map object noscript');

/** Splits a page into lines of text. */
export function viewPage(document: Document, titles: readonly string[]): PageView {
  return new Viewer(document, titles).view(document);
}

class Viewer {
  readonly #lines: Line[] = [];
  readonly #hinted: Hinted[] = [];
  readonly #first = new Map<Element, number>();
  readonly #end = new Map<Element, number>();
  readonly #headline: Element | undefined;
  readonly #above = new Set<ParentNode>();
  readonly #styles: PageStyles;
  #segments: Segment[] = [];
  #endsWithPrice = false;
  #chars = 0;

  constructor(
    document: Document,
    private readonly titles: readonly string[],
  ) {
    this.#styles = stylesOf(document);
    this.#headline = findHeadline(document, titles);
    // Ancestors of the headline never count as navigation, even if their classes suggest it.
    for (let up = this.#headline?.parent; up; up = up.parent) this.#above.add(up);
  }

  view(document: Document): PageView {
    this.#walk(document, undefined, 0);
    this.#markRelated();
    const at = this.#place();
    return {
      lines: this.#lines,
      hinted: this.#hinted,
      firstLine: this.#first,
      endLine: this.#end,
      headline: this.#lines[at ?? -1]?.node,
      headlineAt: at ?? 0,
    };
  }

  /**
   * Flags sections below headings such as `You may also like`. A section ends at the next heading of the same level, or
   * with the element around it.
   */
  #markRelated(): void {
    let level = 0;
    let section: Element | undefined;
    this.#lines.forEach((line, at) => {
      const own = headingLevel(line);
      if (line.flags & ENDS_SECTION || (own > 0 && own <= level)) level = 0;
      if (section && !isWithin(line.node, section)) level = 0;
      if (level === 0) section = undefined;
      if (level === 0 && own > 1 && headsRelatedPages(line.text)) {
        level = own;
        section = sectionAround(line.node);
      }
      if (level > 0) this.#lines[at] = { ...line, flags: line.flags | flag.related };
    });
  }

  /**
   * Returns the line of the headline: an `h1` that is similar to a page title, else the line most similar to a title.
   */
  #place(): number | undefined {
    const first = this.#headline && this.#first.get(this.#headline);
    const words = this.#headline ? wordsOf(textOf(this.#headline)) : [];
    const other = words.length <= maxSiteWords ? this.#besidesSite(words.join(' ')) : undefined;
    if (other !== undefined) return other;
    const told = Math.max(0, ...this.titles.map((title) => likeness(words, wordsOf(title))));
    // An `h1` that differs from the page titles may be the site name. In that case, uses the line most similar to a
    // title.
    return told >= 0.5 || (told >= 0.3 && words.length > 2) ? first : (titleLine(this.#lines, this.titles) ?? first);
  }

  /**
   * Finds the headline if the `h1` is the site name, i.e. if a page title ends with the `h1`. Returns the line of the
   * heading that equals the rest of the title or the first part of the title.
   */
  #besidesSite(site: string): number | undefined {
    const rests = this.titles.flatMap((title) => {
      const words = wordsOf(title).join(' ');
      if (!words.endsWith(` ${site}`)) return [];
      // A title may have further parts, e.g. `Loft hatch - Page 1 - Old House Forum`.
      const [first = ''] = title.split(/(?<!\s)\s+[|–—·•»-]+\s/);
      return [words.slice(0, -site.length - 1), wordsOf(first).join(' ')];
    });
    if (rests.length === 0) return undefined;
    const isRest = ({ text }: Line) => text.length < MAX_TITLE && rests.includes(wordsOf(text).join(' '));
    const headings = this.#lines.findIndex((line) => line.flags & flag.heading && isRest(line));
    // On older sites, only a class identifies the title.
    const at =
      headings >= 0
        ? headings
        : this.#lines.findIndex((line) => !(line.flags & OUTSIDE) && startsWithTitle(line, rests));
    return at < 0 ? undefined : at;
  }

  #walk(parent: ParentNode, block: Element | undefined, flags: number): void {
    for (const child of parent.children) {
      if (this.#lines.length >= MAX_LINES) return;
      if (isText(child)) this.#text(child.data, parent as Element, flags);
      else if (isTag(child) && !isDroppedTag(child, false) && !SKIPPED.has(child.name) && !isUnread(child))
        this.#enter(child, block, flags);
    }
  }

  #enter(node: Element, block: Element | undefined, outer: number): void {
    if (node.name === 'br' || node.name === 'hr') {
      this.#flush(block);
      return;
    }
    const words = wordsOfAttributes(node.attribs);
    const own = this.#above.has(node) ? 0 : ownFlags(node, words) | this.#unseenFlags(node);
    const flags = outer | own | (node === this.#headline ? flag.headline : 0);
    const inline = INLINE_TAGS.has(node.name) && !BLOCK_LIKE.has(node.name);
    if (!inline) this.#flush(block);
    const [from, chars] = [this.#lines.length, this.#chars];
    this.#first.set(node, from);
    if (node.name === 'img') this.#end.set(node, from + 1);
    else if (node.name === 'pre' && this.#message(node, flags)) this.#end.set(node, this.#lines.length);
    else {
      const price = splitPrice(node);
      if (price === undefined) this.#walk(node, inline ? block : node, flags);
      else this.#price(price, node, flags);
      if (!inline) this.#flush(node);
      const to = inline ? this.#lines.length + 1 : this.#lines.length;
      this.#end.set(node, to);
      const length = this.#chars - chars;
      if (words !== '' && length <= MAX_HINTED_CHARS && (length > 0 || node.attribs.content !== undefined)) {
        this.#hinted.push({ node, flags, words, from, to, chars: length });
      }
    }
  }

  #unseenFlags(node: Element): number {
    if (isUserSignature(node)) return flag.aside | flag.silent;
    const hidden = this.#styles.hides(node) ? flag.hidden : 0;
    return isUnseenText(node, this.#styles) ? hidden | flag.silent : hidden;
  }

  /** Adds the lines of a preformatted message. False for code. */
  #message(node: Element, flags: number): boolean {
    const blocks = blocksOfMessage(node);
    for (const { text, kind } of blocks ?? []) {
      const own = flags | (kind === 'heading' ? flag.heading : kind === 'item' ? flag.list : 0);
      this.#lines.push({ text, node, flags: own, segments: [{ text, node, flags: own }] });
    }
    return blocks !== undefined;
  }

  /** Adds a price with separate cents. The price is complete, so a space separates it from a following digit. */
  #price(data: string, node: Element, flags: number): void {
    this.#text(data, node, flags);
    this.#endsWithPrice = true;
  }

  #text(data: string, node: Element, flags: number): void {
    if (this.#endsWithPrice && /^\d/.test(data)) this.#segments.push({ text: ' ', node, flags });
    if (data.length > 0) this.#endsWithPrice = false;
    if (data.length === 0 || (data.length < 60 && data.trim() === '')) {
      if (this.#segments.length > 0) this.#segments.push({ text: ' ', node, flags });
      return;
    }
    this.#segments.push({ text: data, node, flags });
    this.#chars += data.length;
  }

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

const MAX_TITLE = 300;

/** True for a line whose first element contains exactly one of the titles. A label or the site name may follow. */
function startsWithTitle({ text, segments }: Line, titles: readonly string[]): boolean {
  const first = segments.find((one) => one.text.trim() !== '');
  return first !== undefined && text.length < MAX_TITLE && titles.includes(wordsOf(first.text).join(' '));
}

/** Returns the innermost `section` or `aside` element around a heading. */
function sectionAround(node: Element): Element | undefined {
  let up: ParentNode | null = node;
  while (up && isTag(up) && up.name !== 'section' && up.name !== 'aside') up = up.parent;
  return up && isTag(up) ? up : undefined;
}

const ENDS_SECTION = flag.footer | flag.navigation | flag.header;

/** Returns the level of a heading, 1 to 6, or 0 for any other line. */
const headingLevel = ({ flags, node }: Line): number => {
  if (!(flags & flag.heading)) return 0;
  for (let up: ParentNode | null = node; up && isTag(up); up = up.parent)
    if (/^h[1-6]$/.test(up.name)) return Number(up.name[1]);
  return 0;
};

/** Returns the `h1` most similar to the page's titles. On a tie, returns the first one that is not a logo. */
function findHeadline(document: Document, titles: readonly string[]): Element | undefined {
  const wanted = titles.map(wordsOf);
  const found = findElements(document, ({ name }) => name === 'h1', 12).flatMap((node) => {
    const words = wordsOf(textOf(node));
    if (words.length === 0) return [];
    const told = Math.max(0, ...wanted.map((title) => likeness(words, title)));
    return [{ node, told, isOfCard: told < 0.5 && linksElsewhere(node) }];
  });
  const cards = found.filter(({ isOfCard }) => isOfCard).length;
  let best: { node: Element; score: number } | undefined;
  for (const { node, told, isOfCard } of found) {
    if (isOfCard && (cards > 1 || (wanted.length > 0 && isInCard(node)))) continue;
    const score = Math.max(0.01, told) - (isHomeLink(node) ? 0.3 : 0);
    if (!best || score > best.score + 0.05) best = { node, score };
  }
  return best?.node;
}

/** Returns the line most similar to a title. Used for pages on which no `h1` is similar to a title. */
function titleLine(lines: readonly Line[], titles: readonly string[]): number | undefined {
  const wanted = titles.map(wordsOf).filter((words) => words.length >= 2);
  let best: { at: number; score: number } | undefined;
  for (const [at, { text, flags }] of lines.entries()) {
    if (text.length < 6 || text.length > 200 || flags & OUTSIDE) continue;
    const words = wordsOf(text);
    const isHeading = flags & flag.heading ? 0.06 : 0;
    const score = Math.max(0, ...wanted.map((title) => likeness(words, title))) + isHeading;
    if (score >= 0.6 && (!best || score > best.score + 0.05)) best = { at, score };
  }
  return best?.at;
}

const isHomeLink = (node: Element): boolean => {
  const link = findElement(node, ({ name }) => name === 'a');
  return link !== undefined && /^\/?$|^https?:\/\/[^/]+\/?$/.test(link.attribs.href ?? '#');
};
