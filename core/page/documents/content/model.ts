/** A trained model in the format that the training program exports. */
export interface ModelFile {
  /** Feature names in row order. They must match `features.ts`. */
  readonly features: readonly string[];
  /** Base log-odds, to which the leaf values are added. */
  readonly base: number;
  /**
   * Trees as lists of nodes, root first. A node is four numbers: feature, threshold, index of the child for smaller
   * values, index of the child for other values. A leaf is -1, its value, 0, 0.
   */
  readonly trees: readonly (readonly number[])[];
}

/** Classifies the units of a page as content or boilerplate. */
export interface Model {
  /** Returns the probability that each unit is content. `rows` contains the features of all units in sequence. */
  probabilities(rows: Float32Array): Float64Array;
}

const NODE = 4;
const LEAF = -1;
/** Maximum number of units per pass through the trees. The bit sets of more units would not fit in the CPU cache. */
const MAX_BATCH = 2048;

/** Converts log-odds to a probability. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Gradient-boosted decision trees: the result is the sum of one leaf value per tree. */
export class TreeModel implements Model {
  readonly #width: number;
  readonly #base: number;
  readonly #trees: Trees;

  /** Throws if the model was trained on features other than `names`. */
  constructor({ features, base, trees }: ModelFile, names: readonly string[]) {
    if (features.join() !== names.join())
      throw new Error('The content model was trained on different features; retrain it.');
    this.#width = features.length;
    this.#base = base;
    this.#trees = toArrays(trees, features.length);
  }

