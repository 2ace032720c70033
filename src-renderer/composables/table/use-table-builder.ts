import { onScopeDispose, type Ref } from 'vue';
import type { Recipe } from '../../../core/common/recipe';
import { type PickHistory, pickHistory } from './pick-history';
import { serialSteps } from './serial-steps';
import { byRecipe, hasPicks, nothing } from './table-picks';
import { type TableState, tableState } from './table-state';
import { useColumnChanges } from './use-column-changes';
import { useDetailPages } from './use-detail-pages';
import { useNextRecords } from './use-next-records';
import { usePickSteps } from './use-pick-steps';
import { useTableQuery } from './use-table-query';
import { useTableReload } from './use-table-reload';
import { type TableOptions, useTableRequest } from './use-table-request';

/** Creates the parts of a builder, which share one state. */
function tableParts() {
  const state = tableState();
  const history = pickHistory();
  const steps = serialSteps();
  let failures = 0;
  /** Drops the changes queued after a rejected step, because they depend on the step's result. */
  function failed(): void {
    failures++;
    columns.drop();
  }
  const query = useTableQuery(state, history, {
    answered(picks, answer) {
      columns.answered();
      if (!state.inDetails.value && !picks.recipe) void next.tryGrowth(answer);
    },
    failed,
  });
  const reload = useTableReload(state, history, query, steps);
  const columns = useColumnChanges(state, query, reload, steps);
  const next = useNextRecords(state, query, reload, steps);
  return { state, history, steps, query, reload, columns, next, failed, failures: () => failures };
}

/** Returns functions that clear the table. `forget` is called to drop all steps. */
function resets(state: TableState, history: PickHistory, forget: () => void) {
  function clear(): void {
    forget();
    [state.asked.value, state.table.value] = [nothing, undefined];
    [state.error.value, state.followed.value, state.way.value] = [undefined, undefined, undefined];
    state.excluding.value = state.inDetails.value = false;
    state.name.value = state.start.value = state.run.value = '';
    state.touched.value = state.repairing.value = undefined;
    history.clear();
  }
  /** Removes the records and columns. Undo restores them. */
  async function startOver(): Promise<void> {
    const before = state.inDetails.value ? { picks: nothing } : state.now();
    clear();
    if (hasPicks(before.picks)) history.note(before);
  }
  return { clear, startOver };
}

/**
 * Builds a table from clicks on a live page. Holds the user's picks, and the table that the engine derives from these
 * picks.
 */
export function useTableBuilder(options: Readonly<Ref<TableOptions>>) {
  const { state, history, steps, query, reload, columns, next, failed, failures } = tableParts();
  const { inTurn } = steps;
  const { pick, exclude, useAsNext, undo, redo, resize, setSingle } = usePickSteps(state, history, query);
  const { follow, leaveDetails } = useDetailPages(state, history, query, reload);
  const { live: _, inPage: __, now: ___, ...shown } = state;
  const { clear, startOver } = resets(state, history, forget);
  onScopeDispose(forget);

  /** Drops all steps, whether in flight or queued. */
  function forget(): void {
    query.supersede();
    failed();
    reload.cancel();
    steps.restart();
  }

  /**
   * Waits until the engine has responded to all steps taken so far. Returns false if a step was rejected or the table
   * was cleared.
   */
  async function settled(): Promise<boolean> {
    const before = failures();
    await inTurn(async () => undefined)();
    return failures() === before;
  }

  /** Applies an existing table's recipe to the page. Runs start at `url`. */
  async function restore(whole: Recipe, url: string): Promise<void> {
    const { details, ...list } = whole;
    state.start.value = url;
    if (details) {
      const { link, fields } = details;
      state.followed.value = { link, url: '', page: url, recipe: list, fields: [...fields], row: {}, details };
    }
    await query.ask(byRecipe(list));
  }

  return {
    ...shown,
    ...useTableRequest(state, options),
    ...{ trying: next.trying, canUndo: history.canGoBack, canRedo: history.canGoForward, fields: columns.fields },
    ...{ see: reload.see, goNext: next.goNext, changeColumns: columns.change, clear, startOver, settled, setSingle },
    ...{
      pick: inTurn(pick),
      exclude: inTurn(exclude),
      useAsNext: inTurn(useAsNext),
      undo: inTurn(undo),
      redo: inTurn(redo),
      resize: inTurn(resize),
      restore: inTurn(restore),
    },
    ...{ steps: history.kept, restoreSteps: history.restore },
    ...{ follow: inTurn(follow), leaveDetails: inTurn(leaveDetails) },
  };
}

/** A table that is being built. */
export type TableBuilder = ReturnType<typeof useTableBuilder>;
