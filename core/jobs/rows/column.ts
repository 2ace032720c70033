import type { ColumnType } from '../../common/rows';
import { ColumnOrder } from './column-order';
import { isEmpty } from './fold';

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const webLink = /^https?:\/\/\S+$/i;

/** Returns the type of a value. Undefined for an empty value. */
function typeOf(value: unknown): ColumnType | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'truth';
  if (typeof value !== 'string') return 'list';
  if (webLink.test(value)) return 'link';
  return isoDate.test(value) ? 'date' : 'text';
}

/** The values of a column by row, and their sort order. */
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
    // Fills gaps, because holes in the array would make access slow.
    while (this.#values.length < row) this.#values.push(undefined);
    this.#values[row] = value;
    if (this.#type === 'text') return;
    const type = typeOf(value);
    if (type !== undefined) this.#type = this.#type === undefined || this.#type === type ? type : 'text';
  }

  /**
   * Continues sorting the first `rows` values for a few milliseconds. Returns false once the sort is complete. Starts
   * only if the number of new rows exceeds `growth`, a fraction of the number of sorted rows.
   */
  sortStep(rows: number, growth?: number): boolean {
    return this.#order.step(rows, growth);
  }

  /** Returns rows in ascending order, with numbers before strings and rows without a value last. */
  ascending(rows: number): Int32Array {
    return this.#order.ascending(rows);
  }

  /** Returns rows in descending order, with rows without a value last. */
  descending(rows: number): Int32Array {
    return this.#order.descending(rows);
  }
}
