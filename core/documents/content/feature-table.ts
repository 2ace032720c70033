/** The most features a row may have. */
export const MAX_FEATURES = 256;
const STEPS = 4096;
const LIMIT = 200_000;

/**
 * Rows of features, stored feature by feature: `values[feature * count + row]`. Rows are filled one after the other. Values
 * are kept as whole numbers of 1/4096, because trees compare those without a branch.
 */
export class FeatureTable {
  readonly values: Int32Array;
  private at = 0;

  constructor(readonly count: number) {
    this.values = new Int32Array(count * MAX_FEATURES);
  }

  /** Starts filling a row at its first feature. */
  start(row: number): void {
    this.at = row;
  }

  push(value: number): void {
    this.values[this.at] = Math.round((value > LIMIT ? LIMIT : value) * STEPS);
    this.at += this.count;
  }

  /** Number of features the row filled last has. */
  get width(): number {
    return Math.floor(this.at / this.count);
  }
}

/** A table of one row. */
export function tableOf(row: readonly number[]): FeatureTable {
  const table = new FeatureTable(1);
  for (const value of row) table.push(value);
  return table;
}

/** The rows of a table, one array each. */
export function rowsOf({ values, count, width }: FeatureTable): readonly Int32Array[] {
  return Array.from({ length: count }, (_, row) =>
    Int32Array.from({ length: width }, (_, i) => values[i * count + row] ?? 0),
  );
}
