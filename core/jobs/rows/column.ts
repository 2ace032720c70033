import { isPriceName } from '../../common/prices/price-columns';
import type { ColumnType } from '../../common/rows';
import { NumberTexts, readNumber } from '../../common/values/number-texts';
import type { DecimalMark } from '../../common/values/numbers';
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

/**
 * The values of a column by row, and their sort order. A column of numbers in text is sorted and filtered as numbers,
 * and keeps its texts.
 */
export class Column {
  readonly #values: unknown[] = [];
  #type: ColumnType | undefined;
  /** True if the column has values of different types. */
  #isMixed = false;
  readonly #texts: NumberTexts;
  /** Decimal separator with which `#sorted` was read. Undefined for values that are sorted unchanged. */
  #decimal: DecimalMark | undefined;
  /** Values in the form in which they are sorted. */
  #sorted: unknown[] = this.#values;
  #order = new ColumnOrder(this.#values);

  constructor(
    readonly id: string,
    readonly path: readonly string[],
  ) {
    this.#texts = new NumberTexts(id, isPriceName(id));
  }

  get type(): ColumnType {
    return this.decimal === undefined ? (this.#type ?? 'text') : 'number';
  }

  /** Decimal separator of the numbers in the column. Undefined unless all values are texts with plain numbers. */
  get decimal(): DecimalMark | undefined {
    return this.#type === 'text' && !this.#isMixed ? this.#texts.decimal : undefined;
  }

  at(row: number): unknown {
    return this.#values[row];
  }

  /** Returns a value in the form in which it is sorted and filtered. */
  comparable(row: number): unknown {
    const { decimal } = this;
    return decimal === undefined ? this.at(row) : readNumber(this.at(row), decimal);
  }

  set(row: number, value: unknown): void {
    // Fills gaps, because holes in the array would make access slow.
    while (this.#values.length < row) this.#values.push(undefined);
    this.#values[row] = value;
    if (typeof value === 'string' && value !== '') this.#texts.add(value.trim());
    if (this.#isMixed) return;
    const type = typeOf(value);
    if (type === undefined) return;
    this.#isMixed = this.#type !== undefined && this.#type !== type;
    this.#type = this.#isMixed ? 'text' : type;
  }

  /**
   * Continues sorting the first `rows` values for a few milliseconds. Returns false once the sort is complete. Starts
   * only if the number of new rows exceeds `growth`, a fraction of the number of sorted rows.
   */
  sortStep(rows: number, growth?: number): boolean {
    return this.#upToDate().step(rows, growth);
  }

  /** Returns rows in ascending order, with numbers before strings and rows without a value last. */
  ascending(rows: number): Int32Array {
    return this.#upToDate().ascending(rows);
  }

  /** Returns rows in descending order, with rows without a value last. */
  descending(rows: number): Int32Array {
    return this.#upToDate().descending(rows);
  }

  /** Returns the sort order. Starts a new one if the texts so far turn out to be numbers, or not. */
  #upToDate(): ColumnOrder {
    const { decimal } = this;
    if (decimal !== this.#decimal) {
      this.#decimal = decimal;
      this.#sorted = decimal === undefined ? this.#values : [];
      this.#order = new ColumnOrder(this.#sorted);
    }
    if (decimal !== undefined)
      for (let row = this.#sorted.length; row < this.#values.length; row++)
        this.#sorted.push(readNumber(this.#values[row], decimal));
    return this.#order;
  }
}
