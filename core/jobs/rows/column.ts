import type { ColumnType } from '../../common/rows';
import { ColumnOrder } from './column-order';
import { isEmpty } from './fold';

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

/** The values of one column, row by row, and the order they sort in. */
export class Column {
  readonly #values: unknown[] = [];
  #type: ColumnType | undefined;
  readonly #order = new ColumnOrder(this.#values);

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
    const type = typeOf(value);
    if (type !== undefined) this.#type = this.#type === undefined || this.#type === type ? type : 'text';
  }

  /** Does a step towards the order of the first `rows` values, of a few milliseconds; false once it is known. */
  sortStep(rows: number): boolean {
    return this.#order.step(rows);
  }

  /** Rows by value, the smallest first and those without a value last; numbers before texts. */
  ascending(rows: number): Int32Array {
    return this.#order.ascending(rows);
  }

  /** The same from the largest on; rows without a value stay last. */
  descending(rows: number): Int32Array {
    return this.#order.descending(rows);
  }
}
