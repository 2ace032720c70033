import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { SavedRun, ScheduleNote } from '../../../core/common/saved-job';
import { ApiError, toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import { type RunDifference, type SavedJob, savedApi } from '../../api/saved-api';
import { useEngine } from '../../stores/engine';
import { useJobKinds } from '../../stores/job-kinds';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useDebounce } from '../base/use-time';

const readAfterMs = 100;
/** Column names are read only from runs with at most this many rows. */
const maxRead = 5000;

/** A saved job and its runs, reloaded when the job changes. */
export function useSavedJob(name: string) {
  const engine = useEngine();
  const kinds = useJobKinds();
  const job = shallowRef<SavedJob>();
  const runs = shallowRef<readonly SavedRun[]>([]);
  const notes = shallowRef<readonly ScheduleNote[]>([]);
  const error = shallowRef<ApiError>();
  const columns = ref<readonly string[]>([]);
  const opened = ref<number>();
  const difference = shallowRef<RunDifference | ApiError>();

  async function load(): Promise<void> {
    try {
      const [facts, timeline] = await Promise.all([savedApi.job(name), savedApi.runs(name)]);
      [job.value, runs.value, notes.value, error.value] = [facts, timeline.runs, timeline.notes, undefined];
    } catch (thrown) {
      error.value = toApiError(thrown);
    }
  }
  /** Shows or hides the changes of a run. */
  async function open(number: number): Promise<void> {
    opened.value = opened.value === number ? undefined : number;
    if (opened.value === number) await compare(number);
  }
  /** Compares the open run with another run, by default the previous one. */
  async function compare(number: number, against?: number): Promise<void> {
    difference.value = undefined;
    const found = await savedApi.changes(name, number, against).catch(toApiError);
    if (opened.value === number) difference.value = found;
  }
  /** Reads the column names from the last run with rows. Does nothing if the job has no rows or too many rows. */
  async function readColumns(): Promise<void> {
    const path = kinds.of(job.value?.kind ?? '')?.path;
    const last = runs.value.find(({ rows = 0, isKept }) => isKept && rows > 0);
    if (!path || !last || !kinds.of(job.value?.kind ?? '')?.hasAnswer || (last.rows ?? 0) > maxRead) return;
    const data = (await jobsApi.answer(path, last.id).catch(() => undefined))?.data;
    const lists = [data, ...(data && typeof data === 'object' ? Object.values(data) : [])].filter(Array.isArray);
    const rows = (lists[0] ?? []).filter((row: unknown) => typeof row === 'object' && row !== null);
    columns.value = [...new Set<string>(rows.flatMap((row: object) => Object.keys(row)))];
  }
  const run = () =>
    guarded(t('saved.jobStartFailed'), async () => {
      await savedApi.run(name);
      await load();
    });

  const loadSoon = useDebounce(readAfterMs, load);
  const stop = engine.listen(({ type, data }) => {
    const isOurs =
      type === 'saved.changed'
        ? [undefined, name].includes(data.name as string | undefined)
        : /\.(paused|resumed|started)$/.test(type);
    if (isOurs) loadSoon();
  });
  onScopeDispose(stop);
  watch(() => engine.epoch, load);
  void load();
  return { job, runs, notes, error, columns, opened, difference, load, open, compare, run, readColumns };
}
