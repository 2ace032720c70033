import type { FeatureTable } from './feature-table';

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

/** Scores rows of features with trained trees; the same row always gives the same score. */
export class ObliviousTrees {
  private readonly base: number;
  private readonly depth: number;
  private readonly splits: Int32Array;
  private readonly leaves: Float64Array;

  constructor(json: ObliviousTreesJson) {
    this.base = json.base;
    this.depth = json.depth;
    this.splits = Int32Array.from(json.splits);
    this.leaves = Float64Array.from(json.leaves);
  }

  /** The log-odds the trees give each row. */
  logOdds({ values, count }: FeatureTable): Float64Array {
    const { depth, splits, leaves } = this;
    const scores = new Float64Array(count).fill(this.base);
    const leaf = new Int32Array(count);
    for (let split = 0, first = 0; split < splits.length; split += 2 * depth, first += 1 << depth) {
      leaf.fill(first);
      for (let level = 0; level < depth; level++) {
        const at = (splits[split + 2 * level] as number) * count;
        const threshold = (splits[split + 2 * level + 1] as number) - 1;
        // Bit 31 of the difference is 1 where the value reaches the threshold.
        for (let i = 0; i < count; i++)
          leaf[i] = (leaf[i] as number) + (((threshold - (values[at + i] as number)) >>> 31) << level);
      }
      for (let i = 0; i < count; i++) scores[i] = (scores[i] as number) + (leaves[leaf[i] as number] as number);
    }
    return scores;
  }
}
