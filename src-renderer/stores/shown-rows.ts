import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { RowSlice } from '../../core/common/rows';
import type { RowRange } from '../api/jobs-api';

/** Content and selection of a job's grid, for actions outside the grid. */
export interface ShownRows {
  readonly jobId: string;
  readonly asked: RowRange;
  /** Column IDs, in order. */
  readonly columns: readonly string[];
  /** Number of rows that match the current filter. */
  readonly total: number;
  /** Number of columns and rows of the job, including those that are not shown. */
  readonly all: { readonly columns: number; readonly rows: number };
  /** True if columns are hidden or moved, or if rows are searched, filtered or sorted. */
  readonly isChanged: boolean;
  readonly selected: ReadonlySet<number>;
  /** Latest response without its rows. Undefined until the first response. */
  readonly facts?: Omit<RowSlice, 'rows'>;
}

/** The grid that is on screen, if any. */
export const useShownRows = defineStore('shown-rows', () => {
  const rows = shallowRef<ShownRows>();
  return { rows };
});
