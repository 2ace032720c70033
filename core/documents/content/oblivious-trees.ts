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
  private readonly features: Int32Array;
  private readonly thresholds: Float64Array;
  private readonly leaves: Float64Array;

  constructor(json: ObliviousTreesJson) {
    this.base = json.base;
    this.depth = json.depth;
    this.features = Int32Array.from(json.splits.filter((_, i) => i % 2 === 0));
    this.thresholds = Float64Array.from(json.splits.filter((_, i) => i % 2 === 1));
    this.leaves = Float64Array.from(json.leaves);
  }

  /** The log-odds the trees give a row. */
  logOdds(row: Float64Array): number {
    const { depth, features, thresholds, leaves } = this;
    const size = 1 << depth;
    let score = this.base;
    for (let split = 0, first = 0; split < features.length; split += depth, first += size) {
      let leaf = 0;
      for (let level = 0; level < depth; level++) {
        const value = row[features[split + level] as number] as number;
        leaf |= (value >= (thresholds[split + level] as number) ? 1 : 0) << level;
      }
      score += leaves[first + leaf] as number;
    }
    return score;
  }
}
