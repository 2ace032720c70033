import type { LiveState } from '../live/use-live-page';
import type { PickHistory } from './pick-history';
import type { SerialSteps } from './serial-steps';
import { byRecipe, samePage } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';

/** Delay in ms between a page's last change and the reload of its table. */
const reloadDelayMs = 300;

/** Reloads a table when its live page changes. */
export function useTableReload(
  { live, asked, table, inDetails }: TableState,
  history: PickHistory,
  { ask }: TableQuery,
  { inTurn }: SerialSteps,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /**
   * Reloads the table. If another page has been opened, finds the records by recipe, because the picked elements do not
   * exist on that page.
   */
  async function reload(): Promise<void> {
    timer = undefined;
    if (inDetails.value) return ask(asked.value);
    const recipe = asked.value.recipe ?? table.value?.recipe;
    const isSame = table.value && samePage(table.value.address, live.value?.address ?? '');
    const { picks } = asked.value;
    if (isSame || !recipe) await ask(asked.value);
    // The engine drops picks whose elements no longer exist, so empty picks mean that the page has replaced its records.
    const isReplaced = picks.length > 0 && asked.value.picks.length === 0;
    if (!recipe || (isSame && !isReplaced)) return;
    history.leavePage();
    await ask(byRecipe(recipe));
  }

  return {
    reload,
    cancel,
    /** Receives the state of the live page. Schedules a reload if the page has changed. */
    see(state: LiveState): void {
      const isChanged = state.version !== live.value?.version || state.id !== live.value?.id;
      live.value = state;
      if (!isChanged || !(table.value || inDetails.value) || state.state !== 'live') return;
      clearTimeout(timer);
      timer = setTimeout(() => void inTurn(reload)(), reloadDelayMs);
    },
    /** Runs a scheduled reload immediately, because picked elements may have disappeared. */
    async reloadIfDue(): Promise<void> {
      if (timer === undefined) return;
      clearTimeout(timer);
      await reload();
    },
  };
}

/** Functions to reload a table. */
export type TableReload = ReturnType<typeof useTableReload>;
