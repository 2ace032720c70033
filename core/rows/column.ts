import type { ColumnType } from '../common/rows';
import { columnTexts } from './fold';

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const webLink = /^https?:\/\/\S+$/i;

/** The type of one value; undefined for none. */
function typeOf(value: unknown): ColumnType | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'truth';
  if (typeof value !== 'string') return 'list';
  if (webLink.test(value)) return 'link';
  return isoDate.test(value) ? 'date' : 'text';
}

/** Whether a cell has nothing in it. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The values of one column, row by row, and the order they sort in. */
export class Column {
  readonly #values: unknown[] = [];
  #type: ColumnType | undefined;
  #ascending: Int32Array | undefined;

  constructor(
    readonly id: string,
    readonly path: readonly string[],
  ) {}

  get type(): ColumnType {
    return this.#type ?? 'text';
  }

  at(row: number): unknown {
    return this.#values[row];
  }

  set(row: number, value: unknown): void {
    // Holes would make the list slow.
    while (this.#values.length < row) this.#values.push(undefined);
    this.#values[row] = value;
    this.#ascending = undefined;
    const type = typeOf(value);
    if (type !== undefined) this.#type = this.#type === undefined || this.#type === type ? type : 'text';
  }

  /** Whether the order of the first `rows` values is known. */
  isSorted(rows: number): boolean {
    return this.#ascending?.length === rows;
  }

  /** Rows by value, the smallest first and those without a value last; numbers before texts. */
  ascending(rows: number): Int32Array {
    if (this.#ascending?.length === rows) return this.#ascending;
    const texts = columnTexts(this.#values, rows);
    const filled = Int32Array.from({ length: rows }, (_, row) => row).filter((row) => !isEmpty(this.#values[row]));
    filled.sort((one, other) => this.#compare(texts, one, other) || one - other);
    this.#ascending = withEmptyLast(filled, rows);
    return this.#ascending;
  }

  /** The same from the largest on; rows without a value stay last. */
  descending(rows: number): Int32Array {
    const order = this.ascending(rows);
    let filled = order.length;
    while (filled > 0 && isEmpty(this.#values[order[filled - 1] ?? 0])) filled--;
    const reversed = order.slice();
    reversed.subarray(0, filled).reverse();
    return reversed;
  }

  #compare(texts: readonly string[], one: number, other: number): number {
    const [first, second] = [this.#values[one], this.#values[other]];
    if (typeof first === 'number' && typeof second === 'number') return first - second;
    if (typeof first === 'number') return -1;
    if (typeof second === 'number') return 1;
    const [left = '', right = ''] = [texts[one], texts[other]];
    return left < right ? -1 : left > right ? 1 : 0;
  }
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
