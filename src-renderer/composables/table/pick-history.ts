import { computed, shallowRef } from 'vue';
import type { TablePicks } from '../../../core/common/api/live-table';

/** Maximum number of steps that can be undone. */
const maxSteps = 50;

/** Picks before each step on a page, for undo. */
export function pickHistory() {
  const steps = shallowRef<readonly TablePicks[]>([]);
  /** Last picks as records, and as one record. */
  const kept = new Map<boolean, TablePicks>();

  return {
    canGoBack: computed(() => steps.value.length > 0),
    /** Stores the picks before a step. */
    note(picks: TablePicks): void {
      steps.value = [...steps.value, picks].slice(-maxSteps);
    },
    /** Undoes the last step, if any. */
    back(): TablePicks | undefined {
      const last = steps.value.at(-1);
      steps.value = steps.value.slice(0, -1);
      return last;
    },
    /** Returns the last picks, if any, of the other mode (one record or records). */
    other(picks: TablePicks): TablePicks | undefined {
      kept.set(picks.single, picks);
      return kept.get(!picks.single);
    },
    /** Clears the history, because another page has other elements. */
    clear(): void {
      steps.value = [];
      kept.clear();
    },
  };
}

/** Undo history of a table. */
export type PickHistory = ReturnType<typeof pickHistory>;
