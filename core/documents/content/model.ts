import { type Trees, UnitSets } from './unit-sets';

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
/** Units that go through the trees together: their sets stay in the processor's cache. */
const MOST_TOGETHER = 2048;

/** The probability that log-odds stand for. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Gradient-boosted decision trees: every unit ends in one leaf of each tree, and the values of its leaves are added up. */
export class TreeModel implements Model {
  readonly #width: number;
  readonly #base: number;
  readonly #trees: Trees;

  /** Throws when the model was trained on other features than `names`. */
  constructor({ features, base, trees }: ModelFile, names: readonly string[]) {
    if (features.join() !== names.join()) throw new Error('The content model has other features: train it anew.');
    this.#width = features.length;
    this.#base = base;
    this.#trees = toArrays(trees, features.length);
  }

  probabilities(rows: Float32Array): Float64Array {
    const width = this.#width;
    const sums = new Float64Array(rows.length / width).fill(this.#base);
    for (let from = 0; from < sums.length; from += MOST_TOGETHER) {
      const end = Math.min(from + MOST_TOGETHER, sums.length);
      const sets = new UnitSets(this.#trees, rows.subarray(from * width, end * width), width, sums.subarray(from, end));
      for (const root of this.#trees.roots) sets.addTree(root);
    }
    return sums.map(probabilityOf);
  }
}

function toArrays(trees: ModelFile['trees'], width: number): Trees {
  const count = trees.reduce((sum, tree) => sum + tree.length / NODE, 0);
  const features = new Int16Array(count);
  const values = new Float32Array(count);
  const next = new Int32Array(2 * count);
  const roots: number[] = [];
  let at = 0;
  for (const tree of trees) {
    const root = at;
    roots.push(root);
    for (let i = 0; i < tree.length; i += NODE) {
      const [feature = LEAF, value = 0, less = 0, other = 0] = tree.slice(i, i + NODE);
      features[at] = feature;
      values[at] = value;
      next.set([root + less, root + other], 2 * at);
      at++;
    }
  }
  const cuts = cutsOf(features, values, width);
  const depth = Math.max(0, ...trees.map((tree) => depthOf(tree)));
  return { roots: Int32Array.from(roots), features, values, next, ...cuts, depth };
}

/** All thresholds, feature after feature, each once and in order; with the test of each node. */
function cutsOf(
  features: Int16Array,
  values: Float32Array,
  width: number,
): Pick<Trees, 'cuts' | 'firstCuts' | 'tests'> {
  const ofFeature = Array.from({ length: width }, () => new Set<number>());
  features.forEach((feature, node) => void ofFeature[feature]?.add(values[node] as number));
  const firstCuts = new Int32Array(width + 1);
  const numbers = ofFeature.map((cuts, feature) => {
    firstCuts[feature + 1] = (firstCuts[feature] ?? 0) + cuts.size;
    return new Map([...cuts].sort((a, b) => a - b).map((cut, i) => [cut, (firstCuts[feature] ?? 0) + i]));
  });
  const tests = Int32Array.from(features, (feature, node) => numbers[feature]?.get(values[node] as number) ?? 0);
  return { cuts: Float32Array.from(numbers.flatMap((cuts) => [...cuts.keys()])), firstCuts, tests };
}

/** The most nodes on a way from a node to a leaf. */
function depthOf(tree: readonly number[], node = 0): number {
  const [feature = LEAF, , less = 0, other = 0] = tree.slice(node * NODE, (node + 1) * NODE);
  return feature === LEAF ? 1 : 1 + Math.max(depthOf(tree, less), depthOf(tree, other));
}
