import { type AnyNode, type ChildNode, Element, isTag, isText, type ParentNode } from 'domhandler';
import { textContent } from 'domutils';
import { isCodeBox } from '../../../contract/code-box';
import { compact } from '../children';
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
  UNSEEN_AMP_TAGS,
  WHOLE_TAGS,
} from './tags';
import { oneLine } from './text';

const ASCII = 128;
const PRIME = 16777619;
/** Kinds of ASCII characters, as bit flags. */
const [PRINTED, IN_WORD, JOINS, CAPITAL, COMMA, STOP, SYMBOL] = [1, 2, 4, 8, 16, 32, 64] as const;

function kindOfCode(code: number): number {
  const sign = String.fromCharCode(code);
  if (code <= 32) return 0;
  if (/[A-Z]/.test(sign)) return PRINTED | IN_WORD | CAPITAL;
  if (/[a-z\d]/.test(sign)) return PRINTED | IN_WORD;
  if (/['_]/.test(sign)) return PRINTED | JOINS;
  return PRINTED | (sign === ',' ? COMMA : /[.!?]/.test(sign) ? STOP : SYMBOL);
}

const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => kindOfCode(code));
/** Values and factors for hashing ASCII characters. White space leaves a hash unchanged. */
const HASHED = KINDS.map((kind, code) => (kind === 0 ? 0 : code));
const FACTORS = Int32Array.from(KINDS, (kind) => (kind === 0 ? 1 : PRIME));

/**
 * A line or paragraph of text with its inline images and statistics. A CJK character counts as half a word, because CJK
 * text has no spaces.
 */
export class Block {
  /** Index of the nearest block-level ancestor. */
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
  /** Hash of all characters except white space. */
  hash = 0;
  private inWord = false;
  private cjk = 0;
  private known: string | undefined;

  /** Text with white space collapsed. Built on first use, because most long text is never read. */
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

  /** True for prose: text that is long enough and contains few links. */
  get isProse(): boolean {
    return this.words >= 12 && this.linkWords * 3 < this.words;
  }

  /** Appends text to the line and updates its counts. Avoids branches that the CPU cannot predict. */
  add(text: string): void {
    let { chars, words, upper, hash } = this;
    let inWord = this.inWord ? 1 : 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < ASCII) {
        const kind = KINDS[code] as number;
        chars += kind & PRINTED;
        hash = Math.imul(hash ^ (HASHED[code] as number), FACTORS[code] as number);
        const isWord = (kind & IN_WORD) >> 1;
        words += isWord & ~inWord;
        inWord = isWord | (((kind & JOINS) >> 2) & inWord);
        upper += (kind & CAPITAL) >> 3;
        if (kind >= COMMA) this.addSign(kind);
      } else if (code === 160) inWord = 0;
      else {
        chars++;
        hash = Math.imul(hash ^ code, PRIME);
        this.words = words;
        this.inWord = inWord === 1;
        this.addOther(code);
        words = this.words;
        inWord = this.inWord ? 1 : 0;
      }
    }
    this.chars = chars;
    this.words = words;
    this.upper = upper;
    this.hash = hash;
    this.inWord = inWord === 1;
  }

  private addSign(kind: number): void {
    if ((kind & COMMA) !== 0) this.commas++;
    else if ((kind & STOP) !== 0) this.stops++;
    else this.symbols++;
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

/** A block-level element and the blocks `[firstBlock, endBlock)` that it covers. */
export interface PageElement {
  readonly node: Element;
  /** Index of the parent element, or -1 for the root. */
  readonly parent: number;
  readonly depth: number;
  readonly firstBlock: number;
  endBlock: number;
}

/** True if an element contains all blocks of another element or unit. */
export const covers = (
  element: PageElement | undefined,
  { firstBlock, endBlock }: { readonly firstBlock: number; readonly endBlock: number },
): boolean => element !== undefined && element.firstBlock <= firstBlock && element.endBlock >= endBlock;

/**
 * The smallest part of a page that can be kept or dropped: a line, a paragraph, or a complete list, table, code block,
 * quote or figure. Consists of the blocks `[firstBlock, endBlock)`.
 */
export interface Unit {
  readonly firstBlock: number;
  readonly endBlock: number;
  /** Index of the element that contains the line, or of the list, table or other element that forms the unit. */
  readonly element: number;
  readonly isWhole: boolean;
}

/** A page divided into units in reading order, with its block-level elements. */
export interface Segments {
  readonly elements: readonly PageElement[];
  readonly blocks: readonly Block[];
  readonly units: readonly Unit[];
}

/** True for nodes to ignore according to the cleaning rules or the caller's options. */
export type IsDropped = (node: ChildNode) => boolean;

const MAY_BE_DROPPED: ReadonlySet<string> = new Set([...HEAD_TAGS, ...UNSEEN_AMP_TAGS, 'head']);

/**
 * True for elements that are never content. A `head` is kept if it contains body elements, but its head elements are
 * dropped.
 */
export function isDroppedTag(node: ChildNode, showNoscript: boolean): boolean {
  if (isText(node)) return false;
  if (!isTag(node)) return true;
  if (!MAY_BE_DROPPED.has(node.name)) return false;
  if (showNoscript && node.name === 'noscript') return false;
  if (DROPPED_TAGS.has(node.name) || UNSEEN_AMP_TAGS.has(node.name)) return true;
  if (node.name === 'head') return node.children.every((child) => !isTag(child) || HEAD_TAGS.has(child.name));
  return HEAD_TAGS.has(node.name) && (node.parent === null || !isTag(node.parent) || node.parent.name === 'head');
}

const HEADING_TOOL = /(^|[-_\s])(editsection|edit-?link|headerlink|permalink)([-_\s]|$)/i;

/** True for edit links and permalinks in a heading, which are not part of the heading's text. */
function isHeadingTool(node: Element, around: Element): boolean {
  if (!HEADING_TAGS.includes(around.name) || !HEADING_TOOL.test(node.attribs.class ?? '')) return false;
  return textContent(node).trim() !== textContent(around).trim();
}

interface Frame {
  node: ParentNode;
  element: number;
  inline: boolean;
  link: AnyNode | undefined;
  next: number;
}

/** Walks the page tree once, without recursion, and collects its elements and blocks. */
class Walk {
  readonly elements: PageElement[] = [];
  readonly blocks: Block[] = [];
  private run = new Block();
  private breaks = 0;
  private lastLink: AnyNode | undefined;
  /** Stack of the open nodes. Frames above `depth` are reused for nodes opened later. */
  private readonly stack: Frame[] = [];
  private depth = 0;

  constructor(
    private readonly isDropped: IsDropped,
    private readonly showNoscript: boolean,
    private readonly consentBoxes: ReadonlySet<Element>,
  ) {}

  over(root: ParentNode): void {
    this.open(new Element('root', {}), root, -1, undefined);
    while (this.depth > 0) {
      const frame = this.stack[this.depth - 1] as Frame;
      const child = frame.node.children[frame.next++];
      if (child === undefined) this.close(frame);
      else if (!isDroppedTag(child, this.showNoscript) && !this.isDropped(child)) this.visit(child, frame);
    }
  }

  private open(node: Element, from: ParentNode, parent: number, link: AnyNode | undefined): void {
    this.elements.push({ node, parent, depth: this.depth, firstBlock: this.blocks.length, endBlock: 0 });
    this.push(from, this.elements.length - 1, false, link);
  }

  private push(node: ParentNode, element: number, inline: boolean, link: AnyNode | undefined): void {
    const frame = this.stack[this.depth++];
    if (frame === undefined) this.stack.push({ node, element, inline, link, next: 0 });
    else {
      frame.node = node;
      frame.element = element;
      frame.inline = inline;
      frame.link = link;
      frame.next = 0;
    }
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
    this.push(child, frame.element, true, link);
  }

  private close(frame: Frame): void {
    this.depth--;
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

  /** Ends the current line. A line without text or images does not become a block. */
  private flush(element: number): void {
    const { run } = this;
    if (run.leaves.length === 0) return;
    this.run = new Block();
    this.breaks = 0;
    this.lastLink = undefined;
    if (run.chars === 0 && run.media === 0) return;
    run.element = element;
    run.leaves = compact(run.leaves);
    this.blocks.push(run);
  }
}

/** Divides a page into units in one walk. */
export function segmentPage(root: ParentNode, isDropped: IsDropped, showNoscript: boolean): Segments {
  const walk = new Walk(isDropped, showNoscript, surveyOf(root).consentBoxes);
  walk.over(root);
  const { elements, blocks } = walk;
  return { elements, blocks, units: unitsOf(elements, blocks) };
}

/**
 * Divides the page into units: the outermost elements that each form one unit, and the lines between them. Layout
 * elements are never units, because they contain entire parts of the page.
 */
function unitsOf(elements: readonly PageElement[], blocks: readonly Block[]): readonly Unit[] {
  const isWhole = wholeElements(elements);
  const units: Unit[] = [];
  let next = 0;
  const addLines = (end: number): void => {
    for (; next < end; next++) {
      const element = headingOf(elements, blocks[next]?.element ?? 0, next);
      units.push({ firstBlock: next, endBlock: next + 1, element, isWhole: false });
    }
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

/**
 * If a line is the only text of a heading, e.g. in `<h3><button>`, returns the heading. Otherwise, returns `element`.
 */
function headingOf(elements: readonly PageElement[], element: number, block: number): number {
  for (let at = element; ; ) {
    const { node, parent, firstBlock, endBlock } = elements[at] as PageElement;
    if (firstBlock !== block || endBlock !== block + 1 || parent < 0) return element;
    if (HEADING_TAGS.includes(node.name)) return at;
    at = parent;
  }
}

/** Returns 1 for each element that forms one unit. */
function wholeElements(elements: readonly PageElement[]): Uint8Array {
  const isLayout = new Uint8Array(elements.length);
  const hasHeading = new Uint8Array(elements.length);
  const isWhole = new Uint8Array(elements.length);
  // Parents precede their children, so the reverse order visits the contents of an element before the element.
  for (let i = elements.length - 1; i > 0; i--) {
    const { parent, node } = elements[i] as PageElement;
    const isBroken = isLayout[i] === 1 || (LIST_TAGS.has(node.name) && hasHeading[i] === 1);
    if (!isBroken && (WHOLE_TAGS.has(node.name) || isTable(node) || isCodeBox(node))) isWhole[i] = 1;
    if (isLayout[i] === 1 || PART_TAGS.has(node.name)) isLayout[parent] = 1;
    if (hasHeading[i] === 1 || HEADING_TAGS.includes(node.name)) hasHeading[parent] = 1;
  }
  return isWhole;
}
