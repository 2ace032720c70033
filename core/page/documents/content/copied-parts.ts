import { type ChildNode } from 'domhandler';
import { remember } from '../remember';
import { type Block, type PageElement, type Segments } from './segment';

/** Minimum size of a copy, in words and blocks. Shorter repetitions may be intentional. */
const MIN_WORDS = 80;
const MIN_BLOCKS = 4;
/** A part counts as a copy if at least this share of its words are in blocks that repeat text above the part. */
const MIN_COPIED = 0.8;
const QUOTE = /quote/i;
/** A part for certain screens counts as a copy from this number of characters. */
const MIN_CHARS = 80;
const MAX_LEVELS_TO_PART = 5;
/** Utility classes that show or hide an element depending on the width of the screen, usually in a linked style sheet. */
const FOR_SCREENS =
  /(?:^|\s)(?:d-(?:xs-|sm-|md-|lg-|xl-|xxl-)?none|(?:hidden|visible)-(?:xs|sm|md|lg|xl)(?:-up|-down)?|(?:show|hide)-for-(?:small|medium|large)(?:-only|-up)?|(?:sm|md|lg|xl|2xl):hidden|(?:(?:is-)?(?:hidden|hide|show|visible|only)-)(?:on-)?(?:mobile|desktop|tablet|phone)|(?:mobile|desktop|tablet|phone)[-_](?:only|hidden|hide|show|visible|version|view)|hidden(?=\s(?:.*\s)?(?:sm|md|lg|xl):(?:block|flex|grid|inline)))(?:\s|$)/i;
const isForScreens = remember((names) => Number(FOR_SCREENS.test(names)));

/**
 * Drops parts that repeat the kept text above them, e.g. a copy for narrow screens. On pages with much repeated text,
 * drops hidden blocks first. Otherwise, a hidden copy could replace the visible text below it.
 */
export function dropCopiedParts(
  { elements, blocks }: Segments,
  keep: Uint8Array,
  isHidden: (node: ChildNode) => boolean,
): void {
  const copies = firstCopies(blocks, keep);
  const repeated = repeatedWords(blocks, copies);
  if (repeated > 0) dropForOtherScreens(elements, blocks, keep, copies);
  if (repeated < MIN_WORDS) return;
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

/** Drops the second of two parts with the same text if one of them is only for wide or narrow screens. */
function dropForOtherScreens(
  elements: readonly PageElement[],
  blocks: readonly Block[],
  keep: Uint8Array,
  first: Int32Array,
): void {
  const known = new Map<PageElement, boolean>();
  const isCopy = (part: PageElement): boolean => {
    const found = known.get(part) ?? isRepeated(part, blocks, keep, first);
    known.set(part, found);
    return found;
  };
  blocks.forEach((block, i) => {
    const copyOf = first[i] as number;
    if (copyOf === i || keep[i] !== 1) return;
    const part = partForScreens(elements, block.element, copyOf);
    if (part && isCopy(part)) keep.fill(0, part.firstBlock, part.endBlock);
    else if (block.chars > MIN_CHARS && partForScreens(elements, blocks[copyOf]?.element ?? 0, i)) keep[i] = 0;
  });
}

/** Returns the element around a block that is for certain screens and does not contain the other block. */
function partForScreens(elements: readonly PageElement[], from: number, other: number): PageElement | undefined {
  let at = elements[from];
  for (let level = 0; at !== undefined && level < MAX_LEVELS_TO_PART; level++) {
    if (at.firstBlock <= other && other < at.endBlock) return undefined;
    if (isForScreens(at.node.attribs.class ?? '') === 1) return at;
    at = elements[at.parent];
  }
  return undefined;
}

/** True if all kept text of a part is also above the part. */
function isRepeated(
  { firstBlock, endBlock }: PageElement,
  blocks: readonly Block[],
  keep: Uint8Array,
  first: Int32Array,
): boolean {
  let chars = 0;
  for (let i = firstBlock; i < endBlock; i++) {
    const { words = 0, chars: size = 0 } = blocks[i] ?? {};
    if (keep[i] !== 1 || words === 0) continue;
    if ((first[i] as number) >= firstBlock) return false;
    chars += size;
  }
  return chars > MIN_CHARS;
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
