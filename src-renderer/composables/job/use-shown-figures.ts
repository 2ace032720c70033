import { computed, onScopeDispose, type Ref, type ShallowRef, shallowRef, watch } from 'vue';
import type { JobCounts, JobItem } from '../../api/job-types';
import { useShownRows } from '../../stores/shown-rows';

/** Maximum time in ms that new counts wait for the matching rows. */
const maxWaitMs = 2000;

/** Job and counts that match the rows on screen. */
interface Figures {
  readonly job: JobItem | undefined;
  readonly counts: JobCounts;
}

/**
 * Job and counts, synchronized with the list on screen: new counts appear together with the rows that they count.
 * `rows` is the number of rows if no list is on screen.
 */
export function useShownFigures(
  id: string,
  job: Readonly<ShallowRef<JobItem | undefined>>,
  counts: Readonly<Ref<JobCounts>>,
  rows: Readonly<Ref<number | undefined>>,
) {
  const store = useShownRows();
  const list = computed(() => (store.rows?.jobId === id ? store.rows : undefined));
  const shown = shallowRef<Figures>({ job: job.value, counts: counts.value });
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    clearTimeout(timer);
    timer = undefined;
    shown.value = { job: job.value, counts: counts.value };
  }
  watch([job, counts], () => {
    if (!list.value?.facts || !shown.value.job) update();
    else timer ??= setTimeout(update, maxWaitMs);
  });
  watch(() => list.value?.facts, update);
  onScopeDispose(() => clearTimeout(timer));

  return {
    shown,
    rows: computed(() => (list.value?.asked.of === 'data' ? list.value.facts?.all : rows.value)),
  };
}
