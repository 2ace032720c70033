import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { toApiError } from '../api/client';
import type { ResultRow } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';

/** Rows asked for at once. */
const chunkSize = 100;
/** While a job runs its rows are read again, but not more often than that. */
const freshenMs = 700;

/** The results of a job as a long table of which only what is looked at is read. */
export function useJobRows(id: string, news: Readonly<Ref<number>>) {
  const total = ref(0);
  const search = ref('');
  const status = ref('');
  const state = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();
  const chunks = shallowRef<ReadonlyMap<number, readonly ResultRow[]>>(new Map());
  let asked = new Set<number>();
  let visible: readonly [number, number] = [0, 0];
  let abort = new AbortController();

  async function read(chunk: number): Promise<void> {
    if (asked.has(chunk)) return;
    asked.add(chunk);
    const { signal } = abort;
    const filter = { search: search.value.trim(), status: status.value === '' ? undefined : Number(status.value) };
    try {
      const page = await jobsApi.rows(id, { skip: chunk * chunkSize, limit: chunkSize, ...filter }, signal);
      if (signal.aborted) return;
      chunks.value = new Map(chunks.value).set(chunk, page.rows);
      [total.value, state.value] = [page.total, 'ready'];
    } catch (thrown) {
      if (signal.aborted) return;
      asked.delete(chunk);
      error.value = toApiError(thrown).message;
      if (chunks.value.size === 0) state.value = 'failed';
    }
  }

  const chunkOf = (row: number): number => Math.floor(row / chunkSize);
  /** Reads what is looked at. */
  function look(first: number, last: number): void {
    visible = [first, last];
    for (let chunk = chunkOf(first); chunk <= chunkOf(last); chunk++) void read(chunk);
  }
  const row = (at: number): ResultRow | undefined => chunks.value.get(chunkOf(at))?.[at % chunkSize];

  /** Starts over: what is shown stays until the answer is there. */
  function restart(): void {
    abort.abort();
    abort = new AbortController();
    asked = new Set();
    visible = [0, 0];
    void read(0).then(() => {
      const first = chunks.value.get(0);
      if (asked.has(0)) chunks.value = new Map(first ? [[0, first]] : []);
    });
  }
  /** Reads again what may have grown: chunks that are not full, and what is looked at. */
  function freshen(): void {
    for (const chunk of [...asked]) {
      if ((chunks.value.get(chunk)?.length ?? 0) < chunkSize) asked.delete(chunk);
    }
    asked.delete(chunkOf(visible[1]));
    look(...visible);
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(news, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      freshen();
    }, freshenMs);
  });
  watch([search, status], restart);
  onScopeDispose(() => {
    clearTimeout(timer);
    abort.abort();
  });
  restart();

  return { total, search, status, state, error, row, look };
}
