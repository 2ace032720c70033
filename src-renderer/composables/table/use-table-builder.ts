import { computed, onScopeDispose, type Ref, ref, shallowRef } from 'vue';
import type { LiveTable, TablePicks } from '../../../core/common/api/live-table';
import { InTurn } from '../../../core/common/concurrency/promises';
import type { Recipe, RecipeField } from '../../../core/common/recipe';
import { type ApiError, toApiError } from '../../api/client';
import { type LiveOptions, liveApi, type WireAction } from '../../api/live-api';
import { detailsOf, type Followed, followedIn, linkToFollow, withFields } from '../../display/followed-links';
import type { LiveState } from '../live/use-live-page';
import { pickHistory } from './pick-history';
import { useListGrowth } from './use-list-growth';

const nothing: TablePicks = { picks: [], without: [], level: 0, single: false };
/** How long a page that changes is left alone before its table is read again, in milliseconds. */
const restMs = 300;
/** Further down than any page. */
const pageEnd = 10_000_000;
/** How long a run waits for what scripts of a page bring, in milliseconds, where nothing else is asked for. */
export const usualWaitMs = 500;
/** Most pages of a run: with detail pages there are as many as rows. */
export const usualLimit = { list: 100, details: 1000 };

/** How the pages of a table are fetched, and how many. */
export interface TableOptions {
  /** Options of a scrape. */
  readonly scrape: LiveOptions;
  readonly limit?: number;
}

/** Computes the new columns of a table from the current ones. */
export type ColumnChange = (fields: readonly RecipeField[]) => RecipeField[];

