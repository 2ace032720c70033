import type { RankTable, Split, Thresholds } from './thresholds';

/** Boosted trees of free shape as the training script writes them: four numbers per node, leaves start with -1. */
export interface FreeTreesJson {
  readonly base: number;
  readonly depth: number;
  readonly trees: readonly (readonly number[])[];
}

/** The splits of all trees. */
export function* freeSplits({ trees }: FreeTreesJson): Generator<Split> {
  for (const tree of trees) {
    for (let at = 0; at < tree.length; at += 4) {
      const feature = tree[at] ?? -1;
      if (feature >= 0) yield [feature, tree[at + 1] ?? 0];
    }
  }
}

/** Rows that go through the trees together, as bits of one number. */
const BATCH = 32;
const LEAF = -1;

/**
 * Scores rows of features with trained trees; the same row always gives the same score. Thirty-two rows go through a tree
 * together: rows near each other on a page are alike, so most splits send all of them the same way.
 */
export class FreeTrees {
  private readonly roots: Int32Array;
  /** Per node the number of its split; its left child is the next node. Leaves have none. */
  private readonly splits: Int16Array;
  private readonly rights: Int32Array;
  private readonly values: Float64Array;
  private readonly base: number;
  private readonly waitingNodes: Int32Array;
  private readonly waitingRows: Int32Array;

  /** The trees' log-odds count by the share given. */
  constructor(
    json: FreeTreesJson,
    private readonly thresholds: Thresholds,
    share: number,
  ) {
    const size = json.trees.reduce((sum, tree) => sum + tree.length / 4, 0);
    this.base = share * json.base;
    this.splits = new Int16Array(size).fill(LEAF);
    this.rights = new Int32Array(size);
    this.values = new Float64Array(size);
    this.waitingNodes = new Int32Array(json.depth + 1);
    this.waitingRows = new Int32Array(json.depth + 1);
    let free = 0;
    this.roots = Int32Array.from(json.trees, (tree) => {
      const root = free;
      free = this.place(tree, 0, root, share);
      return root;
    });
  }

  /** Lays the subtree below a node out from `to` on, left parts first; gives the first free place after it. */
  private place(tree: readonly number[], node: number, to: number, share: number): number {
    const [feature = -1, value = 0, left = 0, right = 0] = tree.slice(node * 4, node * 4 + 4);
    if (feature < 0) {
      this.values[to] = share * value;
      return to + 1;
    }
    this.splits[to] = this.thresholds.splitOf([feature, value]);
    const afterLeft = this.place(tree, left, to + 1, share);
    this.rights[to] = afterLeft;
    return this.place(tree, right, afterLeft, share);
  }

  /** Adds the trees' share of the log-odds to the scores of the rows named. */
  addTo(scores: Float64Array, table: RankTable, rows: Int32Array): void {
    const reached = new Int32Array(this.thresholds.size);
    const sums = new Float64Array(BATCH);
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.subarray(from, from + BATCH);
      this.thresholds.reachedBy(table, batch, reached);
      for (let i = 0; i < batch.length; i++) sums[i] = (scores[batch[i] as number] as number) + this.base;
      const all = batch.length === BATCH ? -1 : (1 << batch.length) - 1;
      for (let tree = 0; tree < this.roots.length; tree++) this.addTree(sums, reached, this.roots[tree] as number, all);
      for (let i = 0; i < batch.length; i++) scores[batch[i] as number] = sums[i] as number;
    }
  }

  /** Sends a batch down one tree, left parts first, and adds the leaf each row arrives at. */
  private addTree(sums: Float64Array, reached: Int32Array, root: number, all: number): void {
    const { splits, rights, values, waitingNodes, waitingRows } = this;
    let waiting = 0;
    let node = root;
    let rows = all;
    for (;;) {
      const split = splits[node] as number;
      if (split === LEAF) {
        addToEach(sums, rows, values[node] as number);
        if (waiting === 0) return;
        waiting--;
        node = waitingNodes[waiting] as number;
        rows = waitingRows[waiting] as number;
        continue;
      }
      const right = rows & (reached[split] as number);
      const left = rows ^ right;
      if (left === 0) {
        node = rights[node] as number;
        continue;
      }
      if (right !== 0) {
        waitingNodes[waiting] = rights[node] as number;
        waitingRows[waiting] = right;
        waiting++;
        rows = left;
      }
      node++;
    }
  }
}

/** Adds a value to the sum of each row whose bit is set. */
function addToEach(sums: Float64Array, rows: number, value: number): void {
  for (let rest = rows; rest !== 0; ) {
    const row = 31 - Math.clz32(rest);
    sums[row] = (sums[row] as number) + value;
    rest ^= 1 << row;
  }
}
