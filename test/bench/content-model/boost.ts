/** Training data for trees: a feature table with a label and weight for each row. */
export interface Examples {
  readonly count: number;
  readonly width: number;
  /** Feature values, row by row. */
  readonly values: Float32Array;
  /** 1 for content, 0 for everything else. */
  readonly labels: Float64Array;
  readonly weights: Float64Array;
}

/** Training parameters. */
export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** L2 regularization. Shrinks the values of leaves with little weight. */
  readonly lambda: number;
  /** Minimum sum of the second derivatives of the loss in a leaf. */
  readonly minWeight: number;
  readonly columnShare: number;
  readonly rowShare: number;
  readonly seed: number;
}

/** A tree node: a split with the indexes of its children, or a leaf with its value. */
export type TreeNode =
  | { readonly feature: number; readonly bin: number; readonly threshold: number; left: number; right: number }
  | { readonly value: number };

/** A trained ensemble. */
export interface Ensemble {
  readonly base: number;
  readonly trees: readonly (readonly TreeNode[])[];
  /** Total gain of the splits on each feature. */
  readonly gains: Float64Array;
}

const BINS = 64;
const MAX_SAMPLED = 20_000;
const MAX_DISTINCT = 24;
const MIN_GAIN = 1e-3;

/**
 * Bin numbers of the feature values. `edges[feature]` contains the boundaries between bins. `bins[feature * count +
 * row]` is the number of boundaries at or below the value.
 */
export interface Binned {
  readonly edges: readonly Float32Array[];
  readonly bins: Uint8Array;
}

/** Divides each feature's values into at most 64 bins with roughly equal numbers of rows. */
export function binValues({ count, width, values }: Pick<Examples, 'count' | 'width' | 'values'>): Binned {
  const edges = Array.from({ length: width }, (_, feature) => edgesOf(values, count, width, feature));
  const bins = new Uint8Array(count * width);
  edges.forEach((found, feature) => {
    for (let row = 0; row < count; row++) {
      const value = values[row * width + feature] as number;
      let low = 0;
      let high = found.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value >= (found[middle] as number)) low = middle + 1;
        else high = middle;
      }
      bins[feature * count + row] = low;
    }
  });
  return { edges, bins };
}

/**
 * Returns bin edges at quantiles or, for a feature with few values, between all neighbouring values. Each edge is
 * halfway between two values.
 */
function edgesOf(values: Float32Array, count: number, width: number, feature: number): Float32Array {
  const step = Math.max(1, Math.floor(count / MAX_SAMPLED));
  const sample: number[] = [];
  for (let row = 0; row < count; row += step) sample.push(values[row * width + feature] as number);
  sample.sort((a, b) => a - b);
  const distinct = [...new Set(sample)];
  const below = new Map(distinct.map((value, i) => [value, distinct[i - 1] ?? value]));
  const cuts = new Set(distinct.length <= MAX_DISTINCT ? distinct.slice(1) : []);
  for (let bin = 1; bin < BINS; bin++) {
    const value = sample[Math.floor((sample.length * bin) / BINS)];
    if (value !== undefined && value > (sample[0] ?? 0)) cuts.add(value);
  }
  return Float32Array.from(
    [...cuts].sort((a, b) => a - b),
    (value) => (value + (below.get(value) ?? value)) / 2,
  );
}

/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed yields the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Builds trees one at a time, each correcting the errors of the previous trees (logistic loss). The result is
 * deterministic.
 */
class Booster {
  private readonly score: Float64Array;
  private readonly slope: Float64Array;
  private readonly curve: Float64Array;
  private readonly random: () => number;
  readonly gains: Float64Array;
  readonly base: number;
  private readonly data: Examples;
  private readonly binned: Binned;
  private readonly rows: Int32Array;
  private readonly options: BoostOptions;

  constructor(data: Examples, binned: Binned, rows: Int32Array, options: BoostOptions) {
    this.data = data;
    this.binned = binned;
    this.rows = rows;
    this.options = options;
    let weight = 0;
    let content = 0;
    for (const row of rows) {
      weight += data.weights[row] as number;
      content += (data.weights[row] as number) * (data.labels[row] as number);
    }
    const share = Math.min(0.99, Math.max(0.01, content / weight));
    this.base = Math.log(share / (1 - share));
    this.score = new Float64Array(data.count).fill(this.base);
    this.slope = new Float64Array(data.count);
    this.curve = new Float64Array(data.count);
    this.random = randomFrom(options.seed);
    this.gains = new Float64Array(data.width);
  }

  grow(): TreeNode[] {
    const { labels, weights, width } = this.data;
    for (const row of this.rows) {
      const p = 1 / (1 + Math.exp(-(this.score[row] as number)));
      this.slope[row] = (weights[row] as number) * (p - (labels[row] as number));
      this.curve[row] = Math.max(1e-6, (weights[row] as number) * p * (1 - p));
    }
    const features: number[] = [];
    for (let feature = 0; feature < width; feature++)
      if ((this.binned.edges[feature]?.length ?? 0) > 0 && this.random() < this.options.columnShare)
        features.push(feature);
    const tree: TreeNode[] = [];
    this.build(
      tree,
      this.rows.filter(() => this.random() < this.options.rowShare),
      features,
      0,
      undefined,
    );
    for (const row of this.rows)
      this.score[row] = (this.score[row] as number) + valueAt(tree, this.binned.bins, this.data.count, row);
    return tree;
  }

