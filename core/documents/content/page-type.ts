/** The kinds of pages told apart; a block means something else on each of them. */
export const PAGE_TYPES = ['article', 'documentation', 'service', 'forum', 'product', 'listing', 'collection'] as const;

/** One of the kinds of pages told apart. */
export type PageType = (typeof PAGE_TYPES)[number];

const PAGE_STATS = 6;

/** What the block model is told about the page as a whole: its likely kinds and its size. */
export function typeRowOf(pageRow: readonly number[], typeScores: readonly number[]): readonly number[] {
  return [...typeScores, ...pageRow.slice(0, PAGE_STATS)];
}

/** The likeliest kind of page. */
export function likeliestType(typeScores: readonly number[]): PageType {
  let best = 0;
  typeScores.forEach((score, i) => {
    if (score > (typeScores[best] ?? 0)) best = i;
  });
  return PAGE_TYPES[best] ?? 'article';
}
