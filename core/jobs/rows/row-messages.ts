import type { GridRow, RowColumn } from '../../common/rows';
import type { NewColumns, NewRow, RowOrder, ValueLength } from './row-table';

/** JSON documents of consecutive pages. `from` is the index of the first page, in completion order. */
export interface PageDocuments {
  readonly documents: readonly Uint8Array[];
  readonly from: number;
}

/**
 * Rows to add to a table, in the form of rows, columns or JSON documents. Unless `hasAddress` is false, each record in
 * a document gets the URL of its page.
 */
export type RowSource =
  | { readonly rows: readonly NewRow[] }
  | NewColumns
  | (PageDocuments & { readonly hasAddress?: boolean });

/** Adds rows to a table. `size` is the number of rows that the table should already contain; 0 creates a new table. */
export interface AddRows {
  readonly kind: 'add';
  readonly table: string;
  readonly size: number;
  readonly source: RowSource;
}

/** Adds the texts of documents to the rows of their pages. Texts are searched but not returned. */
export interface AddTexts {
  readonly kind: 'texts';
  readonly table: string;
  readonly source: PageDocuments;
  /** Exclusive end index of the pages. The documents of damaged pages are missing. */
  readonly next: number;
}

/** Reads matching rows by their position in the sort order. */
export interface ReadRows {
  readonly kind: 'read';
  readonly table: string;
  readonly order: RowOrder;
  readonly skip: number;
  readonly limit: number;
  /**
   * Whether values are returned complete or shortened. Absent when only row numbers are needed. Requesting `short`
   * values, as a grid does, also starts presorting the columns.
   */
  readonly length?: ValueLength;
  /** Index of the first page whose text may be missing. Absent when the text of pages is not searched. */
  readonly nextText?: number;
}

/** Reads rows by their numbers. */
export interface ReadNumbers {
  readonly kind: 'numbers';
  readonly table: string;
  readonly numbers: readonly number[];
}

/** Messages to the row thread. */
export type RowMessage = AddRows | AddTexts | ReadRows | ReadNumbers;

/** Reply from the row thread. */
export interface RowAnswer {
  readonly size: number;
  readonly columns: readonly RowColumn[];
  /** Number of rows whose page text is searched. Absent if the text of all pages is searched. */
  readonly searched?: number;
  /** Index of the first page whose text has not been added. */
  readonly nextText?: number;
  readonly total: number;
  readonly numbers: readonly number[];
  readonly rows: readonly GridRow[];
}
