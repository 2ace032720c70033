import { type AnyNode, type ChildNode, Element, isTag, isText, type ParentNode } from 'domhandler';
import { textContent } from 'domutils';
import { fitted } from '../children';
import { surveyOf } from './page-survey';
import {
  ATOMIC_TAGS,
  DROPPED_TAGS,
  HEAD_TAGS,
  HEADING_TAGS,
  INLINE_TAGS,
  isTable,
  LIST_TAGS,
  MEDIA_TAGS,
  PART_TAGS,
  WHOLE_TAGS,
} from './tags';
import { oneLine } from './text';

/**
 * A run of text (and the pictures in it) that a reader sees as one line or paragraph, with counts over its text. CJK characters
 * count as half a word each because such text has no spaces.
 */
export class Block {
  /** Index of the nearest element around it that is not inline. */
  element = 0;
  leaves: ChildNode[] = [];
  linkWords = 0;
  links = 0;
  media = 0;
  chars = 0;
  words = 0;
  upper = 0;
  commas = 0;
  stops = 0;
  symbols = 0;
  /** A hash of all characters that are not white space. */
  hash = 0;
  private inWord = false;
  private cjk = 0;
  private known: string | undefined;

  /** Its text with single spaces, put together when first asked for: most long texts never are. */
  get text(): string {
    if (this.known === undefined) {
      let text = '';
      for (const leaf of this.leaves) {
        if (isText(leaf)) text += leaf.data;
        else if (isTag(leaf) && (leaf.name === 'br' || leaf.name === 'wbr')) text += '\n';
      }
      this.known = oneLine(text);
    }
    return this.known;
  }

  /** True for a text long and plain enough to be prose. */
  get isProse(): boolean {
    return this.words >= 12 && this.linkWords * 3 < this.words;
  }

  /** Takes in more text of the same run; `words` grows as words begin. */
  add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code <= 32 || code === 160) {
        this.inWord = false;
        continue;
      }
      this.chars++;
      this.hash = Math.imul(this.hash ^ code, 16777619);
      if (code < 128) this.addAscii(code);
      else this.addOther(code);
    }
  }

  private addAscii(code: number): void {
    const lower = code | 32;
    if (lower >= 97 && lower <= 122) {
      if (code < 97) this.upper++;
      this.startWord();
    } else if (code >= 48 && code <= 57) {
      this.startWord();
    } else if (code !== 39 && code !== 95) {
      this.inWord = false;
      if (code === 44) this.commas++;
      else if (code === 46 || code === 33 || code === 63) this.stops++;
      else this.symbols++;
    }
  }

  private addOther(code: number): void {
    if ((code >= 0x2000 && code <= 0x206f && code !== 0x2019) || (code >= 0x3000 && code <= 0x303f) || code < 0xc0) {
      this.inWord = false;
      if (code === 0x3001) this.commas++;
      else if (code === 0x3002 || code === 0x2026) this.stops++;
      else this.symbols++;
    } else if (code >= 0x3040 && code <= 0x9fff) {
      this.inWord = false;
      this.cjk++;
      if (this.cjk % 2 === 1) this.words++;
    } else if (code === 0xff0c) this.commas++;
    else if (code === 0xff01 || code === 0xff1f || code === 0xff0e) this.stops++;
    else this.startWord();
  }

  private startWord(): void {
    if (!this.inWord) this.words++;
    this.inWord = true;
  }
}

/** An element of the page that is not inline, with the blocks it covers: `[firstBlock, endBlock)`. */
export interface PageElement {
  readonly node: Element;
  /** Index of the element around it; -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  readonly firstBlock: number;
  endBlock: number;
}

/**
 * What is kept or dropped as one thing: a line or paragraph, or a whole list, table, code block, quote or figure. It covers the
 * blocks `[firstBlock, endBlock)`.
 */
export interface Unit {
  readonly firstBlock: number;
  readonly endBlock: number;
  /** The element around the line, or that is the whole thing. */
  readonly element: number;
  readonly isWhole: boolean;
}

/** A page cut into units, in reading order, with the elements around them. */
export interface Segments {
  readonly elements: readonly PageElement[];
  readonly blocks: readonly Block[];
  readonly units: readonly Unit[];
}

/** Whether a node takes no part in the page, by the fixed cleaning rules or by a caller's wish. */
export type IsDropped = (node: ChildNode) => boolean;

const MAY_BE_DROPPED: ReadonlySet<string> = new Set([...HEAD_TAGS, 'head']);

/** True for elements that never count as content; a `head` that holds body elements only loses its own. */
export function isDroppedTag(node: ChildNode, showNoscript: boolean): boolean {
  if (isText(node)) return false;
  if (!isTag(node)) return true;
  if (!MAY_BE_DROPPED.has(node.name)) return false;
  if (showNoscript && node.name === 'noscript') return false;
  if (DROPPED_TAGS.has(node.name)) return true;
  if (node.name === 'head') return node.children.every((child) => !isTag(child) || HEAD_TAGS.has(child.name));
  return HEAD_TAGS.has(node.name) && (node.parent === null || !isTag(node.parent) || node.parent.name === 'head');
}

const HEADING_TOOL = /(^|[-_\s])(editsection|edit-?link|headerlink|permalink)([-_\s]|$)/i;

/** True for links that a heading carries for those who edit or quote it: they are none of its words. */
function isHeadingTool(node: Element, around: Element): boolean {
  if (!HEADING_TAGS.includes(around.name) || !HEADING_TOOL.test(node.attribs.class ?? '')) return false;
  return textContent(node).trim() !== textContent(around).trim();
}

interface Frame {
  readonly node: ParentNode;
  readonly element: number;
  readonly inline: boolean;
  readonly link: AnyNode | undefined;
  next: number;
}

/** Walks a tree once, without recursion. */
class Walk {
  readonly elements: PageElement[] = [];
  readonly blocks: Block[] = [];
  private run = new Block();
  private breaks = 0;
  private lastLink: AnyNode | undefined;
  private readonly stack: Frame[] = [];

