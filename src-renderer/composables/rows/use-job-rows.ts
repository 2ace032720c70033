import { computed, onScopeDispose, type Ref, watch } from 'vue';
import type { RowColumn, RowFilter, RowKind } from '../../../core/common/rows';
import { jobsApi } from '../../api/jobs-api';
import { useThrottledReload } from '../base/use-throttled-reload';
import type { JobPlace } from '../job/use-job-place';
import { chunkedRows } from './chunked-rows';
import { usePlaceText } from './use-place-text';

/** Minimum interval in ms between reloads while a job runs. */
const freshenMs = 700;
/** Retry delay in ms while the engine is still loading the rows. */
const readingMs = 250;

function filtersOf(text: string): readonly RowFilter[] {
  try {
    const read: unknown = JSON.parse(text || '[]');
    return Array.isArray(read) ? (read as RowFilter[]) : [];
  } catch {
    return [];
  }
}

/** Rows of a job, loaded when they become visible. The engine sorts, filters and searches the rows. */
export function useJobRows(
  id: string,
  of: RowKind,
  { news, running }: { readonly news: Readonly<Ref<number>>; readonly running: Readonly<Ref<boolean>> },
  place: JobPlace,
) {
  const search = usePlaceText(place, 'q', 'replace');
  const sort = usePlaceText(place, 'sort', 'push');
  const filter = computed(() => filtersOf(place.text('filter')));
  const asked = computed(() => ({
    of,
    search: search.value.trim(),
    sort: sort.value,
    partial: 'true',
    filter: filter.value.length > 0 ? JSON.stringify(filter.value) : undefined,
  }));
  const isPlain = computed(() => !asked.value.search && !sort.value && filter.value.length === 0);
  const rows = chunkedRows((range, signal) => jobsApi.rows(id, { ...asked.value, ...range }, signal));
  let visible: readonly [number, number] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Loads the rows in the visible range. */
  function look(first: number, last: number): void {
    visible = [first, last];
    rows.read(first, last);
  }
  /** Reloads the visible rows. Other rows that may have changed are reloaded when they become visible. */
  function freshen(all = !isPlain.value): void {
    rows.forget(visible[1], all);
    look(...visible);
  }

  useThrottledReload(news, freshenMs, () => freshen());
  watch(running, (now) => !now && freshen(true)); // the rows of a finished job may differ from the rows so far
  watch(rows.facts, (facts) => {
    clearTimeout(timer);
    if (facts && !facts.isComplete) timer = setTimeout(() => freshen(), readingMs);
  });
  watch(
    () => JSON.stringify(asked.value),
    () => {
      visible = [0, 0];
      rows.restart();
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    rows.stop();
  });
  rows.restart();

  return {
    ...{ search, sort, filter, asked, isPlain, look },
    ...{ state: rows.state, error: rows.error, row: rows.row },
    ...factsOf(rows.facts),
    facts: rows.facts,
    setFilter: (to: readonly RowFilter[]) => place.go({ filter: to.length > 0 ? JSON.stringify(to) : '' }, 'replace'),
  };
}

/** Returns the previous columns if they are the same, so that a response does not redraw everything with columns. */
const sameOr = (before: readonly RowColumn[] | undefined, now: readonly RowColumn[]): readonly RowColumn[] =>
  before && JSON.stringify(before) === JSON.stringify(now) ? before : now;

/** Totals and columns of the rows that match the search and the filter. */
const factsOf = (facts: ReturnType<typeof chunkedRows>['facts']) => ({
  total: computed(() => facts.value?.total ?? 0),
  /** Total number of rows, including rows that do not match. */
  all: computed(() => facts.value?.all ?? 0),
  /**
   * Number of pages whose text is searched. The text of further pages does not fit into memory. Undefined while pages
   * load, or if the text of all pages is searched.
   */
  searched: computed(() => (facts.value?.isComplete ? facts.value.searched : undefined)),
  /** Number of rows loaded or searched so far. Undefined once all rows are loaded. */
  loaded: computed(() =>
    facts.value && !facts.value.isComplete ? (facts.value.searched ?? facts.value.all) : undefined,
  ),
  columns: computed((before?: readonly RowColumn[]) => sameOr(before, facts.value?.columns ?? [])),
  revision: computed(() => facts.value?.revision ?? ''),
});