  probabilities(rows: Float32Array): Float64Array {
    const width = this.#width;
    const sums = new Float64Array(rows.length / width).fill(this.#base);
    for (let from = 0; from < sums.length; from += MAX_BATCH) {
      const end = Math.min(from + MAX_BATCH, sums.length);
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

/** Returns the distinct thresholds of all nodes, and the index of each node's threshold. */
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

/** Returns the number of nodes on the longest path to a leaf. */
function depthOf(tree: readonly number[], node = 0): number {
  const [feature = LEAF, , less = 0, other = 0] = tree.slice(node * NODE, (node + 1) * NODE);
  return feature === LEAF ? 1 : 1 + Math.max(depthOf(tree, less), depthOf(tree, other));
}

/** The trees of a model, stored one after another in flat arrays of nodes. */
interface Trees {
  /** Per tree, index of its root. */
  readonly roots: Int32Array;
  /** Feature index of each node, or -1 for a leaf. */
  readonly features: Int16Array;
  /** Threshold of each inner node, and value of each leaf. */
  readonly values: Float32Array;
  /** Per node, the index of the child for smaller values, followed by the index of the other child. */
  readonly next: Int32Array;
  /** All distinct thresholds, grouped by feature and sorted within each group. */
  readonly cuts: Float32Array;
  /** Per feature, index of its first threshold. The last item is the total number of thresholds. */
  readonly firstCuts: Int32Array;
  /** Per node, index of its threshold. */
  readonly tests: Int32Array;
  readonly depth: number;
}

const WORD = 32;

/**
 * Moves all units of a page through a tree at once, as bit sets with one bit per unit. Each threshold is tested only
 * once for all units and trees. Skips nodes at which all units take the same branch, and branches that no unit takes.
 */
class UnitSets {
  readonly #units: number;
  readonly #words: number;
  /** One column per feature, with the values of all units. */
  readonly #columns: Float32Array;
  readonly #lowest: Float32Array;
  readonly #highest: Float32Array;
  /** Per threshold, the set of units with a lower feature value. Filled on first use. */
  readonly #below: Int32Array;
  /** 1 for each feature whose sets have already been computed. */
  readonly #isKnown: Uint8Array;
  /** The unit set of each node on the path from the root to the current node. */
  readonly #sets: Int32Array;

  constructor(
    private readonly trees: Trees,
    rows: Float32Array,
    width: number,
    /** Per unit, the sum of its leaf values. */
    readonly sums: Float64Array,
  ) {
    this.#units = sums.length;
    this.#words = Math.ceil(this.#units / WORD);
    this.#columns = new Float32Array(rows.length);
    this.#lowest = new Float32Array(width).fill(Number.POSITIVE_INFINITY);
    this.#highest = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
    for (let feature = 0; feature < width; feature++) this.#addColumn(rows, width, feature);
    this.#below = new Int32Array(trees.cuts.length * this.#words);
    this.#isKnown = new Uint8Array(width);
    this.#sets = new Int32Array((trees.depth + 1) * this.#words);
  }

  /** Finds the leaf that each unit reaches in a tree, and adds the value of the leaf to the unit's sum. */
  addTree(root: number): void {
    const sets = this.#sets;
    sets.fill(-1, 0, this.#words);
    const rest = this.#units % WORD;
    if (rest > 0) sets[this.#words - 1] = (1 << rest) - 1;
    this.#walk(root, 0);
  }

  #addColumn(rows: Float32Array, width: number, feature: number): void {
    const columns = this.#columns;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    let at = feature * this.#units;
    for (let from = feature; from < rows.length; from += width) {
      const value = rows[from] as number;
      columns[at++] = value;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    this.#lowest[feature] = lowest;
    this.#highest[feature] = highest;
  }

  /** Moves the units in the set at offset `set` from a node down to the leaves of the tree. Overwrites the set. */
  #walk(start: number, set: number): void {
    const { features, values, next } = this.trees;
    const sets = this.#sets;
    const below = this.#below;
    const words = this.#words;
    const inner = set + words;
    for (let node = this.#informative(start); ; ) {
      if ((features[node] as number) < 0) {
        this.#addValue(set, values[node] as number);
        return;
      }
      let test = this.#test(node);
      let smaller = 0;
      let others = 0;
      for (let word = 0; word < words; word++) {
        const units = sets[set + word] as number;
        const less = below[test++] as number;
        const left = units & less;
        sets[inner + word] = left;
        sets[set + word] = units ^ left;
        smaller |= left;
        others |= units ^ left;
      }
      if (smaller !== 0) this.#walk(next[2 * node] as number, inner);
      if (others === 0) return;
      node = this.#informative(next[2 * node + 1] as number);
    }
  }

  /**
   * Returns the first node, from `start` downwards, at which the units may take different branches. If no such node
   * exists, returns the leaf that all units reach.
   */
  #informative(start: number): number {
    const { features, values, next } = this.trees;
    let node = start;
    for (let feature = features[node] as number; feature >= 0; feature = features[node] as number) {
      const threshold = values[node] as number;
      if ((this.#highest[feature] as number) < threshold) node = next[2 * node] as number;
      else if ((this.#lowest[feature] as number) >= threshold) node = next[2 * node + 1] as number;
      else return node;
    }
    return node;
  }

  /** Returns the offset of the set that contains the units below a node's threshold. */
  #test(node: number): number {
    const feature = this.trees.features[node] as number;
    if (this.#isKnown[feature] === 0) this.#sort(feature);
    return (this.trees.tests[node] as number) * this.#words;
  }

  /** Adds each unit to the sets of all thresholds above the unit's feature value. */
  #sort(feature: number): void {
    this.#isKnown[feature] = 1;
    const { cuts, firstCuts } = this.trees;
    const below = this.#below;
    const words = this.#words;
    const first = firstCuts[feature] as number;
    const end = firstCuts[feature + 1] as number;
    const from = feature * this.#units;
    for (let unit = 0; unit < this.#units; unit++) {
      const cut = firstAbove(cuts, first, end, this.#columns[from + unit] as number);
      const word = cut * words + (unit >> 5);
      if (cut < end) below[word] = (below[word] as number) | (1 << (unit & (WORD - 1)));
    }
    for (let word = (first + 1) * words; word < end * words; word++)
      below[word] = (below[word] as number) | (below[word - words] as number);
  }

  #addValue(set: number, value: number): void {
    const sums = this.sums;
    for (let word = 0; word < this.#words; word++) {
      for (let units = this.#sets[set + word] as number; units !== 0; units &= units - 1) {
        const unit = word * WORD + WORD - 1 - Math.clz32(units & -units);
        sums[unit] = (sums[unit] as number) + value;
      }
    }
  }
}

/** Returns the index of the first threshold above a value in the sorted range `[first, end)`. */
function firstAbove(cuts: Float32Array, first: number, end: number, value: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (cuts[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