  constructor(
    private readonly isDropped: IsDropped,
    private readonly showNoscript: boolean,
    private readonly consentBoxes: ReadonlySet<Element>,
  ) {}

  over(root: ParentNode): void {
    this.open(new Element('root', {}), root, -1, undefined);
    while (this.stack.length > 0) {
      const frame = this.stack[this.stack.length - 1] as Frame;
      const child = frame.node.children[frame.next++];
      if (child === undefined) this.close(frame);
      else if (!isDroppedTag(child, this.showNoscript) && !this.isDropped(child)) this.visit(child, frame);
    }
  }

  private open(node: Element, from: ParentNode, parent: number, link: AnyNode | undefined): void {
    this.elements.push({ node, parent, depth: this.stack.length, firstBlock: this.blocks.length, endBlock: 0 });
    this.stack.push({ node: from, element: this.elements.length - 1, inline: false, link, next: 0 });
  }

  private visit(child: ChildNode, frame: Frame): void {
    if (isText(child)) this.addText(child.data, child, frame);
    else if (!isTag(child)) return;
    else if (ATOMIC_TAGS.has(child.name)) this.addAtomic(child, frame);
    else if (!this.isConsentBox(child) && !isHeadingTool(child, this.elements[frame.element]?.node ?? child))
      this.enter(child, frame);
  }

  private isConsentBox(element: Element): boolean {
    return this.consentBoxes.size > 0 && this.consentBoxes.has(element);
  }

  private enter(child: Element, frame: Frame): void {
    const link = child.name === 'a' && child.attribs.href !== undefined ? child : frame.link;
    if (!INLINE_TAGS.has(child.name)) {
      this.flush(frame.element);
      this.open(child, child, frame.element, link);
      return;
    }
    this.stack.push({ node: child, element: frame.element, inline: true, link, next: 0 });
  }

  private close(frame: Frame): void {
    this.stack.pop();
    if (frame.inline) return;
    this.flush(frame.element);
    const element = this.elements[frame.element];
    if (element !== undefined) element.endBlock = this.blocks.length;
  }

  private addText(data: string, leaf: ChildNode, frame: Frame): void {
    const { run } = this;
    const { chars, words } = run;
    run.add(data);
    if (run.leaves.length === 0) run.leaves = [leaf];
    else run.leaves.push(leaf);
    if (run.chars === chars) return;
    this.breaks = 0;
    if (frame.link === undefined) return;
    run.linkWords += run.words - words;
    if (frame.link !== this.lastLink) run.links++;
    this.lastLink = frame.link;
  }

  private addAtomic(child: Element, frame: Frame): void {
    if (child.name === 'hr' || child.name === 'iframe' || child.name === 'video') this.flush(frame.element);
    if (child.name === 'br' && ++this.breaks >= 2) this.flush(frame.element);
    this.run.leaves.push(child);
    if (MEDIA_TAGS.has(child.name)) this.run.media++;
  }

  /** Ends the current run; a run without text or pictures leaves no block. */
  private flush(element: number): void {
    const { run } = this;
    if (run.leaves.length === 0) return;
    this.run = new Block();
    this.breaks = 0;
    this.lastLink = undefined;
    if (run.chars === 0 && run.media === 0) return;
    run.element = element;
    run.leaves = fitted(run.leaves);
    this.blocks.push(run);
  }
}

/** Cuts a page into units in one walk over its tree. */
export function segmentPage(root: ParentNode, isDropped: IsDropped, showNoscript: boolean): Segments {
  const walk = new Walk(isDropped, showNoscript, surveyOf(root).consentBoxes);
  walk.over(root);
  const { elements, blocks } = walk;
  return { elements, blocks, units: unitsOf(elements, blocks) };
}

/** The outermost elements that are one thing to a reader, unless they hold parts of a page and so only lay it out. */
function unitsOf(elements: readonly PageElement[], blocks: readonly Block[]): readonly Unit[] {
  const isWhole = wholeElements(elements);
  const units: Unit[] = [];
  let next = 0;
  const addLines = (end: number): void => {
    for (; next < end; next++)
      units.push({ firstBlock: next, endBlock: next + 1, element: blocks[next]?.element ?? 0, isWhole: false });
  };
  elements.forEach(({ firstBlock, endBlock }, element) => {
    if (isWhole[element] === 0 || firstBlock < next || firstBlock === endBlock) return;
    addLines(firstBlock);
    units.push({ firstBlock, endBlock, element, isWhole: true });
    next = endBlock;
  });
  addLines(blocks.length);
  return units;
}

/** Per element 1 where it is one thing to a reader. */
function wholeElements(elements: readonly PageElement[]): Uint8Array {
  const isLayout = new Uint8Array(elements.length);
  const hasHeading = new Uint8Array(elements.length);
  const isWhole = new Uint8Array(elements.length);
  // Elements stand before those in them, so that on the way back all is known of what they hold.
  for (let i = elements.length - 1; i > 0; i--) {
    const { parent, node } = elements[i] as PageElement;
    const isBroken = isLayout[i] === 1 || (LIST_TAGS.has(node.name) && hasHeading[i] === 1);
    if (!isBroken && (WHOLE_TAGS.has(node.name) || isTable(node))) isWhole[i] = 1;
    if (isLayout[i] === 1 || PART_TAGS.has(node.name)) isLayout[parent] = 1;
    if (hasHeading[i] === 1 || HEADING_TAGS.includes(node.name)) hasHeading[parent] = 1;
  }
  return isWhole;
}
