/** A trained model as the training program writes it. */
export interface ModelFile {
  /** Names of the features in the order of a row; those of `features.ts`. */
  readonly features: readonly string[];
  /** The log-odds that the values of the trees are added to. */
  readonly base: number;
  /**
   * Each tree as nodes of four numbers, the root first: feature, threshold, place of the node for smaller values, place of
   * the node for all others. A leaf is -1, its value, 0, 0.
   */
  readonly trees: readonly (readonly number[])[];
}

/** Judges the units of a page. */
export interface Model {
  /** The probability of each unit to be content, given the rows of all, one after another. */
  probabilities(rows: Float32Array): Float64Array;
}

const NODE = 4;
const LEAF = -1;

/** The probability that log-odds stand for. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Gradient-boosted decision trees: every tree is walked from its root to a leaf, and the values of the leaves are added up. */
export class TreeModel implements Model {
  readonly #width: number;
  readonly #base: number;
  readonly #roots: Int32Array;
  /** Per node its feature, or -1 for a leaf. */
  readonly #features: Int16Array;
  /** Per node its threshold, or the value of a leaf. */
  readonly #values: Float32Array;
  /** Per node the one for smaller values, then the one for all others. */
  readonly #next: Int32Array;

  /** Throws when the model was trained on other features than `names`. */
  constructor({ features, base, trees }: ModelFile, names: readonly string[]) {
    if (features.join() !== names.join()) throw new Error('The content model has other features: train it anew.');
    const count = trees.reduce((sum, tree) => sum + tree.length / NODE, 0);
    this.#width = features.length;
    this.#base = base;
    this.#roots = new Int32Array(trees.length);
    this.#features = new Int16Array(count);
    this.#values = new Float32Array(count);
    this.#next = new Int32Array(2 * count);
    let at = 0;
    for (const [i, tree] of trees.entries()) {
      this.#roots[i] = at;
      this.#add(tree, at);
      at += tree.length / NODE;
    }
  }

  probabilities(rows: Float32Array): Float64Array {
    const sums = new Float64Array(rows.length / this.#width).fill(this.#base);
    // All units go through one tree before the next: a tree fits into the processor's nearest cache, all trees do not.
    for (const root of this.#roots) this.#walk(root, rows, sums);
    return sums.map(probabilityOf);
  }

  #add(tree: readonly number[], root: number): void {
    for (let i = 0; i < tree.length / NODE; i++) {
      const [feature = LEAF, value = 0, less = 0, other = 0] = tree.slice(i * NODE, (i + 1) * NODE);
      this.#features[root + i] = feature;
      this.#values[root + i] = value;
      this.#next.set([root + less, root + other], 2 * (root + i));
    }
  }

  #walk(root: number, rows: Float32Array, sums: Float64Array): void {
    const features = this.#features;
    const values = this.#values;
    const next = this.#next;
    const width = this.#width;
    for (let unit = 0, from = 0; unit < sums.length; unit++, from += width) {
      let node = root;
      for (let feature = features[node] as number; feature >= 0; feature = features[node] as number) {
        const isOther = (rows[from + feature] as number) >= (values[node] as number) ? 1 : 0;
        node = next[2 * node + isOther] as number;
      }
      sums[unit] = (sums[unit] as number) + (values[node] as number);
    }
  }
}
