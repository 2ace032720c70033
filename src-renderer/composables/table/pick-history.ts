import { computed, shallowRef } from 'vue';
import type { TablePicks } from '../../../core/common/api/live-table';

/** Most steps that can be taken back. */
const most = 50;

/** What was picked before each step on a page, so that steps can be taken back. */
export function pickHistory() {
  const steps = shallowRef<readonly TablePicks[]>([]);
  /** Last picks as records, and as one record. */
  const kept = new Map<boolean, TablePicks>();

  return {
    canGoBack: computed(() => steps.value.length > 0),
    /** Notes what was picked before a step. */
    note(picks: TablePicks): void {
      steps.value = [...steps.value, picks].slice(-most);
    },
    /** Takes the last step back; undefined where there is none. */
    back(): TablePicks | undefined {
      const last = steps.value.at(-1);
      steps.value = steps.value.slice(0, -1);
      return last;
    },
    /** What was picked as one record when it is left for records, and the other way round; undefined where nothing was. */
    other(picks: TablePicks): TablePicks | undefined {
      kept.set(picks.single, picks);
      return kept.get(!picks.single);
    },
    /** Forgets all: the elements of another page are others. */
    clear(): void {
      steps.value = [];
      kept.clear();
    },
  };
}

/** Steps of a table that can be taken back. */
export type PickHistory = ReturnType<typeof pickHistory>;
