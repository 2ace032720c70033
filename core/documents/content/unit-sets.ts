/** The trees of a model as arrays over all of their nodes, tree after tree. */
export interface Trees {
  /** Per tree the place of its root. */
  readonly roots: Int32Array;
  /** Per node its feature, or -1 for a leaf. */
  readonly features: Int16Array;
  /** Per node its threshold, or the value of a leaf. */
  readonly values: Float32Array;
  /** Per node the place of the one for smaller values, then of the one for all others. */
  readonly next: Int32Array;
  /** Per node the number of its test: nodes of the same feature and threshold have the same. */
  readonly tests: Int32Array;
  readonly testCount: number;
  /** The most nodes from a root to a leaf. */
  readonly depth: number;
}

const WORD = 32;

/**
 * Walks all units of a page through a tree together, as sets of one bit per unit. A test is made once for all units and all
 * trees that have it, a test that all units pass or fail not at all, and an empty set ends the walk.
 */
export class UnitSets {
  readonly #units: number;
  readonly #words: number;
  /** The features, each for all units. */
  readonly #columns: Float32Array;
  readonly #lowest: Float32Array;
  readonly #highest: Float32Array;
  /** Per test the units below its threshold, once known. */
  readonly #below: Int32Array;
  readonly #isKnown: Uint8Array;
  /** The sets of the nodes from the root to the one the walk is at. */
  readonly #sets: Int32Array;

  constructor(
    private readonly trees: Trees,
    rows: Float32Array,
    width: number,
    /** Per unit the sum of the leaves it came to. */
    readonly sums: Float64Array,
  ) {
    this.#units = sums.length;
    this.#words = Math.ceil(this.#units / WORD);
    this.#columns = new Float32Array(rows.length);
    this.#lowest = new Float32Array(width).fill(Number.POSITIVE_INFINITY);
    this.#highest = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
    for (let feature = 0; feature < width; feature++) this.#addColumn(rows, width, feature);
    this.#below = new Int32Array(trees.testCount * this.#words);
    this.#isKnown = new Uint8Array(trees.testCount);
    this.#sets = new Int32Array((trees.depth + 1) * this.#words);
  }

  /** Adds to each unit's sum the value of the leaf it comes to in a tree. */
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

  /** Walks on from a node with the set that begins at `set`, which is used up. */
  #walk(start: number, set: number): void {
    const { features, values, next } = this.trees;
    const sets = this.#sets;
    const below = this.#below;
    const words = this.#words;
    const inner = set + words;
    for (let node = this.#telling(start); ; ) {
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
      node = this.#telling(next[2 * node + 1] as number);
    }
  }

  /** The first node at or below one that some units of the page would leave on either side, or the leaf all of them come to. */
  #telling(start: number): number {
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

  /** The place of the set of all units whose feature is below a node's threshold. */
  #test(node: number): number {
    const test = this.trees.tests[node] as number;
    const words = this.#words;
    if (this.#isKnown[test] === 1) return test * words;
    this.#isKnown[test] = 1;
    const columns = this.#columns;
    const threshold = this.trees.values[node] as number;
    const from = (this.trees.features[node] as number) * this.#units;
    for (let word = 0, unit = 0; word < words; word++) {
      const end = Math.min(unit + WORD, this.#units);
      let units = 0;
      for (let bit = 0; unit < end; unit++, bit++) units |= Number((columns[from + unit] as number) < threshold) << bit;
      this.#below[test * words + word] = units;
    }
    return test * words;
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
