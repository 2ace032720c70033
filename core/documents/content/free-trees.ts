import type { FeatureTable } from './feature-table';

/** Boosted trees of free shape as the training script writes them: four numbers per node, leaves start with -1. */
export interface FreeTreesJson {
  readonly base: number;
  readonly depth: number;
  readonly trees: readonly (readonly number[])[];
}

const NEVER = 0x40000000;

/** Scores rows of features with trained trees; the same row always gives the same score. */
export class FreeTrees {
  private readonly base: number;
  private readonly depth: number;
  private readonly roots: Int32Array;
  /** Per node its feature, its threshold and its left child, after which its right child lies; a leaf is its own child. */
  private readonly nodes: Int32Array;
  private readonly values: Float64Array;

  constructor(json: FreeTreesJson) {
    const size = json.trees.reduce((sum, tree) => sum + tree.length / 4, 0);
    this.base = json.base;
    this.depth = json.depth;
    this.roots = new Int32Array(json.trees.length);
    this.nodes = new Int32Array(size * 3);
    this.values = new Float64Array(size);
    let at = 0;
    json.trees.forEach((tree, index) => {
      this.roots[index] = at;
      at = this.place(tree, at);
    });
  }

  /** Lays a tree out so that children lie side by side; gives the first free node after it. */
  private place(tree: readonly number[], root: number): number {
    const waiting: { readonly from: number; readonly to: number }[] = [{ from: 0, to: root }];
    let free = root + 1;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { from, to } = next;
      const feature = tree[from * 4] ?? -1;
      if (feature < 0) {
        this.nodes.set([0, NEVER, to], to * 3);
        this.values[to] = tree[from * 4 + 1] ?? 0;
        continue;
      }
      this.nodes.set([feature, tree[from * 4 + 1] ?? 0, free], to * 3);
      waiting.push({ from: tree[from * 4 + 2] ?? 0, to: free }, { from: tree[from * 4 + 3] ?? 0, to: free + 1 });
      free += 2;
    }
    return free;
  }

  /** Adds `share` of the log-odds the trees give to the scores of the rows named. */
  addTo(scores: Float64Array, { values: features, count }: FeatureTable, rows: Int32Array, share: number): void {
    const { roots, nodes, values, depth } = this;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      scores[row] = (scores[row] as number) + share * this.base;
    }
    for (let tree = 0; tree < roots.length; tree++) {
      const root = roots[tree] as number;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        let node = root;
        for (let level = 0; level < depth; level++) {
          const at = node * 3;
          const value = features[(nodes[at] as number) * count + row] as number;
          // 1 where the value reaches the threshold; values and thresholds are small enough not to overflow.
          node = (nodes[at + 2] as number) + (((nodes[at + 1] as number) - 1 - value) >>> 31);
        }
        scores[row] = (scores[row] as number) + share * (values[node] as number);
      }
    }
  }
}
