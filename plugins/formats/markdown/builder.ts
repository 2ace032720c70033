import { type Block, INDENT, type Leaf, type LeafKind, type ListItem, type Mark, type MarkKind } from './model';

/** Collects the blocks inside an element during the tree walk. */
export interface Container {
  readonly kind: 'root' | 'list' | 'item' | 'quote' | 'cell' | 'heading' | 'note';
  readonly blocks: Block[];
}

const MAX_CONTAINERS = 60;
const MAX_MARKS = 16;
const INVISIBLE = /^[\u200b-\u200d\u2060\ufeff\u00ad]+$/;
const BLANK = /^[ \t\n\f\r]+$/;
const ODD_SPACE = /[\t\n\f\r]| {2}/;

/** Collects text into paragraphs, and paragraphs into blocks, during the tree walk. */
export class Builder {
  /** Footnote blocks, written at the end of the document. */
  readonly notes: Block[] = [];
  /** True once the nesting limit has been exceeded. */
  flattened = false;
  marks: Mark | undefined;
  /** True while inside a `<p>`. */
  apart = false;
  /** True inside an element whose style preserves line breaks. */
  keepsLines = false;
  private readonly stack: Container[] = [{ kind: 'root', blocks: [] }];
  private leaves: Leaf[] = [];
  private space = false;
  private count = 0;
  private loose: { readonly block: Block; readonly items: ListItem[] } | undefined;

  /** The innermost container. */
  get current(): Container {
    return this.stack[this.stack.length - 1] as Container;
  }

  /** True when the current line is empty. */
  get lineEmpty(): boolean {
    return this.leaves.length === 0;
  }

  /** Number of leaves written so far. */
  get written(): number {
    return this.count;
  }

  /** Adds a text node. Collapses white space, and converts preserved line ends to breaks. */
  text(data: string): void {
    if (!this.keepsLines) {
      this.words(data);
      return;
    }
    data.split(/\r\n?|\n/).forEach((line, at) => {
      if (at > 0) this.leaf('br', '');
      this.words(line);
    });
  }

  private words(data: string): void {
    if (BLANK.test(data)) {
      this.space = true;
      return;
    }
    const text = ODD_SPACE.test(data) ? data.replace(/[ \t\n\f\r]+/g, ' ') : data;
    const from = text.startsWith(' ') ? 1 : 0;
    if (from === 1) this.space = true;
    const to = text.endsWith(' ') ? text.length - 1 : text.length;
    if (to <= from) return;
    const core = text.slice(from, to);
    if (INVISIBLE.test(core)) return;
    this.leaf('text', core);
    this.space = to < text.length;
  }

  /** Adds a leaf with the formatting of the open marks. */
  leaf(kind: LeafKind, text: string, more?: { readonly href?: string; readonly title?: string }): void {
    this.count++;
    const space = this.space && (this.leaves.length > 0 || text.startsWith(INDENT));
    const leaf = { kind, text, marks: this.marks, space };
    this.leaves.push(more === undefined ? leaf : { ...leaf, ...more });
    this.space = false;
  }

  /** Ends the current line as a paragraph. */
  flush(): void {
    this.space = false;
    if (this.leaves.length === 0) return;
    const leaves = this.leaves;
    this.leaves = [];
    for (const part of paragraphsOf(leaves)) this.append({ type: 'paragraph', leaves: part, apart: this.apart });
  }

  /** Ends the current line, then adds a block. */
  block(block: Block): void {
    this.flush();
    this.append(block);
  }

  /** Adds leaves to the current line. */
  resume(leaves: readonly Leaf[]): void {
    for (const leaf of leaves) this.leaves.push(leaf);
  }

  /** Opens a container. Returns a function that closes it, or undefined when the nesting limit is reached. */
  open(kind: Container['kind']): (() => Container) | undefined {
    this.flush();
    if (this.stack.length > MAX_CONTAINERS) {
      this.flattened = true;
      return undefined;
    }
    const container: Container = { kind, blocks: [] };
    this.stack.push(container);
    return () => {
      this.flush();
      this.stack.length = this.stack.lastIndexOf(container);
      return container;
    };
  }

  /** Opens a mark and returns a function that closes it. */
  mark(kind: MarkKind, tag: string, more: { readonly href?: string; readonly title?: string } = {}): () => void {
    const outer = this.marks;
    const depth = (outer?.depth ?? 0) + 1;
    if (depth <= MAX_MARKS) this.marks = { kind, tag, parent: outer, depth, ...more };
    return () => {
      this.marks = outer;
    };
  }

  /** Returns all blocks, footnotes last. */
  finish(): Block[] {
    this.flush();
    return [...(this.stack[0]?.blocks ?? []), ...this.notes];
  }

  private append(block: Block): void {
    const { kind, blocks } = this.current;
    if (block.type !== 'item' || kind === 'list') {
      blocks.push(block);
      return;
    }
    // Combines consecutive items outside a list into one list.
    const last = blocks[blocks.length - 1];
    if (last !== undefined && last === this.loose?.block) this.loose.items.push(block);
    else {
      const items = [block];
      this.loose = { block: { type: 'list', ordered: false, start: 1, items }, items };
      blocks.push(this.loose.block);
    }
  }
}

/** Splits a line at double breaks. Drops breaks at the ends of each part, and parts without visible content. */
function paragraphsOf(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const parts: Leaf[][] = [];
  let part: Leaf[] = [];
  let breaks: Leaf[] = [];
  for (const leaf of leaves) {
    if (leaf.kind === 'br') {
      breaks.push(leaf);
      continue;
    }
    if (breaks.length > 1 && part.length > 0) {
      parts.push(part);
      part = [];
    } else if (breaks.length === 1 && part.length > 0) part.push(...breaks);
    breaks = [];
    part.push(leaf);
  }
  if (part.length > 0) parts.push(part);
  return parts.filter((leaves) => leaves.some((leaf) => leaf.kind !== 'text' || leaf.text.trim() !== ''));
}

/**
 * Converts the blocks of a list to items. A paragraph outside an item becomes an item. Any other block outside an item
 * joins the previous item. A list before the first item is unwrapped.
 */
export function listItems(blocks: readonly Block[]): ListItem[] {
  const items: { blocks: Block[]; task: ListItem['task']; number?: number | undefined }[] = [];
  for (const block of blocks) {
    if (block.type === 'item') items.push({ ...block, blocks: [...block.blocks] });
    else if (items.length === 0 && block.type === 'list')
      for (const item of block.items) items.push({ blocks: [...item.blocks], task: item.task });
    else if (items.length === 0 || block.type === 'paragraph') items.push({ blocks: [block], task: undefined });
    else items[items.length - 1]?.blocks.push(block);
  }
  return items;
}
