import type { GridRow, RowColumn } from '../../common/rows';
import type { NewRow, RowOrder, ValueLength } from './row-table';

/**
 * Rows to add to a table, or JSON documents that contain the rows. `from` is the index of the first document, in
 * completion order. If `pages` are given, the pages are the rows, and the documents provide only the text to search.
 * Unless `hasAddress` is false, each record in a document gets the URL of its page.
 */
export type RowSource =
  | { readonly rows: readonly NewRow[] }
  | {
      readonly documents: readonly Uint8Array[];
      readonly from: number;
      readonly pages?: readonly NewRow[];
      readonly hasAddress?: boolean;
    };

/** Adds rows to a table, and creates the table if needed. `size` is the expected number of rows before the addition. */
export interface AddRows {
  readonly kind: 'add';
  readonly table: string;
  readonly size: number;
  readonly source: RowSource;
}

/** Reads matching rows by their position in the sort order. */
export interface ReadRows {
  readonly kind: 'read';
  readonly table: string;
  readonly order: RowOrder;
  readonly skip: number;
  readonly limit: number;
  /**
   * Length of the returned values: complete or shortened. Absent when only row numbers are needed. Requesting `short`
   * values, as a grid does, also starts presorting the columns.
   */
  readonly length?: ValueLength;
}

/** Reads rows by their numbers. */
export interface ReadNumbers {
  readonly kind: 'numbers';
  readonly table: string;
  readonly numbers: readonly number[];
}

/** Messages to the row thread. */
export type RowMessage = AddRows | ReadRows | ReadNumbers;

/** Reply from the row thread. */
export interface RowAnswer {
  readonly size: number;
  readonly columns: readonly RowColumn[];
  /** Number of rows whose text is searched. Absent if the text of all rows is searched. */
  readonly searched?: number;
  readonly total: number;
  readonly numbers: readonly number[];
  readonly rows: readonly GridRow[];
}
