import { between, type PageStructure } from './page-structure';

const MIN_WORDS = 20;
const MIN_SHARE = 0.5;
const MAX_LEVELS = 4;

/** Marks pictures without text: kept where the text of the part of the page around them is mostly kept. */
export function keepMedia(structure: PageStructure, keep: Uint8Array): void {
  const { page, sums, wider } = structure;
  const kept = new Float64Array(page.blocks.length + 1);
  page.blocks.forEach((block, i) => {
    kept[i + 1] = (kept[i] ?? 0) + (keep[i] === 1 ? block.stats.words : 0);
  });
  page.blocks.forEach((block, i) => {
    if (block.stats.words > 0 || block.media === 0) return;
    let element = block.element;
    for (let level = 0; level < MAX_LEVELS; level++) {
      const range = page.elements[element];
      if (range === undefined) return;
      const words = between(sums.words, range.firstBlock, range.endBlock);
      if (words >= MIN_WORDS || element === 0) {
        if (between(kept, range.firstBlock, range.endBlock) >= MIN_SHARE * words && words > 0) keep[i] = 1;
        return;
      }
      element = wider[element] ?? 0;
    }
  });
}
