import { computed, ref, shallowRef } from 'vue';
import type { LiveTable, TablePicks } from '../../../core/common/api/live-table';
import { type ApiError, toApiError } from '../../api/client';
import type { WireAction } from '../../api/live-api';
import { type Followed, followedIn } from '../../display/followed-links';
import type { LiveState } from '../live/use-live-page';
import type { TableStep } from './pick-history';
import { nothing } from './table-picks';

/** Creates the state of a table that the user builds by clicking on a live page. */
export function tableState() {
  const live = shallowRef<LiveState>();
  const table = shallowRef<LiveTable>();
  const error = shallowRef<ApiError>();
  /** The link column that was followed to detail pages, and the columns picked on those pages. */
  const followed = shallowRef<Followed>();
  /** True while the detail page is shown instead of the list. */
  const inDetails = ref(false);
  /** Current picks, updated by each response from the engine. */
  const asked = shallowRef<TablePicks>(nothing);
  return {
    live,
    table,
    error,
    followed,
    inDetails,
    asked,
    /**
     * Current state of `followed`: updated if the link column was renamed, and undefined if the column no longer
     * exists.
     */
    following: computed(() =>
      inDetails.value || !table.value ? followed.value : followedIn(followed.value, table.value),
    ),
    /** True while the next click excludes an element from the records. */
    excluding: ref(false),
    /** Name of the column that the next click repairs. */
    repairing: ref<string>(),
    /** ID of the last clicked element. */
    touched: ref<number>(),
    /** True if the last click selected an entire list, which the user chose in the Start view. */
    isListTouched: ref(false),
    /** ID of the job that reads all rows. Set while the job's rows are shown instead of the table. */
    run: ref(''),
    name: ref(''),
    /** URL of the page at which runs start. Ignored if `way` is set. */
    start: ref(''),
    /** Actions that lead to the list, and the URL from which they start. */
    way: shallowRef<{ readonly url: string; readonly actions: readonly WireAction[] }>(),
    /** Returns the state to store before a step, so that the step can be undone. */
    now: (): TableStep => ({ picks: asked.value, recipe: table.value?.recipe }),
    /** Runs a command on the live page. The result becomes visible when the page's next state arrives. */
    async inPage(work: (id: string) => Promise<unknown>): Promise<void> {
      const id = live.value?.id;
      if (!id) return;
      try {
        await work(id);
      } catch (thrown) {
        error.value = toApiError(thrown);
      }
    },
  };
}

/** State of a table, shared by the parts of the table builder. */
export type TableState = ReturnType<typeof tableState>;