  /**
   * Adds a subtree. Sums the derivatives only for the smaller child, and subtracts these sums from the parent's to get
   * the larger child's.
   */
  private build(
    tree: TreeNode[],
    set: Int32Array,
    features: readonly number[],
    level: number,
    known: Float64Array | undefined,
  ): number {
    const { depth, lambda, minWeight, rate } = this.options;
    let slope = 0;
    let curve = 0;
    for (const row of set) {
      slope += this.slope[row] as number;
      curve += this.curve[row] as number;
    }
    const at = tree.push({ value: (-rate * slope) / (curve + lambda) }) - 1;
    if (level === depth || curve < 2 * minWeight) return at;
    const sums = known ?? this.count(set, features);
    const split = this.bestSplit(sums, features, slope, curve);
    if (split === undefined) return at;
    const { feature, bin } = split;
    this.gains[feature] = (this.gains[feature] as number) + split.gain;
    const offset = feature * this.data.count;
    const left = set.filter((row) => (this.binned.bins[offset + row] as number) <= bin);
    const right = set.filter((row) => (this.binned.bins[offset + row] as number) > bin);
    const [ofLeft, ofRight] = level + 1 < depth ? this.divide(sums, left, right, features) : [];
    const threshold = this.binned.edges[feature]?.[bin] as number;
    const node = { feature, bin, threshold, left: 0, right: 0 };
    tree[at] = node;
    node.left = this.build(tree, left, features, level + 1, ofLeft);
    node.right = this.build(tree, right, features, level + 1, ofRight);
    return at;
  }

  private divide(sums: Float64Array, left: Int32Array, right: Int32Array, features: readonly number[]) {
    const small = this.count(left.length < right.length ? left : right, features);
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) - (small[i] as number);
    return left.length < right.length ? [small, sums] : [sums, small];
  }

  /** Returns the sums of the first and second derivatives of the loss, for each feature and bin. */
  private count(set: Int32Array, features: readonly number[]): Float64Array {
    const sums = new Float64Array(features.length * 2 * 128);
    const { bins } = this.binned;
    features.forEach((feature, slot) => {
      const from = feature * this.data.count;
      const to = slot * 256;
      for (let i = 0; i < set.length; i++) {
        const row = set[i] as number;
        const at = to + 2 * (bins[from + row] as number);
        sums[at] = (sums[at] as number) + (this.slope[row] as number);
        sums[at + 1] = (sums[at + 1] as number) + (this.curve[row] as number);
      }
    });
    return sums;
  }

  private bestSplit(sums: Float64Array, features: readonly number[], slope: number, curve: number) {
    const { lambda, minWeight } = this.options;
    const whole = (slope * slope) / (curve + lambda);
    let best: { feature: number; bin: number; gain: number } | undefined;
    features.forEach((feature, slot) => {
      const edges = this.binned.edges[feature]?.length ?? 0;
      let leftSlope = 0;
      let leftCurve = 0;
      for (let bin = 0; bin < edges; bin++) {
        leftSlope += sums[slot * 256 + 2 * bin] as number;
        leftCurve += sums[slot * 256 + 2 * bin + 1] as number;
        const rightCurve = curve - leftCurve;
        if (leftCurve < minWeight) continue;
        if (rightCurve < minWeight) break;
        const rightSlope = slope - leftSlope;
        const gain =
          (leftSlope * leftSlope) / (leftCurve + lambda) + (rightSlope * rightSlope) / (rightCurve + lambda) - whole;
        if (gain > (best?.gain ?? MIN_GAIN)) best = { feature, bin, gain };
      }
    });
    return best;
  }
}

function valueAt(tree: readonly TreeNode[], bins: Uint8Array, count: number, row: number): number {
  let node = tree[0] as TreeNode;
  while ('feature' in node)
    node = tree[(bins[node.feature * count + row] as number) <= node.bin ? node.left : node.right] as TreeNode;
  return node.value;
}

/** Trains an ensemble on a subset of the example rows. */
export function boost(data: Examples, binned: Binned, rows: Int32Array, options: BoostOptions): Ensemble {
  const booster = new Booster(data, binned, rows, options);
  const trees = Array.from({ length: options.trees }, () => booster.grow());
  return { base: booster.base, trees, gains: booster.gains };
}

/** Returns an ensemble's log-odds for a row of binned examples. */
export const logOddsOf = ({ base, trees }: Ensemble, bins: Uint8Array, count: number, row: number): number =>
  trees.reduce((sum, tree) => sum + valueAt(tree, bins, count, row), base);
