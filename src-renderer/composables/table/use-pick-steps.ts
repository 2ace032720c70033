import type { PickHistory } from './pick-history';
import { clicked, hasPicks, nothing, resized } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';

/** User steps that choose the records of a table. */
export function usePickSteps(state: TableState, history: PickHistory, { ask, step, supersede }: TableQuery) {
  const { asked, table, excluding } = state;
  return {
    /** Picks an element; with `alt`, or while elements are excluded, marks it as not a record. */
    pick(id: number, { alt }: { readonly alt: boolean }): Promise<void> {
      const isExcluded = excluding.value || alt;
      if (!asked.value.single) excluding.value = false;
      return step(clicked(asked.value, id, { excluding: isExcluded }));
    },
    /** Makes the records wider or narrower. */
    resize: (by: number): Promise<void> => step(resized(asked.value, table.value, by)),
    async undo(): Promise<void> {
      const last = history.back();
      if (!last) return;
      if (hasPicks(last)) return ask(last);
      supersede();
      [asked.value, table.value] = [nothing, undefined];
    },
    /** Reads the page as one record or as a list; also before it is shown. */
    setSingle(single: boolean): Promise<void> {
      const before = asked.value;
      asked.value = history.other(before) ?? { ...nothing, single };
      history.note(before);
      return ask(asked.value);
    },
  };
}
