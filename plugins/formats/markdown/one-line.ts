import { type Block, type Leaf, type LeafKind, numbersOf } from './model';

const leaf = (kind: LeafKind, text: string): Leaf => ({ kind, text, marks: undefined, space: false });

/** Joins blocks into one line, separated by breaks or spaces. */
class LineOfBlocks {
  readonly leaves: Leaf[] = [];

  constructor(private readonly between: 'br' | 'space') {}

  add(leaves: readonly Leaf[]): void {
    const [first, ...rest] = leaves;
    if (first === undefined) return;
    const follows = this.leaves.length > 0;
    if (follows && this.between === 'br') this.leaves.push(leaf('br', ''));
    this.leaves.push(follows && this.between === 'space' ? { ...first, space: true } : first, ...rest);
  }

  addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) this.addBlock(block);
  }

  private addBlock(block: Block): void {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        this.add(block.leaves);
        break;
      case 'code':
        for (const line of block.text.split('\n')) if (line.trim() !== '') this.add([leaf('code', line)]);
        break;
      case 'math':
        this.add([leaf('math', block.tex)]);
        break;
      case 'verbatim':
        this.add([leaf('text', block.text.replace(/\s+/g, ' '))]);
        break;
      case 'quote':
      case 'footnote':
      case 'item':
        this.addBlocks(block.blocks);
        break;
      case 'table':
        for (const row of block.rows) this.add(row.flatMap((cell) => spaced(cell.leaves)));
        break;
      case 'list': {
        const numbers = numbersOf(block);
        block.items.forEach((item, at) => void this.addItem(item.blocks, block.ordered ? `${numbers[at]}.` : '-'));
        break;
      }
      case 'rule':
        break;
    }
  }

  /** Adds the blocks of a list item. In a table cell, writes the item's marker before its first line. */
  private addItem(blocks: readonly Block[], sign: string): void {
    const from = this.leaves.length;
    this.addBlocks(blocks);
    const start = this.leaves[from]?.kind === 'br' ? from + 1 : from;
    const head = this.leaves[start];
    if (this.between === 'br' && head !== undefined)
      this.leaves.splice(start, 1, leaf('raw', sign), { ...head, space: true });
  }
}

const spaced = (leaves: readonly Leaf[]): readonly Leaf[] =>
  leaves.map((one, at) => (at === 0 ? { ...one, space: true } : one));

/** Joins blocks into one line, for a table cell (`br`) or a heading (`space`). */
export function onOneLine(blocks: readonly Block[], between: 'br' | 'space'): Leaf[] {
  const line = new LineOfBlocks(between);
  line.addBlocks(blocks);
  return line.leaves;
}
