import type { TablePicks } from '../../../core/common/api/live-table';
import type { PickHistory } from './pick-history';
import { clicked, excluded, hasPicks, nothing, resized } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';

/** Returns functions for the user actions that determine the records of a table. */
export function usePickSteps(state: TableState, history: PickHistory, { ask, step, supersede }: TableQuery) {
  const { asked, table, excluding, repairing, touched, isListTouched, run, now } = state;
  /** Restores picks from the undo history. */
  async function moveTo(picks: TablePicks | undefined): Promise<void> {
    if (!picks) return;
    if (hasPicks(picks)) return ask(picks);
    supersede();
    [asked.value, table.value] = [nothing, undefined];
  }
  return {
    /**
     * Picks an element. With `alt`, or in excluding mode, excludes the element from the records. With `isList`, the
     * user has chosen the entire list, not a row in the list.
     */
    pick(id: number, { alt, isList = false }: { readonly alt: boolean; readonly isList?: boolean }): Promise<void> {
      const isExcluded = excluding.value || alt;
      if (!asked.value.single) excluding.value = false;
      run.value = '';
      if (!isExcluded) [touched.value, isListTouched.value] = [id, isList];
      const repairs = repairing.value;
      repairing.value = undefined;
      if (isExcluded && !asked.value.single) return step(excluded(asked.value, table.value, id));
      const picks = clicked(asked.value, id, { hasRows: Boolean(table.value?.rows.length) });
      return step(repairs === undefined ? picks : { ...picks, repairs });
    },
    /** Excludes the record that contains the given element. */
    exclude: (id: number): Promise<void> => step(excluded(asked.value, table.value, id)),
    /** Uses an element as the control that loads more records. */
    useAsNext: (id: number): Promise<void> => step({ ...asked.value, next: id }),
    /**
     * Uses larger or smaller elements as records. `by` is the number of levels, and is negative for smaller elements.
     */
    resize: (by: number): Promise<void> => step(resized(asked.value, table.value, by)),
    undo: (): Promise<void> => moveTo(history.back(now())),
    redo: (): Promise<void> => moveTo(history.forward(now())),
    /** Switches between a single record and a list. This also works before the page is shown. */
    setSingle(single: boolean): Promise<void> {
      const before = now();
      asked.value = history.other(before.picks) ?? { ...nothing, single };
      history.note(before);
      return ask(asked.value);
    },
  };
}
