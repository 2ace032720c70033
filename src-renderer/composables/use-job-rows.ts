import { onScopeDispose, type Ref, ref, watch } from 'vue';
import { jobsApi } from '../api/jobs-api';
import { chunkedRows } from './chunked-rows';
import { useOnNews } from './use-on-news';

/** While a job runs its rows are read again, but not more often than that. */
const freshenMs = 700;

/** The results of a job as a long table of which only what is looked at is read. */
export function useJobRows(id: string, news: Readonly<Ref<number>>) {
  const search = ref('');
  const status = ref('');
  const rows = chunkedRows((range, signal) => {
    const filter = { search: search.value.trim(), status: status.value === '' ? undefined : Number(status.value) };
    return jobsApi.rows(id, { ...range, ...filter }, signal);
  });
  const { total, state, error, row } = rows;
  let visible: readonly [number, number] = [0, 0];

  /** Reads what is looked at. */
  function look(first: number, last: number): void {
    visible = [first, last];
    rows.read(first, last);
  }
  function restart(): void {
    visible = [0, 0];
    rows.restart();
  }
  /** Reads again what may have grown, and what is looked at. */
  function freshen(): void {
    rows.forgetUnfilled(visible[1]);
    look(...visible);
  }

  useOnNews(news, freshenMs, freshen);
  watch([search, status], restart);
  onScopeDispose(rows.stop);
  restart();

  return { total, search, status, state, error, row, look };
}
