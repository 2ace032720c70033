import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import type { LiveTable, TablePicks } from '../../core/common/api/live-table';
import type { RecipeField } from '../../core/common/recipe';
import { type ApiError, toApiError } from '../api/client';
import { liveApi } from '../api/live-api';
import type { LiveState } from './use-live-page';

const nothing: TablePicks = { picks: [], without: [], level: 0, single: false };
/** How long a page that changes is left alone before its table is read again, in milliseconds. */
const restMs = 300;
/** Further down than any page. */
const pageEnd = 10_000_000;

/** A table that is made of a live page by clicks: what was picked, and what the engine makes of it. */
export function useTableBuilder() {
  const live = shallowRef<LiveState>();
  const asked = shallowRef<TablePicks>(nothing);
  const table = shallowRef<LiveTable>();
  const error = shallowRef<ApiError>();
  /** True while the next click says what is no record. */
  const excluding = ref(false);
  const name = ref('');
  /** First page of the list, where runs begin. */
  const start = ref('');
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));

  async function ask(picks: TablePicks): Promise<void> {
    const id = live.value?.id;
    if (!id) return;
    const mine = ++turn;
    try {
      const answer = await liveApi.table(id, name.value ? { ...picks, name: name.value } : picks);
      if (mine !== turn) return;
      error.value = undefined;
      table.value = answer;
      if (!picks.recipe) start.value = answer.address;
      asked.value = picks.recipe
        ? { ...picks, recipe: answer.recipe }
        : {
            ...picks,
            picks: answer.picks,
            fields: answer.fields.length > 0 ? answer.fields : undefined,
            clicked: undefined,
          };
    } catch (thrown) {
      if (mine === turn) error.value = toApiError(thrown);
    }
  }

  /** Asks with other picks; fields are suggested anew for other records. */
  const askAnew = (change: Partial<TablePicks>): Promise<void> =>
    ask({ ...asked.value, ...change, fields: undefined, clicked: undefined });

  function pick(id: number, { alt }: { readonly alt: boolean }): Promise<void> {
    const { picks, without, single, recipe } = asked.value;
    if (excluding.value || alt) {
      excluding.value = false;
      return askAnew({ without: [...without, id] });
    }
    if (recipe || (picks.length === 0 && !single)) return ask({ ...nothing, picks: [id] });
    return ask({ ...asked.value, clicked: id });
  }

  /** Hears how the live page is; its table is read again when it has changed. */
  function see(state: LiveState): void {
    const isChanged = state.version !== live.value?.version || state.id !== live.value?.id;
    live.value = state;
    if (!isChanged || !table.value || state.state !== 'live') return;
    clearTimeout(timer);
    timer = setTimeout(() => void readAgain(), restMs);
  }

  /** The elements of another page are others: there the recipe finds the records. */
  function readAgain(): Promise<void> {
    const recipe = asked.value.recipe ?? table.value?.recipe;
    const isSame = table.value && samePage(table.value.address, live.value?.address ?? '');
    if (isSame || !recipe) return ask(asked.value);
    return ask({ ...nothing, recipe });
  }

  function clear(): void {
    turn++;
    asked.value = nothing;
    table.value = undefined;
    error.value = undefined;
    excluding.value = false;
    name.value = '';
  }

  function setFields(fields: RecipeField[]): Promise<void> {
    const { recipe } = asked.value;
    if (recipe) return ask({ ...nothing, recipe: { ...recipe, fields, health: undefined } });
    return ask({ ...asked.value, fields });
  }

  /** Brings the next records in the live page: its link or button is clicked, or the page is scrolled. */
  async function goNext(): Promise<void> {
    const [id, next] = [live.value?.id, table.value?.next];
    if (!id || !next) return;
    try {
      await liveApi.input(
        id,
        next.kind === 'scroll' || next.id === undefined
          ? { type: 'scroll', x: 0, y: pageEnd }
          : { type: 'click', node: next.id },
      );
    } catch (thrown) {
      error.value = toApiError(thrown);
    }
  }

  const recipe = computed(
    () => table.value?.recipe && { ...table.value.recipe, name: name.value || table.value.recipe.name },
  );
  /** Body of the job that reads the whole list; the browser reads its pages, as it showed them here. */
  const request = computed(
    () => recipe.value && { url: start.value, recipe: recipe.value, limit: 100, scrapeOptions: { waitFor: 500 } },
  );
  return {
    table,
    asked,
    error,
    excluding,
    name,
    recipe,
    request,
    pick,
    see,
    clear,
    setFields,
    goNext,
    resize: (by: number) => askAnew({ level: asked.value.level + by }),
    setSingle: (single: boolean) => (live.value ? ask({ ...nothing, single }) : undefined),
  };
}

const samePage = (one: string, other: string): boolean => one.replace(/#.*$/, '') === other.replace(/#.*$/, '');
