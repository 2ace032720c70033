import { fold, isEmpty, textOf } from './fold';

/** Rows that are read or sorted in one step: a few milliseconds. */
const stepRows = 4096;

type Compare = (one: number, other: number) => number;

/** The order that the first `rows` values of a column sort in, found in steps, so that other questions come in between. */
export class ColumnOrder {
  readonly #steps: Generator<void, Int32Array>;
  #order: Int32Array | undefined;

  constructor(
    values: readonly unknown[],
    readonly rows: number,
  ) {
    this.#steps = sorted(values, rows);
  }

  /** Does one step, of a few milliseconds; false once the order is known. */
  step(): boolean {
    if (this.#order) return false;
    const { done, value } = this.#steps.next();
    if (done) this.#order = value;
    return !done;
  }

  /** Rows by value, the smallest first and those without a value last; numbers before texts. */
  get order(): Int32Array {
    while (this.step());
    return this.#order ?? new Int32Array();
  }
}

function* sorted(values: readonly unknown[], rows: number): Generator<void, Int32Array> {
  const texts: string[] = [];
  const filled: number[] = [];
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    texts.push(typeof value === 'number' ? '' : fold(textOf(value)));
    if (!isEmpty(value)) filled.push(row);
    if (row % stepRows === 0) yield;
  }
  const compare: Compare = (one, other) => compared(values, texts, one, other) || one - other;
  return withEmptyLast(yield* mergeSorted(Int32Array.from(filled), compare), rows);
}

function* mergeSorted(numbers: Int32Array, compare: Compare): Generator<void, Int32Array> {
  let [from, to]: [Int32Array, Int32Array] = [numbers, new Int32Array(numbers.length)];
  for (let at = 0; at < from.length; at += stepRows) {
    from.subarray(at, at + stepRows).sort(compare);
    yield;
  }
  for (let width = stepRows; width < from.length; width *= 2) {
    for (let low = 0; low < from.length; low += 2 * width) yield* merge(from, to, { low, width }, compare);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two sorted runs of a width that begin at `low`. */
function* merge(
  from: Int32Array,
  to: Int32Array,
  { low, width }: { readonly low: number; readonly width: number },
  compare: Compare,
): Generator<void> {
  const middle = Math.min(low + width, from.length);
  const high = Math.min(middle + width, from.length);
  let [left, right] = [low, middle];
  for (let at = low; at < high; at++) {
    const isLeft = left < middle && (right === high || compare(from[left] ?? 0, from[right] ?? 0) <= 0);
    to[at] = from[isLeft ? left++ : right++] ?? 0;
    if (at % stepRows === 0) yield;
  }
}

function compared(values: readonly unknown[], texts: readonly string[], one: number, other: number): number {
  const [first, second] = [values[one], values[other]];
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  if (typeof first === 'number') return -1;
  if (typeof second === 'number') return 1;
  const [left = '', right = ''] = [texts[one], texts[other]];
  return left < right ? -1 : left > right ? 1 : 0;
}

function withEmptyLast(filled: Int32Array, rows: number): Int32Array {
  if (filled.length === rows) return filled;
  const isFilled = new Uint8Array(rows);
  for (const row of filled) isFilled[row] = 1;
  const order = new Int32Array(rows);
  order.set(filled);
  let at = filled.length;
  for (let row = 0; row < rows; row++) if (isFilled[row] === 0) order[at++] = row;
  return order;
}
