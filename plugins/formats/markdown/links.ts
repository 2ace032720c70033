import type { Element } from 'domhandler';
import type { Builder } from './builder';
import { isBackReference, referencedNote } from './footnotes';
import { type Block, commonMark, findMark, type Leaf, type Mark } from './model';
import { findElement, textOf, type Visit } from './tree';
import { absolute, type ElementVisitor, type Scene } from './visitor';

const SKIP_LINK =
  /^(?:skip|jump)\s+(?:to|over|past)\b|^(?:zum|direkt zum) (?:haupt)?inhalt|^aller au contenu|^(?:saltar|ir) al contenido/i;

/** `a`: converts a link. Skips footnote references, skip links, and links from notes back to the text. */
export const link: ElementVisitor = (element, scene) => {
  const { href } = element.attribs;
  const { builder, notes } = scene;
  if (href === undefined) return undefined;
  const label = referencedNote(element, notes);
  if (label !== undefined) {
    builder.leaf('raw', `[^${label}]`);
    return 'skip';
  }
  if (isBackReference(element, notes) || leadsNowhere(element, href)) return 'skip';
  if (/^\s*(?:javascript|vbscript|data):/i.test(href)) return undefined;
  return openLink(element, absolute(href, scene.options), scene);
};

function leadsNowhere(element: Element, href: string): boolean {
  const hash = href.indexOf('#');
  if (hash < 0) return false;
  const text = textOf(element, 80).trim();
  if (SKIP_LINK.test(text)) return true;
  const anchor = /^[#¶§🔗\u200b]?$/u.test(text) && (hash === 0 || hash < href.length - 1);
  return (
    anchor &&
    (text !== '' || element.attribs.class !== undefined) &&
    findElement(element, ({ name }) => name === 'img') === undefined
  );
}

function openLink(element: Element, href: string, { builder }: Scene): Visit {
  const container = builder.current;
  const from = container.blocks.length;
  const outer = builder.marks;
  const around = findMark(outer, 'link');
  if (around !== undefined) builder.marks = around.parent;
  const before = builder.written;
  const title = element.attribs.title;
  builder.mark('link', 'a', title === undefined ? { href } : { href, title });
  const mark = builder.marks;
  return () => {
    if (builder.written === before && worthKeeping(element)) addName(element, builder);
    builder.marks = outer;
    if (builder.current !== container || container.blocks.length === from) return;
    builder.flush();
    const inside = container.blocks.splice(from);
    for (const block of settled(inside, mark)) container.blocks.push(block);
  };
}

function addName(element: Element, builder: Builder): void {
  const name = nameOf(element);
  if (name === undefined) builder.leaf('raw', '');
  else builder.leaf('text', name.replace(/\s+/g, ' '));
}

/**
 * True for an empty link to keep: one with an accessible name and no `#` in its URL, or one with no attributes other
 * than `href` and `title`.
 */
const worthKeeping = (element: Element): boolean =>
  (nameOf(element) !== undefined && !element.attribs.href?.includes('#')) ||
  (element.children.length === 0 && Object.keys(element.attribs).every((name) => name === 'href' || name === 'title'));

function nameOf(element: Element): string | undefined {
  const own = element.attribs['aria-label'] ?? element.attribs.title;
  if (own?.trim()) return own.trim();
  const drawn = findElement(element, ({ name }) => name === 'svg' || name === 'title');
  const said =
    drawn?.attribs['aria-label'] ??
    (drawn &&
      findElement(drawn, ({ name }) => name === 'title')
        ?.children.map((node) => ('data' in node ? node.data : ''))
        .join(''));
  return said?.trim() || undefined;
}

/**
 * Joins the paragraphs inside a link as lines of one link. If the link contains blocks of other types, only the first
 * heading remains a link, or the first paragraph if there is no heading.
 */
function settled(blocks: readonly Block[], link: Mark | undefined): readonly Block[] {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === 'item') return [{ ...only, blocks: settled(only.blocks, link) }];
  if (blocks.length < 2) return blocks;
  if (blocks.every((block) => block.type === 'paragraph')) return [joined(blocks)];
  const linked = blocks.find((block) => block.type === 'heading') ?? blocks.find((block) => block.type === 'paragraph');
  if (linked === undefined) return blocks;
  const unlinker = new Unlinker(link);
  return blocks.map((block) => (block === linked ? block : unlinker.block(block)));
}

function joined(paragraphs: readonly Block[]): Block {
  const leaves: Leaf[] = [];
  for (const block of paragraphs) {
    if (block.type !== 'paragraph') continue;
    const last = leaves[leaves.length - 1];
    if (last !== undefined)
      leaves.push({ kind: 'br', text: '', marks: commonMark(last.marks, block.leaves[0]?.marks), space: false });
    leaves.push(...block.leaves);
  }
  return { type: 'paragraph', leaves };
}

/** Removes a link from blocks. Leaves that shared a mark before still share a mark afterwards. */
class Unlinker {
  private readonly seen = new Map<Mark, Mark>();

  constructor(private readonly link: Mark | undefined) {}

  block(block: Block): Block {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return { ...block, leaves: block.leaves.map((leaf) => ({ ...leaf, marks: this.marks(leaf.marks) })) };
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: this.blocks(item.blocks) })) };
      case 'item':
      case 'quote':
        return { ...block, blocks: this.blocks(block.blocks) };
      default:
        return block;
    }
  }

  private blocks(blocks: readonly Block[]): Block[] {
    return blocks.map((block) => this.block(block));
  }

  private marks(marks: Mark | undefined): Mark | undefined {
    if (marks === undefined || marks === this.link) return marks?.parent;
    if (findMark(marks, 'link') !== this.link) return marks;
    const known = this.seen.get(marks) ?? { ...marks, parent: this.marks(marks.parent), depth: marks.depth - 1 };
    this.seen.set(marks, known);
    return known;
  }
}
