import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { JobCounts } from '../api/job-types';
import { useEngine } from './engine';
import { useJobKinds } from './job-kinds';

/** Period in ms over which the page rate is measured. */
const windowMs = 6000;
/** Time in ms without updates after which the rate is set to zero. */
const staleMs = 4000;

/** Time in ms for which the counts of a paused or finished job are stored. */
const shownAfterEndMs = 10_000;

interface Sample {
  readonly at: number;
  readonly pages: number;
}

/** Progress of running jobs, as reported by the engine. */
export const useJobProgress = defineStore('job-progress', () => {
  const kinds = useJobKinds();
  const counts = ref<Readonly<Record<string, JobCounts>>>({});
  const rates = ref<Readonly<Record<string, number>>>({});
  const samples = new Map<string, readonly Sample[]>();

  function note(id: string, now: JobCounts, at: number): void {
    counts.value = { ...counts.value, [id]: now };
    const recent = (samples.get(id) ?? []).filter((sample) => at - sample.at < windowMs && sample.pages <= now.done);
    const all = [...recent, { at, pages: now.done }];
    samples.set(id, all);
    const [first] = all;
    const passed = first ? (at - first.at) / 1000 : 0;
    if (first && passed > 0.4) rates.value = { ...rates.value, [id]: (now.done - first.pages) / passed };
  }

  /** Clears the progress and page rate of a job. */
  function forget(id: string): void {
    samples.delete(id);
    const { [id]: _count, ...others } = counts.value;
    const { [id]: _rate, ...rest } = rates.value;
    counts.value = others;
    rates.value = rest;
  }

  /**
   * Ends the progress of a job. The last counts remain for a while, because views show them until they have reloaded
   * the job.
   */
  function end(id: string): void {
    samples.delete(id);
    const last = counts.value[id];
    setTimeout(() => {
      if (counts.value[id] === last) forget(id);
    }, shownAfterEndMs);
  }

  useEngine().listen(({ type, jobId, at, data }) => {
    if (!jobId) return;
    if (!kinds.listedOfEvent(type)) return;
    if (type.endsWith('.progress')) note(jobId, data as unknown as JobCounts, Date.parse(at));
    else if (/\.(started|resumed)$/.test(type)) forget(jobId);
    else if (/\.(paused|completed|failed)$/.test(type)) end(jobId);
  });
  setInterval(() => {
    for (const [id, list] of samples) {
      if (rates.value[id] && Date.now() - (list.at(-1)?.at ?? 0) > staleMs) rates.value = { ...rates.value, [id]: 0 };
    }
  }, 1000);

  return { counts, rates, forget };
});
