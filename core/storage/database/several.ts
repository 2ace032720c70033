/** Values of a statement for several rows, each under its number. */
export interface Several<Value> {
  readonly [place: number]: Value;
}

/** A list of a fixed length, filled up with a value that no row has, so that lists of all lengths run the same compiled query. */
export const filledUp = <Value>(some: Several<Value>, length: number, none: Value): Value[] =>
  Array.from({ length }, (_, n) => some[n] ?? none);
