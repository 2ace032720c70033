import type { RankTable, Split, Thresholds } from './thresholds';

/**
 * Oblivious trees as the training script writes them: per tree `depth` pairs of feature and threshold, and 2^depth leaves,
 * in whose number bit k is 1 where the k-th feature reaches its threshold.
 */
export interface ObliviousTreesJson {
  readonly base: number;
  readonly depth: number;
  readonly splits: readonly number[];
  readonly leaves: readonly number[];
}

/** The splits of all trees in order. */
export function obliviousSplits({ splits }: ObliviousTreesJson): readonly Split[] {
  return Array.from({ length: splits.length / 2 }, (_, i) => [splits[2 * i] ?? 0, splits[2 * i + 1] ?? 0]);
}

/** The highest bit of each of the four bytes of a word. */
const HIGH = 0x80808080 | 0;
const EACH_BYTE = 0x01010101;

/** The highest bit of each byte whose number reaches that of `rank`; both are below 128, so no byte borrows from the next. */
const reached = (numbers: number, rank: number): number => ((numbers | HIGH) - rank) & HIGH;

/** Scores rows of features with trained trees; the same row always gives the same score. */
export class ObliviousTrees {
  private readonly base: number;
  private readonly depth: number;
  private readonly leafMask: number;
  private readonly columns: Int32Array;
  /** Per split the rank that reaches it, once in each byte. */
  private readonly ranks: Int32Array;
  private readonly leaves: Float64Array;

  constructor(json: ObliviousTreesJson, thresholds: Thresholds) {
    if (json.depth % 3 !== 0) throw new RangeError(`Trees of depth ${json.depth} have splits that come not in threes.`);
    const splits = obliviousSplits(json);
    this.base = json.base;
    this.depth = json.depth;
    this.leafMask = (1 << json.depth) - 1;
    this.columns = Int32Array.from(splits, ([feature]) => thresholds.columnOf(feature));
    this.ranks = Int32Array.from(splits, (split) => thresholds.rankOf(split) * EACH_BYTE);
    this.leaves = Float64Array.from(json.leaves);
  }

  /** The log-odds the trees give each row. */
  logOdds({ ranks, stride, count }: RankTable): Float64Array {
    const { depth } = this;
    const scores = new Float64Array(stride).fill(this.base);
    const words = new Int32Array(ranks.buffer);
    const found = new Int32Array(stride >> 2);
    for (let split = 0, first = 0; split < this.columns.length; split += depth, first += 1 << depth) {
      this.findLeaves(words, found, split);
      this.addLeaves(scores, found, first);
    }
    return scores.subarray(0, count);
  }

  /** Finds the leaf of every row in one tree, four rows and three splits at a time: a word holds a byte for each row. */
  private findLeaves(words: Int32Array, found: Int32Array, split: number): void {
    const { depth, columns, ranks } = this;
    const stride = found.length;
    found.fill(0);
    for (let level = 0; level < depth; level += 3) {
      const at = split + level;
      const [a, b, c] = [columns[at] as number, columns[at + 1] as number, columns[at + 2] as number];
      const [rankA, rankB, rankC] = [ranks[at] as number, ranks[at + 1] as number, ranks[at + 2] as number];
      for (let i = 0; i < stride; i++) {
        const three =
          (reached(words[a * stride + i] as number, rankA) >>> 7) |
          (reached(words[b * stride + i] as number, rankB) >>> 6) |
          (reached(words[c * stride + i] as number, rankC) >>> 5);
        found[i] = (found[i] as number) | (three << level);
      }
    }
  }

  private addLeaves(scores: Float64Array, found: Int32Array, first: number): void {
    const { leaves, leafMask } = this;
    for (let i = 0, row = 0; i < found.length; i++, row += 4) {
      const four = found[i] as number;
      scores[row] = (scores[row] as number) + (leaves[first + (four & leafMask)] as number);
      scores[row + 1] = (scores[row + 1] as number) + (leaves[first + ((four >> 8) & leafMask)] as number);
      scores[row + 2] = (scores[row + 2] as number) + (leaves[first + ((four >> 16) & leafMask)] as number);
      scores[row + 3] = (scores[row + 3] as number) + (leaves[first + ((four >> 24) & leafMask)] as number);
    }
  }
}
