import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { toApiError } from '../../api/client';
import { engineApi } from '../../api/engine-api';
import { type LiveOptions, pageOptions } from '../../api/live-api';
import { useEngine } from '../../stores/engine';
import { useAddress } from '../base/use-address';
import type { LiveState } from '../live/use-live-page';
import type { Recorder } from '../recorder/use-recorder';
import { pageLists } from '../start/page-lists';
import { useDraftTable } from './use-draft-table';
import type { TableBuilder } from './use-table-builder';
import type { TableOptions } from './use-table-request';

/** Demo shop with a list of seeds on three pages. */
const demoList = 'shop/index.html';

/** Parts of the view that the composable needs. */
interface PageParts {
  readonly builder: TableBuilder;
  readonly options: Ref<TableOptions>;
  readonly recorder: () => Recorder;
  /** Reopens the live page after an engine crash. */
  reopen(): void;
}

/** Opens the page for the "New table" view: from a URL, the demo site or the draft. */
export function useTablePage({ builder, options, recorder, reopen }: PageParts) {
  const { typed, issue, read } = useAddress();
  const address = ref('');
  /** True if the table was restored from a draft. A restored table does not hide the demo lists and the tour. */
  const isRestored = ref(false);
  const state = shallowRef<LiveState>();
  const kept = useDraftTable({ builder, options, address, recorder });
  const { opened, isLate, use } = openedOptions(options, address);

  function show(url: string): void {
    use();
    address.value = url;
  }
  function open(): void {
    const url = read();
    if (!url) return;
    isRestored.value = false;
    if (kept.isWaiting() && !address.value) kept.restoreAt(url);
    else {
      kept.forget();
      builder.clear();
      recorder().begin([], '');
    }
    show(url);
  }
  function openThis(url: string): void {
    typed.value = url;
    open();
  }
  function restore(): void {
    typed.value = kept.restore();
    isRestored.value = true;
    if (typed.value) show(typed.value);
  }
  const prepare = preparation(builder);
  openFromRoute(openThis);
  if (!address.value && !kept.isEmpty()) restore();
  // After an engine crash, the live page no longer exists. The table is then restored from its draft.
  whenEngineReturns(() => {
    const was = address.value;
    if (!was || state.value?.state !== 'gone') return;
    restore();
    if (address.value === was) reopen();
  });

  return {
    ...{ typed, issue, address, isRestored, state, opened, isLate, open },
    useDemo: demoOpener(openThis, kept.forget, builder),
    isRecipeOnly: computed(() => !address.value && kept.isWaiting()),
    /** Receives the state of the live page. */
    seen(now: LiveState): void {
      state.value = now;
      prepare(now);
      void kept.seen(now);
    },
  };
}

/**
 * Returns a function that receives the state of the live page. Until the first click, the function requests the page's
 * lists, so that the engine has already read the page when the user clicks.
 */
function preparation({ table }: Pick<TableBuilder, 'table'>) {
  const { read, see, clear } = pageLists();
  let page = '';
  onScopeDispose(clear);
  return ({ id, address, shown, version }: LiveState): void => {
    if (!shown || table.value) return;
    const now = `${id} ${address}`;
    if (now === page) see(version);
    else {
      clear();
      page = now;
      // If the request fails, the first click takes longer.
      void read(id).catch(() => undefined);
    }
  };
}

/**
 * Returns a function that opens a page of the demo site, and reports whether this succeeded. Calls `forget` first,
 * because a restored table that still has no page must not be applied to the demo site.
 */
const demoOpener =
  (open: (url: string) => void, forget: () => void, { error }: Pick<TableBuilder, 'error'>) =>
  async (path = demoList): Promise<boolean> => {
    try {
      const { url } = await engineApi.demoSite();
      forget();
      open(new URL(path, url).href);
      return true;
    } catch (thrown) {
      error.value = toApiError(thrown);
      return false;
    }
  };

/** Options used to open the page. Options that affect only runs are not included. */
function openedOptions(options: Readonly<Ref<TableOptions>>, address: Readonly<Ref<string>>) {
  const opened = ref<LiveOptions>({});
  const ofPage = computed(
    (): LiveOptions =>
      Object.fromEntries(Object.entries(options.value.scrape).filter(([name]) => pageOptions.includes(name))),
  );
  const isOther = computed(() => JSON.stringify(opened.value) !== JSON.stringify(ofPage.value));
  return {
    opened,
    isLate: computed(() => address.value !== '' && isOther.value),
    use(): void {
      if (isOther.value) opened.value = ofPage.value;
    },
  };
}

/** Calls `work` when the engine is reachable again. */
function whenEngineReturns(work: () => void): void {
  const engine = useEngine();
  watch(
    () => engine.epoch,
    (_, before) => before > 0 && work(),
  );
}

/**
 * Opens the URL in the route's query, then removes the query. Navigating back later restores the table instead of
 * reopening the page.
 */
function openFromRoute(open: (url: string) => void): void {
  const route = useRoute();
  const router = useRouter();
  watch(
    () => route.query.address,
    (wanted) => {
      if (typeof wanted !== 'string') return;
      open(wanted);
      void router.replace({ name: 'new-table' });
    },
    { immediate: true },
  );
}
