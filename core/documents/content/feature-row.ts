const MAX_FEATURES = 512;

/** One row of features, written in a fixed order and used again for the next block. */
export class FeatureRow {
  readonly values = new Float64Array(MAX_FEATURES);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  push(...values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.values[this.size++] = values[i] ?? 0;
  }
}
