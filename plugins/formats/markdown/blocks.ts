import { escapeLineStart } from './escape';
import { renderInline } from './inline';
import { type Align, type Block, type ListItem, numbersOf, type TableCell } from './model';

type BlockOf<Type extends Block['type']> = Extract<Block, { readonly type: Type }>;

/** Writes lines with the prefixes of the enclosing quotes and list items. */
class LineWriter {
  readonly lines: string[] = [];
  private prefix = '';
  private marker: string | undefined;

  line(text: string): void {
    const start = this.marker ?? this.prefix;
    this.marker = undefined;
    this.lines.push(text === '' ? start.trimEnd() : start + text);
  }

  blank(): void {
    this.lines.push(this.prefix.trimEnd());
  }

  /**
   * Adds a prefix to all lines that `write` writes: `first` to the first line, and `further` to the remaining lines.
   */
  within(first: string, further: string, write: () => void): void {
    const outer = this.prefix;
    this.marker = (this.marker ?? outer) + first;
    this.prefix = outer + further;
    write();
    if (this.marker !== undefined) this.line('');
    this.prefix = outer;
  }
}

/** Renders the blocks of a document as Markdown. */
export function renderBlocks(blocks: readonly Block[]): string {
  const writer = new LineWriter();
  writeBlocks(writer, blocks, false, false);
  return writer.lines.join('\n');
}

function writeBlocks(writer: LineWriter, blocks: readonly Block[], inItem: boolean, tight: boolean): void {
  let alternate = false;
  blocks.forEach((block, at) => {
    const previous = blocks[at - 1];
    if (at > 0 && !tight) writer.blank();
    // Alternates the markers of adjacent lists of the same kind, so that the lists stay separate.
    alternate = block.type === 'list' && previous?.type === 'list' && previous.ordered === block.ordered && !alternate;
    writeBlock(writer, block, inItem && at === 0, alternate);
  });
}

function writeBlock(writer: LineWriter, block: Block, itemStart: boolean, alternate: boolean): void {
  switch (block.type) {
    case 'paragraph':
      writeText(writer, withoutEdges(renderInline(block.leaves, 'paragraph')), itemStart);
      break;
    case 'heading':
      writer.line(headingLine(block));
      break;
    case 'code':
      writeCode(writer, block);
      break;
    case 'verbatim':
      for (const line of block.text.split('\n')) writer.line(line);
      break;
    case 'math':
      for (const line of ['$$', ...block.tex.split('\n'), '$$']) writer.line(line);
      break;
    case 'rule':
      writer.line(itemStart ? '___' : '---');
      break;
    case 'quote':
      writer.within('> ', '> ', () => {
        if (block.alert) writer.line(`[!${block.alert}]`);
        writeBlocks(writer, block.blocks, false, false);
      });
      break;
    case 'item':
      writeList(writer, { type: 'list', ordered: false, start: 1, items: [block] }, alternate);
      break;
    case 'list':
      writeList(writer, block, alternate);
      break;
    case 'table':
      writeTable(writer, block.rows);
      break;
    case 'footnote':
      writer.within(`[^${block.label}]: `, '    ', () => writeBlocks(writer, block.blocks, false, false));
      break;
  }
}

/** Removes the spaces and no-break spaces that some editors leave at either end of a paragraph. */
function withoutEdges(text: string): string {
  let from = 0;
  let end = text.length;
  while (from < end && isBlank(text.charCodeAt(from))) from++;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(from, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0xa0;

function writeText(writer: LineWriter, text: string, itemStart: boolean): void {
  text.split('\n').forEach((line, at) => void writer.line(escapeLineStart(line, at === 0, itemStart)));
}

function headingLine(block: BlockOf<'heading'>): string {
  const text = renderInline(block.leaves, 'heading').replace(/\s+/g, (spaces) =>
    spaces.includes('\n') ? ' ' : spaces,
  );
  return `${'#'.repeat(block.level)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`.trimEnd();
}

function writeCode(writer: LineWriter, block: BlockOf<'code'>): void {
  const sign = block.language.includes('`') ? '~' : '`';
  const runs = block.text.match(sign === '~' ? /~{3,}/g : /`{3,}/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
  const fence = sign.repeat(longest + 1);
  writer.line(fence + block.language);
  if (block.text !== '') for (const line of block.text.split('\n')) writer.line(line);
  writer.line(fence);
}

function writeList(writer: LineWriter, list: BlockOf<'list'>, alternate: boolean): void {
  const tight = list.items.every(isTight);
  const numbers = numbersOf(list);
  list.items.forEach((item, at) => {
    if (at > 0 && !tight) writer.blank();
    const marker = list.ordered ? `${numbers[at]}${alternate ? ')' : '.'} ` : alternate ? '* ' : '- ';
    const task = item.task === undefined ? '' : item.task === 'done' ? '[x] ' : '[ ] ';
    writer.within(marker + task, ' '.repeat(marker.length), () => writeBlocks(writer, item.blocks, true, tight));
  });
}

/** True for a tight list item, whose blocks need no blank lines between them. */
function isTight(item: ListItem): boolean {
  return item.blocks.every((block, at) => {
    const previous = item.blocks[at - 1]?.type;
    if (previous === undefined) return true;
    if (block.type === 'heading') return previous === 'heading' || isBare(item.blocks[at - 1]);
    if (block.type === 'paragraph') return previous === 'heading' && isBare(block);
    if (block.type !== 'list' || previous === 'list') return false;
    return (!block.ordered || block.start === 1) && (block.items[0]?.blocks.length ?? 0) > 0;
  });
}

const isBare = (block: Block | undefined): boolean => block?.type === 'paragraph' && block.apart !== true;

const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

function writeTable(writer: LineWriter, rows: readonly (readonly TableCell[])[]): void {
  const [header = [], ...body] = rows;
  const aligns = header.map(
    (cell, column): Align => cell.align ?? body.find((row) => row[column]?.align !== undefined)?.[column]?.align,
  );
  writer.line(tableLine(header.map(cellText)));
  writer.line(tableLine(aligns.map((align) => RULES[align ?? ''] ?? '---')));
  for (const row of body) writer.line(tableLine(row.map(cellText)));
}

const cellText = (cell: TableCell): string => renderInline(cell.leaves, 'cell').trim().replace(/\n/g, ' ');

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
