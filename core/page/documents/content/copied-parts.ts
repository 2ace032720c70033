import { type ChildNode } from 'domhandler';
import { type Block, type PageElement, type Segments } from './segment';

/** Minimum size of a copy, in words and blocks. Shorter repetitions may be intentional. */
const MIN_WORDS = 80;
const MIN_BLOCKS = 4;
/** A part counts as a copy if at least this share of its words are in blocks that repeat text above the part. */
const MIN_COPIED = 0.8;
const QUOTE = /quote/i;

/**
 * Drops parts that repeat the kept text above them, e.g. a copy for narrow screens. On pages with much repeated text,
 * drops hidden blocks first. Otherwise, a hidden copy could replace the visible text below it.
 */
export function dropCopiedParts(
  { elements, blocks }: Segments,
  keep: Uint8Array,
  isHidden: (node: ChildNode) => boolean,
): void {
  if (repeatedWords(blocks, firstCopies(blocks, keep)) < MIN_WORDS) return;
  const hidden = new Uint8Array(elements.length);
  const keptBefore = countsBefore(keep);
  elements.forEach(({ node, parent, firstBlock, endBlock }, i) => {
    const isKept = keptBefore[firstBlock] !== keptBefore[endBlock];
    hidden[i] = isKept && ((hidden[parent] ?? 0) === 1 || isHidden(node)) ? 1 : 0;
  });
  blocks.forEach(({ element }, i) => {
    if (hidden[element] === 1) keep[i] = 0;
  });
  const first = firstCopies(blocks, keep);
  for (const element of elements)
    if (isCopied(element, blocks, keep, first)) keep.fill(0, element.firstBlock, element.endBlock);
}

/** Returns, for each block and the end, the number of kept blocks before it. */
function countsBefore(keep: Uint8Array): Int32Array {
  const counts = new Int32Array(keep.length + 1);
  keep.forEach((kept, i) => {
    counts[i + 1] = (counts[i] as number) + kept;
  });
  return counts;
}

/** Returns, for each block, the index of the first kept block with the same text. */
function firstCopies(blocks: readonly Block[], keep: Uint8Array): Int32Array {
  const firsts = new Map<number, number>();
  const indexes = blocks.map(({ hash, words }, i) => {
    if (keep[i] !== 1 || words === 0) return i;
    const known = firsts.get(hash);
    if (known === undefined) firsts.set(hash, i);
    return known ?? i;
  });
  return new Int32Array(indexes);
}

const repeatedWords = (blocks: readonly Block[], first: Int32Array): number =>
  blocks.reduce((sum, { words }, i) => sum + ((first[i] as number) < i ? words : 0), 0);

function isCopied(element: PageElement, blocks: readonly Block[], keep: Uint8Array, first: Int32Array): boolean {
  const { firstBlock, endBlock, node } = element;
  if (endBlock - firstBlock < MIN_BLOCKS) return false;
  let [words, copied, count] = [0, 0, 0];
  for (let i = firstBlock; i < endBlock; i++) {
    if (keep[i] !== 1) continue;
    const size = blocks[i]?.words ?? 0;
    words += size;
    if ((first[i] as number) >= firstBlock) continue;
    copied += size;
    if (size > 0) count++;
  }
  if (count < MIN_BLOCKS || copied < MIN_WORDS || copied < MIN_COPIED * words) return false;
  return node.name !== 'blockquote' && !QUOTE.test(`${node.attribs.class ?? ''} ${node.attribs.cite ?? ''}`);
}
