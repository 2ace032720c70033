import { fold, isEmpty, textOf } from './fold';

/** Number of rows read or sorted per step. A step takes a few milliseconds. */
const stepRows = 2048;
/**
 * Number of leading characters of a string that form its sort key, with case and accents folded. If the keys of two
 * strings are equal, the complete strings are folded and compared.
 */
const keyLength = 100;

type Compare = (one: number, other: number) => number;

/**
 * Sort order of a column. New rows are merged into the existing order in small steps, so that the thread can handle
 * other messages in between.
 */
export class ColumnOrder {
  readonly #keys: string[] = [];
  /** Sorted rows, excluding those without a value. */
  #sorted: Int32Array = new Int32Array();
  #rows = 0;
  #growth: Generator<void, Int32Array> | undefined;

  /** The caller can append to `values`, but must not change existing entries. */
  constructor(private readonly values: readonly unknown[]) {}

  /**
   * Continues sorting the first `rows` values for a few milliseconds. Returns false once the sort is complete. Starts
   * only if the number of new rows exceeds `growth`, a fraction of the number of sorted rows.
   */
  step(rows: number, growth = 0): boolean {
    const isDue = (): boolean => rows > this.#rows * (1 + growth);
    if (!this.#growth && !isDue()) return false;
    this.#growth ??= this.#grow(this.#rows, rows);
    const { done, value } = this.#growth.next();
    if (!done) return true;
    this.#sorted = value;
    this.#rows = this.#keys.length;
    this.#growth = undefined;
    return isDue();
  }

  /** Returns all rows in ascending order, with numbers before strings and rows without a value last. */
  ascending(rows: number): Int32Array {
    return this.#withEmptyLast(this.#of(rows), rows);
  }

  /** Returns all rows in descending order, with rows without a value last. */
  descending(rows: number): Int32Array {
    return this.#withEmptyLast(this.#of(rows).slice().reverse(), rows);
  }

  #of(rows: number): Int32Array {
    while (this.step(rows));
    return this.#sorted;
  }

  *#grow(from: number, to: number): Generator<void, Int32Array> {
    const added: number[] = [];
    for (let row = from; row < to; row++) {
      const value = this.values[row];
      const isRepeated = row > 0 && value === this.values[row - 1];
      this.#keys.push(isRepeated ? (this.#keys[row - 1] ?? '') : keyOf(value));
      if (!isEmpty(value)) added.push(row);
      if (row % stepRows === 0) yield;
    }
    const compare: Compare = (one, other) => this.#compare(one, other) || one - other;
    return yield* mergeInto(this.#sorted, yield* mergeSort(Int32Array.from(added), compare), compare);
  }

  #compare(one: number, other: number): number {
    const [first, second] = [this.values[one], this.values[other]];
    if (typeof first === 'number' && typeof second === 'number') return first - second;
    if (typeof first === 'number') return -1;
    if (typeof second === 'number') return 1;
    const order = compareTexts(this.#keys[one], this.#keys[other]);
    if (order !== 0) return order;
    const [left, right] = [textOf(first), textOf(second)];
    return left.length > keyLength || right.length > keyLength ? compareTexts(fold(left), fold(right)) : 0;
  }

  #withEmptyLast(filled: Int32Array, rows: number): Int32Array {
    if (filled.length === rows) return filled;
    const order = new Int32Array(rows);
    order.set(filled);
    let at = filled.length;
    for (let row = 0; row < rows; row++) if (isEmpty(this.values[row])) order[at++] = row;
    return order;
  }
}

const keyOf = (value: unknown): string => (typeof value === 'number' ? '' : fold(textOf(value).slice(0, keyLength)));

function compareTexts(left = '', right = ''): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Sorts numbers. Takes far fewer comparisons for parts that are already sorted, such as times or equal values. */
function* mergeSort(numbers: Int32Array, compare: Compare): Generator<void, Int32Array> {
  let [from, to]: [Int32Array, Int32Array] = [numbers, new Int32Array(numbers.length)];
  for (let at = 0; at < from.length; at += stepRows) {
    const part = from.subarray(at, at + stepRows);
    if (!isSorted(part, compare)) part.sort(compare);
    yield;
  }
  for (let width = stepRows; width < from.length; width *= 2) {
    for (let low = 0; low < from.length; low += 2 * width) yield* merge(from, to, { low, width }, compare);
    [from, to] = [to, from];
  }
  return from;
}

function isSorted(numbers: Int32Array, compare: Compare): boolean {
  for (let at = 1; at < numbers.length; at++) if (compare(numbers[at - 1] ?? 0, numbers[at] ?? 0) > 0) return false;
  return true;
}

/** Merges two adjacent sorted runs of the same width, starting at `low`. */
function* merge(
  from: Int32Array,
  to: Int32Array,
  { low, width }: { readonly low: number; readonly width: number },
  compare: Compare,
): Generator<void> {
  const middle = Math.min(low + width, from.length);
  const high = Math.min(middle + width, from.length);
  if (middle === high || compare(from[middle - 1] ?? 0, from[middle] ?? 0) <= 0) {
    to.set(from.subarray(low, high), low);
    return yield;
  }
  let [left, right] = [low, middle];
  for (let at = low; at < high; at++) {
    const isLeft = left < middle && (right === high || compare(from[left] ?? 0, from[right] ?? 0) <= 0);
    to[at] = from[isLeft ? left++ : right++] ?? 0;
    if (at % stepRows === 0) yield;
  }
}

/**
 * Merges a few sorted rows into many sorted rows. Copies the ranges between insertion points without comparing their
 * rows.
 */
function* mergeInto(sorted: Int32Array, added: Int32Array, compare: Compare): Generator<void, Int32Array> {
  if (sorted.length === 0) return added;
  const all = new Int32Array(sorted.length + added.length);
  let from = 0;
  for (const [at, row] of added.entries()) {
    const place = placeOf(row, sorted, from, compare);
    all.set(sorted.subarray(from, place), from + at);
    all[place + at] = row;
    from = place;
    if (at % stepRows === 0) yield;
  }
  all.set(sorted.subarray(from), from + added.length);
  return all;
}

/** Finds the position of a row among sorted rows, starting at `from`, by galloping and binary search. */
function placeOf(row: number, sorted: Int32Array, from: number, compare: Compare): number {
  const isBefore = (place: number): boolean => compare(sorted[place] ?? 0, row) < 0;
  let low = from;
  let width = 1;
  while (low + width <= sorted.length && isBefore(low + width - 1)) {
    low += width;
    width *= 2;
  }
  let high = Math.min(low + width - 1, sorted.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
