import { FeatureRows, type FeatureTable, MAX_FEATURES } from './feature-table';

/** A feature and a value of it at which a tree parts rows. */
export type Split = readonly [feature: number, threshold: number];

/** The rows of a table as trees see them: for each value, how many of its feature's thresholds it reaches. */
export interface RankTable {
  readonly count: number;
  /** Rows of a column, and what fills it up to whole words of four. */
  readonly stride: number;
  /** `ranks[column * stride + row]`, each below 128. */
  readonly ranks: Uint8Array;
}

const MAX_RANK = 127;
const NEVER = 0x40000000;
/** Rows that are written before they are ranked: few enough to stay near the processor. */
const BATCH = 64;

/**
 * All thresholds that some trees compare with, per feature in ascending order. Trees only ask whether a value reaches a
 * threshold, so its rank among them says all they can ask, in a byte instead of a word, and is found once per value.
 */
export class Thresholds {
  /** Per column its feature: only features that some tree looks at have one. */
  private readonly features: Int32Array;
  private readonly columns = new Map<number, number>();
  /** Per column its first split, in the numbering of all splits by column and threshold; the last one ends the list. */
  private readonly firstSplit: Int32Array;
  /** Thresholds of each column, filled up to 2^n - 1 so that a search takes the same steps whatever it finds. */
  private readonly sorted: readonly Int32Array[];

  constructor(splits: Iterable<Split>) {
    const found = new Map<number, Set<number>>();
    for (const [feature, threshold] of splits) {
      const known = found.get(feature);
      if (known === undefined) found.set(feature, new Set([threshold]));
      else known.add(threshold);
    }
    this.features = Int32Array.from([...found.keys()].sort((a, b) => a - b));
    this.firstSplit = new Int32Array(this.features.length + 1);
    this.sorted = Array.from(this.features, (feature, column) => {
      const thresholds = [...(found.get(feature) ?? [])].sort((a, b) => a - b);
      if (thresholds.length > MAX_RANK) throw new RangeError(`Feature ${feature} has ${thresholds.length} thresholds.`);
      this.columns.set(feature, column);
      this.firstSplit[column + 1] = (this.firstSplit[column] ?? 0) + thresholds.length;
      const size = 2 ** Math.ceil(Math.log2(thresholds.length + 1)) - 1;
      return Int32Array.from({ length: size }, (_, i) => thresholds[i] ?? NEVER);
    });
  }

  /** Number of different splits. */
  get size(): number {
    return this.firstSplit[this.features.length] ?? 0;
  }

  /** The column of a feature. */
  columnOf(feature: number): number {
    return this.columns.get(feature) ?? -1;
  }

  /** The rank from which on values reach a threshold. */
  rankOf([feature, threshold]: Split): number {
    return (this.sorted[this.columnOf(feature)]?.indexOf(threshold) ?? -1) + 1;
  }

  /** The number of a split. */
  splitOf(split: Split): number {
    return (this.firstSplit[this.columnOf(split[0])] ?? 0) + this.rankOf(split) - 1;
  }

  /** Ranks all values of a table that trees look at. */
  rank(table: FeatureTable): RankTable {
    const { count } = table;
    const stride = (count + 3) & ~3;
    const ranks = new Uint8Array(this.features.length * stride);
    const rows = new FeatureRows(Math.min(count, BATCH));
    for (let from = 0; from < count; from += BATCH) {
      const size = Math.min(BATCH, count - from);
      for (let row = 0; row < size; row++) {
        rows.start(row);
        table.write(from + row, rows);
      }
      for (let column = 0; column < this.features.length; column++) {
        this.rankColumn(rows.values, column, ranks, column * stride + from, size);
      }
    }
    return { count, stride, ranks };
  }

  private rankColumn(values: Int32Array, column: number, ranks: Uint8Array, to: number, size: number): void {
    const sorted = this.sorted[column] as Int32Array;
    const feature = this.features[column] as number;
    let last = NEVER;
    let rank = 0;
    for (let row = 0; row < size; row++) {
      const value = values[row * MAX_FEATURES + feature] as number;
      // Blocks in a row share most of their features.
      if (value !== last) rank = rankIn(sorted, value);
      last = value;
      ranks[to + row] = rank;
    }
  }

  /** Writes for each split, by its number, which of up to 32 rows reach it, a bit for each row. */
  reachedBy({ ranks, stride }: RankTable, rows: Int32Array, reached: Int32Array): void {
    const { firstSplit } = this;
    const byRank = new Int32Array(MAX_RANK + 1);
    for (let column = 0; column < this.features.length; column++) {
      const from = column * stride;
      for (let bit = 0; bit < rows.length; bit++) {
        const rank = ranks[from + (rows[bit] as number)] as number;
        byRank[rank] = (byRank[rank] as number) | (1 << bit);
      }
      const first = firstSplit[column] as number;
      let higher = 0;
      for (let rank = (firstSplit[column + 1] as number) - first; rank > 0; rank--) {
        higher |= byRank[rank] as number;
        reached[first + rank - 1] = higher;
        byRank[rank] = 0;
      }
      byRank[0] = 0;
    }
  }
}

/** How many of 2^n - 1 sorted thresholds a value reaches. */
function rankIn(sorted: Int32Array, value: number): number {
  let rank = 0;
  for (let step = (sorted.length + 1) >> 1; step > 0; step >>= 1) {
    // The difference is negative, and its sign all ones, where the value reaches the threshold.
    rank += step & (((sorted[rank + step - 1] as number) - 1 - value) >> 31);
  }
  return rank;
}
