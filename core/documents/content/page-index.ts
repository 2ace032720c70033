import { type AnyNode, type ChildNode, Element, isTag, isText, type ParentNode } from 'domhandler';
import { oneLine } from './one-line';
import { ATOMIC_TAGS, DROPPED_TAGS, HEAD_TAGS, INLINE_TAGS, MEDIA_TAGS } from './tags';
import { TextStats } from './text-stats';

/** A run of text (and the pictures in it) that a reader sees as one line or paragraph. */
export class Block {
  /** Index of the nearest element around it that is not inline. */
  element = 0;
  readonly leaves: ChildNode[] = [];
  readonly stats = new TextStats();
  linkWords = 0;
  links = 0;
  boldWords = 0;
  media = 0;
  /** The leading inline element, often a link, label or time. */
  inline = '';
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
}

/** An element of the page with the range of blocks it covers: `[firstBlock, endBlock)`. */
export interface IndexedElement {
  readonly node: Element;
  readonly parent: number;
  readonly depth: number;
  readonly firstBlock: number;
  endBlock: number;
}

/** The page as blocks in reading order and the elements around them; whatever asks for a container's sums asks this. */
export interface PageIndex {
  readonly elements: readonly IndexedElement[];
  readonly blocks: readonly Block[];
}

/** Whether a node takes no part in the page, by the fixed cleaning rules or by a caller's wish. */
export type IsDropped = (node: ChildNode) => boolean;

/** True for elements that never count as content; a `head` that holds body elements only loses its own. */
export function isDroppedTag(node: ChildNode, showNoscript: boolean): boolean {
  if (isText(node)) return false;
  if (!isTag(node)) return true;
  if (showNoscript && node.name === 'noscript') return false;
  if (DROPPED_TAGS.has(node.name)) return true;
  if (node.name === 'head') return node.children.every((child) => !isTag(child) || HEAD_TAGS.has(child.name));
  return HEAD_TAGS.has(node.name) && node.parent !== null && isTag(node.parent) && node.parent.name === 'head';
}

const BOLD = new Set(['b', 'strong', 'em', 'i', 'mark', 'dt', 'th']);

interface Frame {
  readonly node: ParentNode;
  readonly element: number;
  readonly inline: boolean;
  readonly link: AnyNode | undefined;
  readonly bold: boolean;
  next: number;
}

class Indexer {
  readonly elements: IndexedElement[] = [];
  readonly blocks: Block[] = [];
  private run = new Block();
  private breaks = 0;
  private lastLink: AnyNode | undefined;
  private readonly stack: Frame[] = [];

  constructor(
    private readonly isDropped: IsDropped,
    private readonly showNoscript: boolean,
  ) {}

  index(root: ParentNode): PageIndex {
    this.open(new Element('root', {}), root, -1, 0, undefined, false);
    while (this.stack.length > 0) {
      const frame = this.stack[this.stack.length - 1] as Frame;
      const child = frame.node.children[frame.next++];
      if (child === undefined) this.close(frame);
      else if (!isDroppedTag(child, this.showNoscript) && !this.isDropped(child)) this.visit(child, frame);
    }
    return { elements: this.elements, blocks: this.blocks };
  }

  private open(
    node: Element,
    parent: ParentNode,
    up: number,
    depth: number,
    link: AnyNode | undefined,
    bold: boolean,
  ): void {
    this.elements.push({ node, parent: up, depth, firstBlock: this.blocks.length, endBlock: 0 });
    this.stack.push({ node: parent, element: this.elements.length - 1, inline: false, link, bold, next: 0 });
  }

  private visit(child: ChildNode, frame: Frame): void {
    if (isText(child)) this.addText(child.data, child, frame);
    else if (!isTag(child)) return;
    else if (ATOMIC_TAGS.has(child.name)) this.addAtomic(child, frame);
    else this.enter(child, frame);
  }

  private enter(child: Element, frame: Frame): void {
    const link = child.name === 'a' && child.attribs.href !== undefined ? child : frame.link;
    const bold = frame.bold || BOLD.has(child.name);
    if (!INLINE_TAGS.has(child.name)) {
      this.flush(frame.element);
      this.open(child, child, frame.element, this.stack.length, link, bold);
      return;
    }
    if (this.run.stats.chars === 0 && this.run.inline === '') this.run.inline = child.name;
    this.stack.push({ node: child, element: frame.element, inline: true, link, bold, next: 0 });
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
    const chars = run.stats.chars;
    const words = run.stats.words;
    run.stats.add(data);
    run.leaves.push(leaf);
    if (run.stats.chars === chars) return;
    this.breaks = 0;
    if (frame.bold) run.boldWords += run.stats.words - words;
    if (frame.link === undefined) return;
    run.linkWords += run.stats.words - words;
    if (frame.link !== this.lastLink) run.links++;
    this.lastLink = frame.link;
  }

  private addAtomic(child: Element, frame: Frame): void {
    if (child.name === 'hr' || child.name === 'iframe' || child.name === 'video') this.flush(frame.element);
    if (child.name === 'br' || child.name === 'wbr') {
      if (child.name === 'br' && ++this.breaks >= 2) this.flush(frame.element);
    }
    this.run.leaves.push(child);
    if (MEDIA_TAGS.has(child.name)) this.run.media++;
  }

  /** Ends the current run; a run without text or pictures leaves no block. */
  private flush(element: number): void {
    const { run } = this;
    if (run.leaves.length === 0) {
      run.inline = '';
      return;
    }
    this.run = new Block();
    this.breaks = 0;
    this.lastLink = undefined;
    if (run.stats.chars === 0 && run.media === 0) return;
    run.element = element;
    this.blocks.push(run);
  }
}

/** Walks a tree once, without recursion, and lists its blocks and block-level elements. */
export function indexPage(root: ParentNode, isDropped: IsDropped, showNoscript: boolean): PageIndex {
  return new Indexer(isDropped, showNoscript).index(root);
}
