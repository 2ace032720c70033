import { type Ref, ref, watch } from 'vue';
import type { LiveTable } from '../../../core/common/api/live-table';

/** Identifies the records of a table, regardless of its columns. */
const recordsOf = (table: LiveTable | undefined): string => JSON.stringify([table?.picks, table?.level]);
const columnsOf = (table: LiveTable | undefined): string => JSON.stringify(table?.fields);

/**
 * Tracks whether the tools of the selected record are shown. A click that selects a record shows them. A click that adds
 * a column, and any other change to the table, hides them.
 */
export function useRecordTools(table: Readonly<Ref<LiveTable | undefined>>) {
  const shown = ref(false);
  /** True until the engine has responded to a click on the page or a tool. */
  let isAwaited = false;
  watch(table, (now, before) => {
    const isOther = recordsOf(now) !== recordsOf(before);
    const isSame = !isOther && columnsOf(now) === columnsOf(before);
    if (isAwaited) shown.value = Boolean(now?.rows.length) && (isOther || isSame);
    else if (!isSame) shown.value = false;
    isAwaited = false;
  });
  return {
    shown,
    /** Called when the user clicks an element on the page. */
    picked(): void {
      [shown.value, isAwaited] = [false, true];
    },
    /** Called when the user changes the record size with the tools, which then stay visible. */
    resized(): void {
      isAwaited = true;
    },
    close(): void {
      shown.value = false;
    },
  };
}
