/** Values for a multi-row statement, by row number. */
export interface RowValues<Value> {
  readonly [place: number]: Value;
}

/** Pads a list to a fixed length, so that lists of any length share one query. `none` must not occur in any row. */
export const padded = <Value>(some: RowValues<Value>, length: number, none: Value): Value[] =>
  Array.from({ length }, (_, n) => some[n] ?? none);
