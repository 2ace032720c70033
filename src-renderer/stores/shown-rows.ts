import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { RowRange } from '../api/jobs-api';

/** Rows visible in a job's grid, for actions outside the grid. */
export interface ShownRows {
  readonly jobId: string;
  readonly asked: RowRange;
  /** Column IDs, in order. */
  readonly columns: readonly string[];
  /** Number of matching rows. */
  readonly total: number;
  readonly selected: ReadonlySet<number>;
}

/** The grid that is on screen, if any. */
export const useShownRows = defineStore('shown-rows', () => {
  const rows = shallowRef<ShownRows>();
  return { rows };
});
