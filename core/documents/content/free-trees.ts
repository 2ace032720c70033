/** Boosted trees of free shape as the training script writes them: four numbers per node, leaves start with -1. */
export interface FreeTreesJson {
  readonly base: number;
  readonly trees: readonly (readonly number[])[];
}

/** Scores rows of features with trained trees; the same row always gives the same score. */
export class FreeTrees {
  private readonly base: number;
  private readonly roots: Int32Array;
  private readonly features: Int16Array;
  private readonly values: Float64Array;
  /** Where a node's right child is; its left child is the next node. */
  private readonly rights: Int32Array;

  constructor(json: FreeTreesJson) {
    const size = json.trees.reduce((sum, tree) => sum + tree.length / 4, 0);
    this.base = json.base;
    this.roots = new Int32Array(json.trees.length);
    this.features = new Int16Array(size);
    this.values = new Float64Array(size);
    this.rights = new Int32Array(size);
    let at = 0;
    json.trees.forEach((tree, index) => {
      this.roots[index] = at;
      for (let i = 0; i < tree.length; i += 4) {
        const node = at + i / 4;
        this.features[node] = tree[i] ?? -1;
        this.values[node] = tree[i + 1] ?? 0;
        this.rights[node] = at + (tree[i + 3] ?? 0);
      }
      at += tree.length / 4;
    });
  }

  /** The log-odds the trees give a row. */
  logOdds(row: Float64Array): number {
    const { roots, features, values, rights } = this;
    let score = this.base;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree] as number;
      let feature = features[node] as number;
      while (feature >= 0) {
        node = (row[feature] as number) >= (values[node] as number) ? (rights[node] as number) : node + 1;
        feature = features[node] as number;
      }
      score += values[node] as number;
    }
    return score;
  }
}
