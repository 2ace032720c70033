import type { PageIndex } from './page-index';
import type { PageType } from './page-type';

const MIN_PROBABILITY = 0.08;
const MAX_LEVELS = 3;

/**
 * Keeps the first `h1` of a page of which something is kept, unless it is surely no content, such as the name of the site.
 * Articles are left as they were judged: what is known of their text begins below the headline.
 */
export function keepHeadline(page: PageIndex, type: PageType, verdicts: Float64Array, keep: Uint8Array): void {
  if (type === 'article' || !keep.includes(1)) return;
  const index = page.blocks.findIndex((block) => block.stats.words > 0 && isInHeadline(page, block.element));
  if (index >= 0 && (verdicts[index] ?? 0) > MIN_PROBABILITY) keep[index] = 1;
}

function isInHeadline({ elements }: PageIndex, element: number): boolean {
  let at = element;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const found = elements[at];
    if (found === undefined) return false;
    if (found.node.name === 'h1') return true;
    at = found.parent;
  }
  return false;
}
