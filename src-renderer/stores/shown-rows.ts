import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { RowRange } from '../api/jobs-api';

/** Content and selection of a job's grid, for actions outside the grid. */
export interface ShownRows {
  readonly jobId: string;
  readonly asked: RowRange;
  /** Column IDs, in order. */
  readonly columns: readonly string[];
  /** Number of rows that match the current filter. */
  readonly total: number;
  readonly selected: ReadonlySet<number>;
}

/** The grid that is on screen, if any. */
export const useShownRows = defineStore('shown-rows', () => {
  const rows = shallowRef<ShownRows>();
  return { rows };
});
