import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { RowRange } from '../api/jobs-api';

/** Visible rows of a job's grid, for actions outside of it. */
export interface ShownRows {
  readonly jobId: string;
  readonly asked: RowRange;
  /** Column ids in order. */
  readonly columns: readonly string[];
  /** Number of matching rows. */
  readonly total: number;
  readonly selected: ReadonlySet<number>;
}

/** Grid in view, if any. */
export const useShownRows = defineStore('shown-rows', () => {
  const rows = shallowRef<ShownRows>();
  return { rows };
});
