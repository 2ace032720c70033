import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { JobItem } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import { useEngine } from './engine';
import { useJobKinds } from './job-kinds';
import { useSession } from './session';

const readAfterMs = 1000;
const maxJobs = 100;

/** Running jobs. They are reloaded at most once a second. */
export const useRunningJobs = defineStore('running-jobs', () => {
  const engine = useEngine();
  const session = useSession();
  const items = shallowRef<readonly JobItem[]>([]);
  /** Counter that increases with every reload. */
  const version = ref(0);
  let isDue = false;

  async function read(): Promise<void> {
    isDue = false;
    // While the engine is unreachable, the last known state stays visible.
    const answer = await jobsApi.list({ state: 'active', limit: maxJobs }).catch(() => undefined);
    if (!answer) return;
    items.value = answer.items;
    version.value++;
  }
  const readSoon = (): void => {
    if (!isDue) setTimeout(() => void read(), readAfterMs);
    isDue = true;
  };

  engine.listen(({ type, jobId }) => {
    if (jobId && useJobKinds().listedOfEvent(type)) readSoon();
  });
  watch(
    () => [session.state, engine.epoch],
    () => {
      if (session.state !== 'in') return;
      // Loads the kinds early, so that they are available for the first event.
      useJobKinds();
      void read();
    },
    { immediate: true },
  );
  return { items, version };
});
