import { onScopeDispose, ref, shallowRef } from 'vue';
import { type ApiError, toApiError } from '../api/client';
import type { JobProblem, JobRequest, ResultRow } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import { useEngine } from '../stores/engine';
import { useJobForm } from '../stores/job-form';
import { isRunning } from '../text/job-words';

/** Pages of a test run. */
export const testPages = 3;
/** Asked again even without news: a test must not hang on a lost event. */
const askEveryMs = 1500;

function smallOf(kind: 'crawl' | 'batch', { webhook: _, ...request }: JobRequest): JobRequest {
  if (kind === 'batch') return { ...request, urls: (request.urls as readonly string[]).slice(0, testPages) };
  return { ...request, limit: Math.min(testPages, Number(request.limit ?? testPages)) };
}

/** A job of three pages with the options of the form, to see what comes out before the whole is started. */
export function useTestRun() {
  const form = useJobForm();
  const engine = useEngine();
  const state = ref<'idle' | 'running' | 'done' | 'failed'>('idle');
  const jobId = ref<string>();
  const rows = shallowRef<readonly ResultRow[]>([]);
  const problems = shallowRef<readonly JobProblem[]>([]);
  const error = shallowRef<ApiError>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function look(id: string): Promise<void> {
    try {
      const job = await jobsApi.job(id);
      const [found, failed] = await Promise.all([
        jobsApi.rows(id, { skip: 0, limit: testPages }),
        jobsApi.problems(id, { skip: 0, limit: testPages, state: 'failed' }),
      ]);
      if (jobId.value !== id) return;
      [rows.value, problems.value] = [found.rows, failed.problems];
      if (!isRunning(job.state)) stop('done');
    } catch (thrown) {
      if (toApiError(thrown).code !== 'ENGINE_UNREACHABLE' && jobId.value === id) fail(thrown);
    }
  }
  function stop(end: 'done' | 'failed'): void {
    clearInterval(timer);
    state.value = end;
  }
  function fail(thrown: unknown): void {
    error.value = toApiError(thrown);
    stop('failed');
  }

  async function run(): Promise<void> {
    const { kind } = form.form;
    if (kind === 'map') return;
    clearInterval(timer);
    [state.value, jobId.value, rows.value, problems.value, error.value] = ['running', undefined, [], [], undefined];
    try {
      const { id } = await jobsApi.start(kind, smallOf(kind, form.request));
      jobId.value = id;
      timer = setInterval(() => void look(id), askEveryMs);
      void look(id);
    } catch (thrown) {
      fail(thrown);
    }
  }

  const unlisten = engine.listen((event) => {
    if (event.jobId === jobId.value && state.value === 'running' && jobId.value) void look(jobId.value);
  });
  onScopeDispose(() => {
    unlisten();
    clearInterval(timer);
  });

  return { state, jobId, rows, problems, error, run };
}
