import { type Ref, watch } from 'vue';
import type { WireAction } from '../../api/live-api';
import { actionFromWire } from '../../schema/scrape-request';
import { useTableDraft } from '../../stores/table-draft';
import type { LiveState } from '../live/use-live-page';
import type { Recorder } from '../recorder/use-recorder';
import type { TableBuilder } from './use-table-builder';
import type { TableOptions } from './use-table-request';

/** Parts of a view that the composable needs. */
interface DraftTableParts {
  readonly builder: TableBuilder;
  readonly options: Ref<TableOptions>;
  /** URL of the open page. */
  readonly address: Readonly<Ref<string>>;
  readonly recorder: () => Recorder;
}

/** Stores the table of the "New table" view while other views are open, and restores it when the user returns. */
export function useDraftTable({ builder, options, address, recorder }: DraftTableParts) {
  const store = useTableDraft();
  /** State that is restored once the page is open. */
  let waiting: { readonly recipe: typeof store.draft.recipe; readonly url: string } | undefined;
  /** The pending state that is being applied. Differs from `waiting` once another page is opened. */
  let applied: typeof waiting;
  const now = () => ({
    url: builder.way.value?.url || builder.start.value || address.value,
    actions: builder.way.value?.actions ?? [],
    recipe: builder.recipe.value,
    name: builder.name.value,
    single: builder.asked.value.single,
    options: options.value,
    steps: builder.steps.value,
  });
  watch(now, (draft) => {
    if (address.value !== '' && !waiting) store.keep(draft);
  });
  watch(builder.run, store.keepRun);

  /** Restores the stored state. Returns the URL to open, or an empty string if it is unknown. */
  function restore(): string {
    const { url, actions, recipe, name, single, options: kept, run = '', steps } = store.draft;
    options.value = kept;
    builder.clear();
    if (steps) builder.restoreSteps(steps);
    [builder.name.value, builder.run.value] = [name, run];
    if (actions.length > 0) builder.way.value = { url, actions };
    recorder().begin(actions.map(actionFromWire), url);
    if (recipe) waiting = { recipe, url };
    else if (single) builder.asked.value = { ...builder.asked.value, single };
    return url;
  }

  /** Sets the page for a restored recipe whose URL was unknown. */
  function restoreAt(url: string): void {
    if (waiting) waiting = { ...waiting, url };
  }

  /** Applies the pending recipe to the page, after performing the steps that lead to the list. */
  async function seen({ state, shown }: LiveState): Promise<void> {
    const mine = waiting;
    if (!mine?.recipe || applied === mine || state !== 'live' || !shown) return;
    applied = mine;
    const actions: readonly WireAction[] = builder.way.value?.actions ?? [];
    if (actions.length > 0) await recorder().replayTo(actions.length - 1);
    if (waiting !== mine) return;
    await builder.restore(mine.recipe, mine.url);
    // The stored state has been restored and can now be overwritten.
    if (waiting === mine) waiting = undefined;
  }

  /** Drops the stored state when another page is opened. */
  function forget(): void {
    waiting = undefined;
    store.clear();
  }
  return { isEmpty: () => store.isEmpty, isWaiting: () => waiting !== undefined, restore, restoreAt, seen, forget };
}
