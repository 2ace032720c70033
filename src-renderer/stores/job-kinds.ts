import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import { toApiError } from '../api/client';
import type { JobKindFacts, JobSchemas } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import type { SavedJob } from '../api/saved-api';
import { engineText, t } from '../texts/i18n';
import { useEngine } from './engine';

/** Kinds of jobs that the engine supports. Loaded on first use and after a reconnect. */
export const useJobKinds = defineStore('job-kinds', () => {
  const kinds = shallowRef<readonly JobKindFacts[]>();
  const error = shallowRef<string>();
  const schemas = computed(
    (): JobSchemas | undefined =>
      kinds.value && Object.fromEntries(kinds.value.map(({ kind, schema }) => [kind, schema])),
  );
  const of = (kind: string): JobKindFacts | undefined => kinds.value?.find((one) => one.kind === kind);
  const nameOf = (kind: string): string => engineText(`kind.${kind}`, of(kind)?.name ?? kind);
  /** Returns the label of a job. Runs that a monitor compares are labelled as monitor checks. */
  const labelOf = ({ kind, isCheck }: { readonly kind: string; readonly isCheck?: true }): string =>
    nameOf(isCheck ? 'monitor' : kind);
  /** Returns the label of a saved job. A saved job whose runs are compared has the label of a monitor. */
  const savedLabelOf = ({ kind, monitor }: Pick<SavedJob, 'kind' | 'monitor'>): string =>
    monitor || kind === 'monitor' ? t('monitors.monitor') : nameOf(kind);
  /** True if an event type such as `batch_scrape.started` belongs to a job kind that the job list shows. */
  const listedOfEvent = (type: string): boolean =>
    kinds.value?.some(({ isListed, eventPrefix }) => isListed && eventPrefix === type.slice(0, type.indexOf('.'))) ??
    false;

  async function load(): Promise<void> {
    try {
      kinds.value = await jobsApi.kinds();
      error.value = undefined;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  watch(
    () => useEngine().epoch,
    (_, before) => {
      // No reload is needed on the first connection if the kinds are already loaded.
      if (before !== 0 || !kinds.value) void load();
    },
    { immediate: true },
  );

  return { kinds, schemas, error, of, nameOf, labelOf, savedLabelOf, listedOfEvent, load };
});
