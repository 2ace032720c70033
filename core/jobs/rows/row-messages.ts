import type { GridRow, RowColumn } from '../../common/rows';
import type { NewRow, RowOrder, ValueLength } from './row-table';

/** Rows for a table: as they are, or the documents (JSON) that have them, from a place in completion order on. */
export type RowSource =
  | { readonly rows: readonly NewRow[] }
  | { readonly documents: readonly string[]; readonly from: number };

/** Adds rows to a table; the first ones make it. `size` is what it must have by then. */
export interface AddRows {
  readonly kind: 'add';
  readonly table: string;
  readonly size: number;
  readonly source: RowSource;
}

/** Reads rows that match, by place in their order. */
export interface ReadRows {
  readonly kind: 'read';
  readonly table: string;
  readonly order: RowOrder;
  readonly skip: number;
  readonly limit: number;
  /** Absent when only the numbers are wanted; `short` for a grid, whose columns are sorted ahead. */
  readonly length?: ValueLength;
}

/** Reads rows by their numbers. */
export interface ReadNumbers {
  readonly kind: 'numbers';
  readonly table: string;
  readonly numbers: readonly number[];
}

/** What the thread that holds the rows is asked. */
export type RowMessage = AddRows | ReadRows | ReadNumbers;

/** What it answers; undefined when it does not have the table (any more). */
export interface RowAnswer {
  readonly size: number;
  readonly columns: readonly RowColumn[];
  readonly total: number;
  readonly numbers: readonly number[];
  readonly rows: readonly GridRow[];
}
