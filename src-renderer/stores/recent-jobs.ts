import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { JobItem } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import { useEngine } from './engine';

const shownJobs = 5;
/** Minimum interval in ms between reloads. Several jobs may start or finish at the same time. */
const refreshAfterMs = 250;

/** Most recently started jobs. */
export const useRecentJobs = defineStore('recent-jobs', () => {
  const items = shallowRef<readonly JobItem[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Reloads the jobs. While the engine is unreachable, the last loaded jobs stay visible. */
  async function refresh(): Promise<void> {
    items.value = (await jobsApi.list({ limit: shownJobs }).catch(() => ({ items: items.value }))).items;
  }
  useEngine().listen(({ type, jobId }) => {
    if (!jobId || type.endsWith('.progress')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), refreshAfterMs);
  });
  return { items, refresh };
});
