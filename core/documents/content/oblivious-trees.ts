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

  /** The log-odds the trees give each of `count` rows, whose values lie feature by feature: `columns[feature * count + row]`. */
  logOdds(columns: Float64Array, count: number): Float64Array {
    const { depth, features, thresholds, leaves } = this;
    const scores = new Float64Array(count).fill(this.base);
    const leaf = new Uint16Array(count);
    for (let split = 0, first = 0; split < features.length; split += depth, first += 1 << depth) {
      leaf.fill(0);
      for (let level = 0; level < depth; level++) {
        const at = (features[split + level] as number) * count;
        const threshold = thresholds[split + level] as number;
        const bit = 1 << level;
        for (let i = 0; i < count; i++) {
          if ((columns[at + i] as number) >= threshold) leaf[i] = (leaf[i] as number) | bit;
        }
      }
      for (let i = 0; i < count; i++)
        scores[i] = (scores[i] as number) + (leaves[first + (leaf[i] as number)] as number);
    }
    return scores;
  }
}
