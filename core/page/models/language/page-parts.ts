import { tokensOf } from './token-count';

/** The parts of a long text. Each part is small enough for one call. */
export interface PageParts {
  readonly parts: readonly string[];
  /** Number of characters that are not in any part. */
  readonly omitted: number;
}

/** An indivisible piece of a page: a paragraph, list item, table row or code block. */
interface Block {
  readonly text: string;
  readonly tokens: number;
  /** True if a record may start here: at a heading, list item or horizontal rule. */
  readonly begins: boolean;
  /** Header rows of the table, if the block is a table row. */
  readonly header?: string;
}

/** Splits Markdown between records. Never splits a row, list item or code block. */
export function pageParts(markdown: string, maxTokens: number, maxParts: number): PageParts {
  if (tokensOf(markdown) <= maxTokens) return { parts: [markdown], omitted: 0 };
  const parts: string[] = [];
  let [current, size]: [Block[], number] = [[], 0];
  const flush = (blocks: readonly Block[]) => {
    const [first] = blocks;
    if (first) parts.push([first.header, ...blocks.map(({ text }) => text)].filter(Boolean).join('\n'));
  };
  for (const block of blocksOf(markdown, maxTokens)) {
    if (size + block.tokens > maxTokens && current.length > 0) {
      const cut = cutOf(current, block);
      flush(current.slice(0, cut));
      current = current.slice(cut);
      size = current.reduce((sum, { tokens }) => sum + tokens, 0);
      if (parts.length > maxParts) break;
    }
    current.push(block);
    size += block.tokens;
  }
  flush(current);
  const read = parts.slice(0, maxParts);
  if (parts.length <= maxParts) return { parts: read, omitted: 0 };
  return { parts: read, omitted: Math.max(1, markdown.length - read.reduce((sum, { length }) => sum + length, 0)) };
}

/** Minimum size, in tokens, of a text that can be halved. */
const minHalved = 400;

/** Splits a text into two roughly equal halves. Empty if the text is too short. */
export function halvesOf(text: string): readonly string[] {
  const tokens = tokensOf(text);
  return tokens < minHalved ? [] : pageParts(text, Math.ceil(tokens * 0.55), 4).parts;
}

/**
 * Returns the number of blocks to keep in the current part when `next` no longer fits. Usually, the part ends before
 * the record that exceeds the limit. If that record starts in the first half of the part, the record is split instead.
 */
function cutOf(blocks: readonly Block[], next: Block): number {
  if (next.begins) return blocks.length;
  const last = blocks.findLastIndex(({ begins }) => begins);
  return last > blocks.length / 2 ? last : blocks.length;
}

function* blocksOf(markdown: string, maxTokens: number): Generator<Block> {
  let [lines, fenced]: [string[], boolean] = [[], false];
  let [header, previous]: [string[], string] = [[], ''];
  const take = (): Block[] => {
    const text = lines.join('\n');
    lines = [];
    return text.trim() === '' ? [] : toBlocks(text, maxTokens);
  };
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const isRow = !fenced && /^\s*\|/.test(line);
    if (!isRow) header = [];
    else if (/^\s*\|[\s:|-]+$/.test(line) && header.length === 0) header = [previous, line];
    if (!fenced && (line.trim() === '' || isRow || begins(line))) yield* take();
    if (isRow) yield { text: line, tokens: tokensOf(line), begins: true, header: header.join('\n') || undefined };
    else lines.push(line);
    previous = line;
  }
  yield* take();
}

const begins = (line: string): boolean => /^(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|(?:[-*_]\s*){3,}$)/.test(line);

/** Returns the text as one block, or as several blocks if it exceeds the limit. */
function toBlocks(text: string, maxTokens: number): Block[] {
  const tokens = tokensOf(text);
  if (tokens <= maxTokens) return [{ text, tokens, begins: begins(text) }];
  const length = Math.max(200, Math.floor((text.length * maxTokens) / tokens) - 1);
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${length}}(?:\\s|$)|[\\s\\S]{1,${length}}`, 'g')) ?? [];
  return pieces.map((piece) => ({ text: piece, tokens: tokensOf(piece), begins: false }));
}
