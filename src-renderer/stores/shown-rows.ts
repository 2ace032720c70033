import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { AskedRows } from '../api/jobs-api';

/** The rows of a job as its grid shows them, for what is done with them outside of it. */
export interface ShownRows {
  readonly jobId: string;
  readonly asked: AskedRows;
  /** Ids of the columns in order. */
  readonly columns: readonly string[];
  /** Rows that match. */
  readonly total: number;
  readonly selected: ReadonlySet<number>;
}

/** The grid that is in sight, if one is. */
export const useShownRows = defineStore('shown-rows', () => {
  const rows = shallowRef<ShownRows>();
  return { rows };
});
