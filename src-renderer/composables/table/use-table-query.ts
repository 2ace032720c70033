import type { LiveTable, TablePicks } from '../../../core/common/api/live-table';
import { toApiError } from '../../api/client';
import { liveApi } from '../../api/live-api';
import { withFields } from '../../display/followed-links';
import type { PickHistory } from './pick-history';
import { continued } from './table-picks';
import type { TableState } from './table-state';

/** Callbacks for the engine's responses. */
interface QueryListeners {
  /** Called after the state has been updated from the response. */
  answered(picks: TablePicks, answer: LiveTable): void;
  failed(): void;
}

/** Queries the engine for the table that results from the given picks. Responses to earlier queries are ignored. */
export function useTableQuery(state: TableState, history: PickHistory, { answered, failed }: QueryListeners) {
  const { live, asked, table, error, followed, inDetails, name, start } = state;
  let turn = 0;

  /** Invalidates the query in flight. Returns a function that returns false once another query has started. */
  function supersede(): () => boolean {
    const mine = ++turn;
    return () => mine === turn;
  }

  function take(picks: TablePicks, answer: LiveTable): void {
    error.value = undefined;
    table.value = answer;
    if (inDetails.value) followed.value = followed.value && withFields(followed.value, answer);
    else if (!picks.recipe && !picks.continues) start.value = answer.address;
    asked.value = continued(picks, answer);
    answered(picks, answer);
  }

  async function ask(picks: TablePicks): Promise<void> {
    const id = live.value?.id;
    if (!id) return;
    const isCurrent = supersede();
    try {
      const answer = await liveApi.table(id, name.value ? { ...picks, name: name.value } : picks);
      if (isCurrent()) take(picks, answer);
    } catch (thrown) {
      if (!isCurrent()) return;
      failed();
      error.value = toApiError(thrown);
    }
  }

  /** Sends a query for a step, and stores the state before the step for undo. */
  function step(picks: TablePicks): Promise<void> {
    history.note(state.now());
    return ask(picks);
  }

  return { ask, step, supersede };
}

/** Functions that query the engine for a table. */
export type TableQuery = ReturnType<typeof useTableQuery>;