/** A table that is made of a live page by clicks: what was picked, and what the engine makes of it. */
export function useTableBuilder(options: Readonly<Ref<TableOptions>>) {
  const live = shallowRef<LiveState>();
  const asked = shallowRef<TablePicks>(nothing);
  const table = shallowRef<LiveTable>();
  const error = shallowRef<ApiError>();
  /** Changes of columns that the engine has not answered yet, in their order. */
  const changes = shallowRef<readonly ColumnChange[]>([]);
  /** The columns as they will be when the engine has answered. */
  const fields = computed(() =>
    changes.value.reduce<readonly RecipeField[]>((now, change) => change(now), table.value?.fields ?? []),
  );
  /** The list whose detail pages are open, with the columns that were picked there. */
  const followed = shallowRef<Followed>();
  /** True while the detail page is shown, not the list. */
  const inDetails = ref(false);
  /** The detail pages that the table follows now: those of a link column that is in it. */
  const following = computed(() =>
    inDetails.value || !table.value ? followed.value : followedIn(followed.value, table.value),
  );
  /** True while the next click says what is no record. */
  const excluding = ref(false);
  const name = ref('');
  /** First page of the list, where runs begin. */
  const start = ref('');
  /** Actions that lead to the list, and the address they begin at. */
  const way = shallowRef<{ readonly url: string; readonly actions: readonly WireAction[] }>();
  const history = pickHistory();
  const growth = useListGrowth();
  const { inTurn, restart } = steps();
  let turn = 0;
  let failures = 0;
  /** The change of columns that the engine is being asked for. */
  let asking: ColumnChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(forget);

  /** Drops every step that was not answered yet. */
  function forget(): void {
    turn++;
    failures++;
    changes.value = [];
    clearTimeout(timer);
    timer = undefined;
    restart();
  }

  /** A refused step drops the changes queued behind it, as they build on its result. */
  function fail(thrown: unknown): void {
    failures++;
    changes.value = [];
    error.value = toApiError(thrown);
  }

  async function ask(picks: TablePicks): Promise<void> {
    const id = live.value?.id;
    if (!id) return;
    const mine = ++turn;
    try {
      const answer = await liveApi.table(id, name.value ? { ...picks, name: name.value } : picks);
      if (mine === turn) take(picks, answer);
    } catch (thrown) {
      if (mine === turn) fail(thrown);
    }
  }

  function take(picks: TablePicks, answer: LiveTable): void {
    error.value = undefined;
    table.value = answer;
    changes.value = changes.value.filter((change) => change !== asking);
    if (inDetails.value) followed.value = followed.value && withFields(followed.value, answer);
    else if (!picks.recipe && !picks.continues) start.value = answer.address;
    const fields = answer.fields.length > 0 ? answer.fields : undefined;
    const { before: _, clicked: __, ...rest } = picks;
    asked.value = picks.recipe ? { ...picks, recipe: answer.recipe } : { ...rest, picks: answer.picks, fields };
    if (!inDetails.value && !picks.recipe) void tryGrowth(answer);
  }

  /** Tells the engine of a list that grows when its page is scrolled, if it knows no other way on. */
  async function tryGrowth(answer: LiveTable): Promise<void> {
    const id = live.value?.id;
    if (!id || !(await growth.grows(id, answer))) return;
    await inTurn(async () => {
      await readChanged();
      const { recipe } = asked.value;
      const isSame = table.value?.recipe?.records?.selector === answer.recipe?.records?.selector;
      if (!isSame || table.value?.next) return;
      if (recipe) return ask({ ...asked.value, recipe: { ...recipe, more: {} } });
      await ask({ ...asked.value, grows: true });
      // A list that was drawn anew has none of the records that were clicked.
      if (!table.value?.recipe && answer.recipe) await ask({ ...nothing, recipe: { ...answer.recipe, more: {} } });
    })();
  }

  /** Asks for what a person did; undo takes it back. */
  function step(picks: TablePicks): Promise<void> {
    history.note(asked.value);
    return ask(picks);
  }

  /** Asks with other picks; what was done to the columns stays where they do. */
  function stepAnew(change: Partial<TablePicks>): Promise<void> {
    const { picks, without, level } = asked.value;
    return step({ ...asked.value, ...change, before: { picks, without, level } });
  }

  /** Takes wider or narrower records; those a recipe finds are taken for picked first. */
  function resize(by: number): Promise<void> {
    const { recipe: continues } = asked.value;
    const now = table.value;
    if (!continues || !now) return stepAnew({ level: asked.value.level + by });
    const { picks, level, fields } = now;
    const before = { picks, level, without: [] };
    return step({ ...nothing, picks, fields, before, continues, level: level + by });
  }

  function pick(id: number, { alt }: { readonly alt: boolean }): Promise<void> {
    const { picks, without, single, recipe } = asked.value;
    if ((excluding.value || alt) && !single) {
      excluding.value = false;
      return stepAnew({ without: [...without, id] });
    }
    if (recipe && single) return step({ ...nothing, single, fields: recipe.fields, clicked: id });
    if (recipe || (picks.length === 0 && !single)) return step({ ...nothing, picks: [id] });
    return step({ ...asked.value, clicked: id });
  }

  async function undo(): Promise<void> {
    const last = history.back();
    if (!last) return;
    if (last.picks.length > 0 || last.single || last.recipe) return ask(last);
    turn++;
    [asked.value, table.value] = [nothing, undefined];
  }

  /** Hears how the live page is; its table is read again when it has changed. */
  function see(state: LiveState): void {
    const isChanged = state.version !== live.value?.version || state.id !== live.value?.id;
    live.value = state;
    if (!isChanged || !(table.value || inDetails.value) || state.state !== 'live') return;
    clearTimeout(timer);
    timer = setTimeout(() => void inTurn(readAgain)(), restMs);
  }

  /** Reads the table of a page that has changed now: its elements may be others, and what was picked is not among them. */
  async function readChanged(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    await readAgain();
  }

  /** The elements of another page are others: there the recipe finds the records. */
  async function readAgain(): Promise<void> {
    timer = undefined;
    if (inDetails.value) return ask(asked.value);
    const recipe = asked.value.recipe ?? table.value?.recipe;
    const isSame = table.value && samePage(table.value.address, live.value?.address ?? '');
    const { picks } = asked.value;
    if (isSame || !recipe) await ask(asked.value);
    // A page that replaces its records has none of those that were clicked.
    const isReplaced = picks.length > 0 && asked.value.picks.length === 0;
    if (!recipe || (isSame && !isReplaced)) return;
    history.clear();
    await ask({ ...nothing, recipe });
  }

  function clear(): void {
    forget();
    [asked.value, table.value, error.value, followed.value] = [nothing, undefined, undefined, undefined];
    excluding.value = inDetails.value = false;
    name.value = start.value = '';
    way.value = undefined;
    history.clear();
  }

  /** Changes the columns of the latest answer, so that none of several changes undoes another. */
  async function applyChange(change: ColumnChange): Promise<void> {
    await readChanged();
    asking = change;
    if (table.value && changes.value.includes(change)) await setFields(table.value.fields, change(table.value.fields));
    asking = undefined;
    changes.value = changes.value.filter((one) => one !== change);
  }

  function setFields(before: readonly RecipeField[], fields: RecipeField[]): Promise<void> {
    if (!inDetails.value) followed.value = linkToFollow(followed.value, before, fields);
    const { recipe } = asked.value;
    if (recipe) return step({ ...nothing, recipe: { ...recipe, fields, health: undefined } });
    return step({ ...asked.value, fields });
  }

  function changeColumns(change: ColumnChange): Promise<void> {
    changes.value = [...changes.value, change];
    return inTurn(applyChange)(change);
  }

  /** Waits until the engine has answered all that was done so far; false when it has refused some of it, or it was cleared. */
  async function settled(): Promise<boolean> {
    const before = failures;
    await inTurn(async () => undefined)();
    return failures === before;
  }

  /** Does something in the live page; what it answers shows in its next state. */
  async function inPage(work: (id: string) => Promise<unknown>): Promise<void> {
    const id = live.value?.id;
    if (!id) return;
    try {
      await work(id);
    } catch (thrown) {
      error.value = toApiError(thrown);
    }
  }

  /** Brings the next records in the live page: its link or button is clicked, or the page is scrolled. */
  async function goNext(): Promise<void> {
    const next = table.value?.next;
    if (!next) return;
    const records = table.value?.recipe?.records?.selector;
    const isScroll = next.kind === 'scroll' || next.id === undefined;
    if (isScroll && records !== undefined) return inPage((id) => liveApi.grow(id, records));
    await inPage((id) =>
      liveApi.input(id, isScroll ? { type: 'scroll', x: 0, y: pageEnd } : { type: 'click', node: next.id as number }),
    );
  }

  /** Reads the page by a recipe, as a table that was made before; runs begin at `url`. */
  async function restore(whole: Recipe, url: string): Promise<void> {
    const { details, ...list } = whole;
    start.value = url;
    if (details) {
      const { link, fields } = details;
      followed.value = { link, url: '', page: url, recipe: list, fields: [...fields], row: {}, details };
    }
    await ask({ ...nothing, single: list.records === undefined, recipe: list });
  }

  /** Opens the detail page that a link column of the first row leads to; clicks there add columns. */
  async function follow(link: string): Promise<void> {
    const [list, page] = [table.value, live.value?.address];
    const recipe = list?.recipe;
    const known = following.value?.link === link ? following.value : undefined;
    const next = recipe && detailsOf(link, list.rows, { recipe, page: page ?? list.address, known });
    if (!next) return;
    [followed.value, inDetails.value, table.value] = [next, true, undefined];
    asked.value = { ...nothing, single: true, fields: next.fields, taken: next.recipe.fields.map((one) => one.name) };
    history.clear();
    const mine = ++turn;
    await inPage((id) => liveApi.navigate(id, next.url));
    if (mine === turn) await readAgain();
  }

  /** Goes back to the list, whose rows have the further columns now. */
  async function leaveDetails(): Promise<void> {
    const list = followed.value;
    if (!list) return;
    if (list.fields.length === 0) followed.value = undefined;
    history.clear();
    const mine = ++turn;
    await inPage((id) => liveApi.navigate(id, list.page));
    if (mine !== turn) return;
    inDetails.value = false;
    await ask({ ...nothing, recipe: list.recipe });
  }

  /** Takes the page as one record, or as a list again; also before it is shown. */
  function setSingle(single: boolean): Promise<void> {
    const before = asked.value;
    asked.value = history.other(before) ?? { ...nothing, single };
    history.note(before);
    return ask(asked.value);
  }

  const recipe = computed((): Recipe | undefined => {
    const own = inDetails.value ? followed.value?.recipe : table.value?.recipe;
    const details = following.value?.details;
    return own && { ...own, name: name.value || own.name, ...(details ? { details } : {}) };
  });
  /** Body of the job that reads the whole list; the browser reads its pages, as it showed them here. */
  const request = computed(() => {
    const { scrape, limit = recipe.value?.details ? usualLimit.details : usualLimit.list } = options.value;
    return (
      recipe.value && {
        ...(way.value ?? { url: start.value }),
        ...{ recipe: recipe.value, limit, scrapeOptions: { waitFor: usualWaitMs, ...scrape } },
      }
    );
  });
  return {
    table,
    asked,
    error,
    excluding,
    followed,
    following,
    inDetails,
    name,
    way,
    recipe,
    request,
    start,
    trying: growth.trying,
    canUndo: history.canGoBack,
    pick: inTurn(pick),
    undo: inTurn(undo),
    see,
    clear,
    fields,
    changeColumns,
    settled,
    goNext,
    restore: inTurn(restore),
    follow: inTurn(follow),
    leaveDetails: inTurn(leaveDetails),
    resize: inTurn(resize),
    setSingle: inTurn(setSingle),
  };
}

/** A table that is being made. */
export type TableBuilder = ReturnType<typeof useTableBuilder>;

/** Lets each step begin when the one before it has ended, as it builds on what that came to. */
function steps() {
  let line = new InTurn();
  return {
    inTurn:
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A): Promise<void> => {
        const own = line;
        return own.run(async () => {
          if (own === line) await work(...args);
        });
      },
    /** Waits for no step that has begun, and begins none that waits. */
    restart(): void {
      line = new InTurn();
    },
  };
}

const samePage = (one: string, other: string): boolean => one.replace(/#.*$/, '') === other.replace(/#.*$/, '');
