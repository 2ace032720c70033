import type { PageIndex } from './page-index';

const MIN_PROBABILITY = 0.2;
const MAX_PROBABILITY = 0.5;

/**
 * Chooses the blocks whose text is expected to agree best with the page's main text: of all cuts through the blocks sorted
 * by probability, the one with the highest expected F1 over words. On clear pages that is near 0.5, on doubtful ones lower.
 */
export function keepBlocks(page: PageIndex, probabilities: Float64Array): Uint8Array {
  const cut = Math.min(MAX_PROBABILITY, Math.max(MIN_PROBABILITY, bestCut(page, probabilities)));
  return Uint8Array.from(page.blocks, (block, i) => (block.stats.words > 0 && (probabilities[i] ?? 0) >= cut ? 1 : 0));
}

function bestCut(page: PageIndex, probabilities: Float64Array): number {
  const order = page.blocks.map((_, i) => i).sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0));
  const wordsOf = (i: number): number => page.blocks[i]?.stats.words ?? 0;
  const expected = order.reduce((sum, i) => sum + (probabilities[i] ?? 0) * wordsOf(i), 0);
  let shared = 0;
  let kept = 0;
  let best = 0;
  let cut = MAX_PROBABILITY;
  for (const i of order) {
    shared += (probabilities[i] ?? 0) * wordsOf(i);
    kept += wordsOf(i);
    const f1 = (2 * shared) / (kept + expected);
    if (f1 <= best) continue;
    best = f1;
    cut = probabilities[i] ?? 0;
  }
  return cut;
}
