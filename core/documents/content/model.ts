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
  readonly #nodes: Float32Array;

  /** Throws when the model was trained on other features than `names`. */
  constructor({ features, base, trees }: ModelFile, names: readonly string[]) {
    if (features.join() !== names.join()) throw new Error('The content model has other features: train it anew.');
    this.#width = features.length;
    this.#base = base;
    this.#nodes = new Float32Array(trees.reduce((sum, tree) => sum + tree.length, 0));
    this.#roots = new Int32Array(trees.length);
    let at = 0;
    trees.forEach((tree, i) => {
      this.#roots[i] = at;
      this.#nodes.set(
        tree.map((value, k) => (k % NODE >= 2 ? at + value * NODE : value)),
        at,
      );
      at += tree.length;
    });
  }

  probabilities(rows: Float32Array): Float64Array {
    const found = new Float64Array(rows.length / this.#width);
    for (let unit = 0; unit < found.length; unit++)
      found[unit] = probabilityOf(this.#logOdds(rows, unit * this.#width));
    return found;
  }

  #logOdds(rows: Float32Array, from: number): number {
    const nodes = this.#nodes;
    const roots = this.#roots;
    let sum = this.#base;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree] as number;
      for (let feature = nodes[node] as number; feature !== LEAF; feature = nodes[node] as number) {
        const isLess = (rows[from + feature] as number) < (nodes[node + 1] as number);
        node = nodes[isLess ? node + 2 : node + 3] as number;
      }
      sum += nodes[node + 1] as number;
    }
    return sum;
  }
}
