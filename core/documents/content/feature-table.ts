/** The most features a row may have. */
export const MAX_FEATURES = 256;
const STEPS = 4096;
const LIMIT = 200_000;

/** A feature as trees compare it: a whole number of 1/4096. */
export const inSteps = (value: number): number => Math.round((value > LIMIT ? LIMIT : value) * STEPS);

/**
 * Some rows of features, row by row, each filled from its first feature on. Values are kept as whole numbers of 1/4096,
 * because trees compare those without a branch.
 */
export class FeatureRows {
  readonly values: Int32Array;
  private at = 0;

  constructor(count: number) {
    this.values = new Int32Array(count * MAX_FEATURES);
  }

  /** Starts filling a row. */
  start(row: number): void {
    this.at = row * MAX_FEATURES;
  }

  push(value: number): void {
    this.values[this.at++] = inSteps(value);
  }

  /** Adds values that are in steps already. */
  pushSteps(steps: Int32Array, from: number, to: number): void {
    const { values } = this;
    let { at } = this;
    for (let i = from; i < to; i++) values[at++] = steps[i] as number;
    this.at = at;
  }

  /** Adds small whole numbers. */
  pushWhole(numbers: Uint8Array, from: number, to: number): void {
    const { values } = this;
    let { at } = this;
    for (let i = from; i < to; i++) values[at++] = (numbers[i] as number) * STEPS;
    this.at = at;
  }

  /** Adds the lowest bits of a mask, 0 or 1 each. */
  pushBits(mask: number, count: number): void {
    const { values } = this;
    let { at } = this;
    for (let bit = 0; bit < count; bit++) values[at++] = ((mask >> bit) & 1) * STEPS;
    this.at = at;
  }

  /** Number of features the row filled last has. */
  get width(): number {
    return this.at % MAX_FEATURES;
  }
}

/** Rows of features, each written when it is asked for: only some of them need be in memory. */
export interface FeatureTable {
  readonly count: number;
  write(index: number, rows: FeatureRows): void;
}

/** A table of one row. */
export function tableOf(values: readonly number[]): FeatureTable {
  return {
    count: 1,
    write: (_, rows) => {
      for (const value of values) rows.push(value);
    },
  };
}

/** The rows of a table, one array each. */
export function rowsOf(table: FeatureTable): readonly Int32Array[] {
  return Array.from({ length: table.count }, (_, index) => {
    const row = new FeatureRows(1);
    row.start(0);
    table.write(index, row);
    return row.values.slice(0, row.width);
  });
}
