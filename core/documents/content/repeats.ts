import type { PageIndex } from './page-index';

/** Sums over all blocks before an index, so that any container's sum is one subtraction. */
export interface RunningSums {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly longWords: Float64Array;
  readonly stops: Float64Array;
  readonly media: Float64Array;
  readonly prices: Float64Array;
  readonly dates: Float64Array;
}

/** Elements of one make that come at least three times and hold more than a line each: posts, cards, rows. */
export interface RepeatGroup {
  count: number;
  words: number;
  linkWords: number;
  media: number;
  prices: number;
  dates: number;
  /** How many groups of the page hold more words. */
  rank: number;
}

/** What stands for a group where nothing repeats. */
export const NO_GROUP: RepeatGroup = { count: 1, words: 0, linkWords: 0, media: 0, prices: 0, dates: 0, rank: 99 };

/** The repeated elements of a page. */
export interface Repeats {
  /** Per element its group, when it is one of a group. */
  readonly groups: readonly (RepeatGroup | undefined)[];
  /** Per element the nearest repeated element around or at it, or -1. */
  readonly inner: Int32Array;
  /** Per element the repeated element around or at it whose group holds the most words, or -1. */
  readonly widest: Int32Array;
}

const MIN_COUNT = 3;

/** Finds the repeated elements of a page in two passes over its elements. */
export function findRepeats(page: PageIndex, signatures: Int32Array, sums: RunningSums): Repeats {
  const bySignature = new Map<number, RepeatGroup>();
  const groups = page.elements.map((element, index) => {
    const { firstBlock: from, endBlock: to } = element;
    if (index === 0 || to - from < 2) return undefined;
    const key = signatures[index] ?? 0;
    let group = bySignature.get(key);
    if (group === undefined) {
      group = { count: 0, words: 0, linkWords: 0, media: 0, prices: 0, dates: 0, rank: 99 };
      bySignature.set(key, group);
    }
    group.count++;
    group.words += (sums.words[to] ?? 0) - (sums.words[from] ?? 0);
    group.linkWords += (sums.linkWords[to] ?? 0) - (sums.linkWords[from] ?? 0);
    group.media += (sums.media[to] ?? 0) - (sums.media[from] ?? 0);
    group.prices += (sums.prices[to] ?? 0) - (sums.prices[from] ?? 0);
    group.dates += (sums.dates[to] ?? 0) - (sums.dates[from] ?? 0);
    return group;
  });
  const repeated = [...bySignature.values()].filter((group) => group.count >= MIN_COUNT);
  repeated.sort((a, b) => b.words - a.words);
  repeated.forEach((group, rank) => {
    group.rank = rank;
  });
  return spread(page, groups);
}

/** Hands every element what is repeated around it. */
function spread(page: PageIndex, groups: readonly (RepeatGroup | undefined)[]): Repeats {
  const inner = new Int32Array(page.elements.length).fill(-1);
  const widest = new Int32Array(page.elements.length).fill(-1);
  page.elements.forEach(({ parent }, index) => {
    const group = groups[index];
    const above = parent < 0 ? -1 : (widest[parent] ?? -1);
    const isRepeated = group !== undefined && group.count >= MIN_COUNT;
    inner[index] = isRepeated ? index : parent < 0 ? -1 : (inner[parent] ?? -1);
    widest[index] = isRepeated && group.words > (groups[above]?.words ?? -1) ? index : above;
  });
  return { groups, inner, widest };
}
