import { computed, onScopeDispose, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { isUuid } from '../../../core/common/values/ids';
import { ApiError, toApiError } from '../../api/client';
import type { JobCounts, JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { isRunning, tookMs } from '../../display/job-words';
import { useEngine } from '../../stores/engine';
import { useJobProgress } from '../../stores/job-progress';
import { t } from '../../texts/i18n';
import { useDebounce, useNow } from '../base/use-time';

const noCounts: JobCounts = { queued: 0, inFlight: 0, done: 0, failed: 0, refused: 0, credits: 0 };
/** Delay in ms before a finished job is loaded. The engine needs this time to store the job. */
const readAfterMs = 150;
const noSuchJob = 'jobs.noSuchJob';

/** Progress of a job, based on live events and the last loaded state of the job. */
function figuresOf(id: string, job: Readonly<ShallowRef<JobItem | undefined>>) {
  const live = useJobProgress();
  const now = useNow();
  const running = computed(() => isRunning(job.value?.state));
  const counts = computed((): JobCounts => {
    const { progress = noCounts, spent } = job.value ?? {};
    if (running.value) return live.counts[id] ?? progress;
    return spent ? { ...progress, credits: spent.credits } : progress;
  });
  const elapsedMs = computed(() => (job.value ? tookMs(job.value, now.value) : 0));
  const rate = computed(() => {
    const measured = live.rates[id];
    if (running.value) return measured ?? 0;
    const done = counts.value.done - (job.value?.doneBefore ?? 0);
    return elapsedMs.value > 0 ? (done / elapsedMs.value) * 1000 : 0;
  });
  const left = computed(() => counts.value.queued + counts.value.inFlight);
  /** Estimated milliseconds until all known pages are done. */
  const etaMs = computed(() =>
    running.value && rate.value > 0 && left.value > 0 ? (left.value / rate.value) * 1000 : undefined,
  );
  return { running, counts, elapsedMs, rate, etaMs };
}

/** Follows a job while it runs. Reloads the job after an engine restart. */
export function useJob(id: string) {
  const engine = useEngine();
  const job = shallowRef<JobItem>();
  const error = shallowRef<ApiError>();
  /** Increases when the job changes, so that lists reload. */
  const news = ref(0);

  async function load(): Promise<void> {
    if (!isUuid(id)) {
      error.value = new ApiError('JOB_NOT_FOUND', t(noSuchJob), 404);
      return;
    }
    try {
      job.value = await jobsApi.job(id);
      error.value = undefined;
      news.value++;
    } catch (thrown) {
      const failure = toApiError(thrown);
      // A loaded job is hidden only if the engine responds with 404. While the engine is unreachable, the last known
      // state remains visible.
      const gone = failure.status === 404;
      if (!job.value || gone) error.value = gone ? new ApiError(failure.code, t(noSuchJob), 404) : failure;
    }
  }

  const loadSoon = useDebounce(readAfterMs, load);
  const stop = engine.listen(({ type, jobId }) => {
    if (jobId !== id) return;
    if (type.endsWith('.progress')) news.value++;
    else if (!type.startsWith('delivery')) loadSoon();
  });
  onScopeDispose(stop);
  watch(() => engine.epoch, load);
  void load();

  return { job, error, news, ...figuresOf(id, job), load };
}
