import { isBareFrame, isFramed } from './bare-frame';
import { probability } from './judgement';
import { keepStructures } from './keep-structures';
import type { PageIndex } from './page-index';
import type { PageStructure } from './page-structure';

const MIN_PROBABILITY = 0.05;
const MAX_PROBABILITY = 0.47;
/** A page without a more likely block is not like those learned from. */
const MIN_BEST = 0.3;
const MIN_KEPT_WORDS = 20;
const MIN_KEPT_SHARE = 0.1;
const MIN_SIBLINGS = 3;
const SIBLING_SHARE = 0.5;
/** Pages of unseen sites are judged less surely than those learned from. */
const CONFIDENCE = 0.9;

const logOdds = (p: number): number =>
  Math.log(Math.min(0.999, Math.max(0.001, p)) / (1 - Math.min(0.999, Math.max(0.001, p))));

/**
 * Chooses the blocks whose text is expected to agree best with the page's main text: of all cuts through the blocks sorted
 * by probability, the one with the highest expected F1 over words. On clear pages that is near 0.5, on doubtful ones lower.
 * Of a bare frame none is kept; `undefined` when no block qualifies.
 */
export function keepBlocks(
  structure: PageStructure,
  verdicts: Float64Array,
  signatureOf: (index: number) => number,
): Uint8Array | undefined {
  const { page } = structure;
  if (isBareFrame(structure, verdicts)) return new Uint8Array(page.blocks.length);
  if (verdicts.every((verdict) => verdict < MIN_BEST)) return withoutFrame(structure);
  const probabilities = agreeAmongSiblings(page, verdicts, signatureOf);
  const cut = Math.min(MAX_PROBABILITY, Math.max(MIN_PROBABILITY, bestCut(page, probabilities)));
  const keep = Uint8Array.from(page.blocks, (block, i) =>
    block.stats.words > 0 && (probabilities[i] ?? 0) >= cut ? 1 : 0,
  );
  if (isTooLittle(page, keep)) return withoutFrame(structure);
  keepStructures(structure, probabilities, keep);
  return keep;
}

/** Of a page that nothing on is like the content of pages learned from, such as a list of links: all but its frame. */
function withoutFrame(structure: PageStructure): Uint8Array | undefined {
  const keep = Uint8Array.from(structure.page.blocks, (block) => (isFramed(structure, block.element) ? 0 : 1));
  return keep.includes(1) ? keep : undefined;
}

/** A line or two out of a long page was found by chance. */
function isTooLittle({ blocks }: PageIndex, keep: Uint8Array): boolean {
  let kept = 0;
  let all = 0;
  blocks.forEach(({ stats }, i) => {
    all += stats.words;
    if (keep[i] === 1) kept += stats.words;
  });
  return kept === 0 || (kept < MIN_KEPT_WORDS && kept < MIN_KEPT_SHARE * all);
}

/** Blocks of the same make are items of one list: each verdict is drawn half-way to what is thought of all of them. */
function agreeAmongSiblings(
  page: PageIndex,
  verdicts: Float64Array,
  signatureOf: (index: number) => number,
): Float64Array {
  const groups = new Map<number, { count: number; weight: number; sum: number }>();
  page.blocks.forEach((block, i) => {
    const weight = Math.sqrt(block.stats.words + 1);
    const group = groups.get(signatureOf(i)) ?? { count: 0, weight: 0, sum: 0 };
    group.count++;
    group.weight += weight;
    group.sum += weight * logOdds(verdicts[i] ?? 0);
    groups.set(signatureOf(i), group);
  });
  return verdicts.map((verdict, i) => {
    const group = groups.get(signatureOf(i));
    const own = logOdds(verdict);
    const isOneOfMany = group !== undefined && group.count >= MIN_SIBLINGS;
    const score = isOneOfMany ? (1 - SIBLING_SHARE) * own + (SIBLING_SHARE * group.sum) / group.weight : own;
    return probability(CONFIDENCE * score);
  });
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
