import { type Ref, ref, shallowRef, watch } from 'vue';
import type { Answer } from '../../../core/common/answer';
import type { agentThreadAnswer } from '../../../core/common/api/client/agents';
import { toApiError } from '../../api/client';
import { jobsApi, type TraceEvent } from '../../api/jobs-api';
import { useStartJob } from '../new-job/use-start-job';

/** A run in an agent's thread. */
export type ThreadRun = Answer<typeof agentThreadAnswer>['thread']['runs'][number];

/** Trace of an agent run, and the open snapshot. The trace is reloaded when the job changes. */
export function useAgentTrace(id: string, news: Ref<number>) {
  const events = shallowRef<readonly TraceEvent[]>([]);
  const error = ref<string>();
  const snapshot = shallowRef<{ readonly id: string; readonly text: string }>();

  async function load(): Promise<void> {
    try {
      events.value = (await jobsApi.agentTrace(id)).events;
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  async function open(snapshotId: string): Promise<void> {
    try {
      const { snapshot: json } = await jobsApi.agentSnapshot(id, snapshotId);
      snapshot.value = { id: snapshotId, text: JSON.stringify(JSON.parse(json), undefined, 2) };
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  const close = (): void => {
    snapshot.value = undefined;
  };
  watch(news, load, { immediate: true });
  return { events, error, snapshot, open, close };
}

/** Runs in an agent's thread, and the form for a follow-up question. The runs are reloaded when the job changes. */
export function useAgentThread(threadId: string, path: string, news: Ref<number>) {
  const runs = shallowRef<readonly ThreadRun[]>([]);
  const isRunning = ref(false);
  const question = ref('');
  const { starting, error, start, fail } = useStartJob();

  async function load(): Promise<void> {
    try {
      const { thread } = await jobsApi.agentThread(threadId);
      [runs.value, isRunning.value] = [thread.runs, thread.status === 'running'];
    } catch (thrown) {
      fail(thrown);
    }
  }
  /** Asks a follow-up question in the thread. */
  const ask = (options: Readonly<Record<string, unknown>>): Promise<void> =>
    start(path, { ...options, prompt: question.value.trim(), threadId, mode: 'chat' }, {});
  watch(news, load, { immediate: true });
  return { runs, isRunning, question, starting, error, ask };
}
