import { computed, shallowRef } from 'vue';
import type { TablePicks } from '../../../core/common/api/live-table';

/** Maximum number of steps that can be undone. */
const maxSteps = 50;

/** Undo history with the user's picks before each step on a page. */
export function pickHistory() {
  const steps = shallowRef<readonly TablePicks[]>([]);
  /** Last picks in each mode, keyed by `single`. */
  const kept = new Map<boolean, TablePicks>();

  return {
    canGoBack: computed(() => steps.value.length > 0),
    /** Stores the picks before a step. */
    note(picks: TablePicks): void {
      steps.value = [...steps.value, picks].slice(-maxSteps);
    },
    /** Removes and returns the picks before the last step, if any. */
    back(): TablePicks | undefined {
      const last = steps.value.at(-1);
      steps.value = steps.value.slice(0, -1);
      return last;
    },
    /** Saves the picks and returns the last picks made in the other mode (single record or list), if any. */
    other(picks: TablePicks): TablePicks | undefined {
      kept.set(picks.single, picks);
      return kept.get(!picks.single);
    },
    /** Clears the history, because the elements on another page are different. */
    clear(): void {
      steps.value = [];
      kept.clear();
    },
  };
}

/** Undo history of a table. */
export type PickHistory = ReturnType<typeof pickHistory>;
