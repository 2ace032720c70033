import { onScopeDispose, ref, shallowRef } from 'vue';
import { type ApiError, formError, toApiError } from '../../api/client';
import type { JobProblem, JobRequest, PageRow } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { isRunning } from '../../display/job-words';
import { useEngine } from '../../stores/engine';
import { useJobForm } from '../../stores/job-form';
import { useJobKinds } from '../../stores/job-kinds';

/** Number of pages in a test run. */
export const testPages = 3;
/** Poll interval in ms while no events arrive. Without polling, the test would hang if an event were lost. */
const askEveryMs = 1500;

function smallOf({ webhook: _, ...request }: JobRequest): JobRequest {
  if (Array.isArray(request.urls)) return { ...request, urls: request.urls.slice(0, testPages) };
  return { ...request, limit: Math.min(testPages, Number(request.limit ?? testPages)) };
}

async function lookAt(id: string) {
  // Loads the state before the results, so that the results are complete if the job has ended.
  const { state } = await jobsApi.job(id);
  const [{ rows }, { problems }] = await Promise.all([
    jobsApi.pages(id, { skip: 0, limit: testPages }),
    jobsApi.problems(id, { skip: 0, limit: testPages, state: 'failed' }),
  ]);
  return { running: isRunning(state), rows, problems };
}

/** Follows one job at a time through events and polling. */
function watchedJob(look: (id: string) => unknown) {
  let watched: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const unlisten = useEngine().listen(({ jobId }) => {
    if (watched !== undefined && jobId === watched) look(watched);
  });
  function stop(): void {
    clearInterval(timer);
    watched = undefined;
  }
  function start(id: string): void {
    stop();
    watched = id;
    timer = setInterval(() => look(id), askEveryMs);
    look(id);
  }
  onScopeDispose(() => {
    unlisten();
    stop();
  });
  return { start, stop };
}

/** A test job that previews the result by scraping three pages with the form's options. */
export function useTestRun() {
  const form = useJobForm();
  const kinds = useJobKinds();
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  const jobId = ref<string>();
  const rows = shallowRef<readonly PageRow[]>([]);
  const problems = shallowRef<readonly JobProblem[]>([]);
  const error = shallowRef<ApiError>();
  const watched = watchedJob(look);
  async function look(id: string): Promise<void> {
    try {
      const seen = await lookAt(id);
      if (jobId.value !== id) return;
      [rows.value, problems.value] = [seen.rows, seen.problems];
      if (seen.running) return;
      watched.stop();
      state.value = 'done';
    } catch (thrown) {
      if (toApiError(thrown).code !== 'ENGINE_UNREACHABLE' && jobId.value === id) fail(thrown);
    }
  }
  function fail(thrown: unknown): void {
    watched.stop();
    [error.value, state.value] = [toApiError(thrown), 'failed'];
  }
  async function run(): Promise<void> {
    const kind = kinds.of(form.form.kind);
    if (!kind?.isListed) return;
    watched.stop();
    [state.value, jobId.value, rows.value, problems.value, error.value] = ['running', undefined, [], [], undefined];
    const refused = formError(form.issues, form.request);
    if (refused) return fail(refused);
    try {
      const { id } = await jobsApi.start(kind.path, smallOf(form.request));
      jobId.value = id;
      watched.start(id);
    } catch (thrown) {
      fail(thrown);
    }
  }

  return { state, jobId, rows, problems, error, run };
}
