import type { PageIndex } from './page-index';
import { between, type PageStructure } from './page-structure';
import { findStructures } from './structures';

/** The share of the kept words that the part of the page taken for its content holds. */
const BOX_SHARE = 0.9;
/** Inside that part, a structure is dropped only when it is judged surely no content. */
const MIN_PROBABILITY = 0.1;
const MIN_TABLE_PROBABILITY = 0.03;
const MIN_FIGURE_SHARE = 0.5;

/**
 * Decides about lists, tables, code and the like as wholes: one of which any word is kept, or that stands inside the content
 * and is not surely something else, is kept. Marks its blocks and returns the elements kept whole.
 */
export function keepStructures(
  structure: PageStructure,
  probabilities: Float64Array,
  keep: Uint8Array,
): ReadonlySet<number> {
  const { page, sums } = structure;
  const kept = runningSum(page, (i) => (keep[i] === 1 ? (page.blocks[i]?.stats.words ?? 0) : 0));
  const likely = runningSum(page, (i) => (probabilities[i] ?? 0) * (page.blocks[i]?.stats.words ?? 0));
  const box = page.elements[boxOf(page, kept)];
  const whole = new Set<number>();
  for (const element of findStructures(page)) {
    const { node, firstBlock: from, endBlock: to, parent } = page.elements[element] ?? { firstBlock: 0, endBlock: 0 };
    const words = between(sums.words, from, to);
    const isInBox = box !== undefined && from >= box.firstBlock && to <= box.endBlock;
    const mean = words === 0 ? 0 : between(likely, from, to) / words;
    const least = node?.name === 'table' ? MIN_TABLE_PROBABILITY : MIN_PROBABILITY;
    const isKept =
      between(kept, from, to) > 0 ||
      (isInBox && words > 0 && mean >= least) ||
      (node?.name === 'figure' && isAmongKept(structure, kept, parent ?? 0, from, to));
    if (isKept) whole.add(element);
  }
  for (const element of whole) {
    const range = page.elements[element];
    keep.fill(1, range?.firstBlock, range?.endBlock);
  }
  return whole;
}

function runningSum({ blocks }: PageIndex, amountOf: (index: number) => number): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  for (let i = 0; i < blocks.length; i++) sums[i + 1] = (sums[i] ?? 0) + amountOf(i);
  return sums;
}

/** The smallest element with nearly all of what is kept. */
function boxOf({ elements, blocks }: PageIndex, kept: Float64Array): number {
  const enough = BOX_SHARE * (kept[blocks.length] ?? 0);
  let box = 0;
  elements.forEach(({ parent, firstBlock, endBlock }, i) => {
    if (parent === box && between(kept, firstBlock, endBlock) >= enough) box = i;
  });
  return box;
}

/** True for a figure of whose surroundings at least half of the words are kept. */
function isAmongKept({ page, sums }: PageStructure, kept: Float64Array, parent: number, from: number, to: number) {
  const { firstBlock = 0, endBlock = 0 } = page.elements[parent] ?? {};
  const words = between(sums.words, firstBlock, endBlock) - between(sums.words, from, to);
  const keptWords = between(kept, firstBlock, endBlock) - between(kept, from, to);
  return words > 0 && keptWords >= MIN_FIGURE_SHARE * words;
}
