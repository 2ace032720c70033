import { computed, type Ref, shallowRef, watch } from 'vue';
import { priceColumns } from '../../../core/common/prices/price-columns';
import { detailFields } from '../../../core/common/recipe';
import type { SavedRun } from '../../../core/common/saved-job';
import { jobsApi } from '../../api/jobs-api';
import type { SavedJob } from '../../api/saved-api';
import { tableFacts } from '../../display/job-result';

/**
 * Price columns with a known currency in a saved table. Reads the warnings of the stored runs first, because these
 * warnings report prices in an unusual currency.
 */
export function useRunPrices(job: Readonly<Ref<SavedJob | undefined>>, runs: Readonly<Ref<readonly SavedRun[]>>) {
  /** Warnings of the stored runs. Undefined until they are read. */
  const warning = shallowRef<string>();
  const recipe = computed(() => job.value && tableFacts(job.value).recipe);

  watch([recipe, runs], async () => {
    if (!recipe.value) return;
    const kept = runs.value.filter(({ isKept }) => isKept);
    const jobs = await Promise.all(kept.map(({ id }) => jobsApi.job(id).catch(() => undefined)));
    warning.value = jobs.flatMap((one) => one?.facts?.warning ?? []).join(' ');
  });
  return computed(() => {
    if (!recipe.value || warning.value === undefined) return priceColumns([]);
    const names = [...recipe.value.fields, ...detailFields(recipe.value)].map(({ name }) => name.replaceAll('/', '.'));
    return priceColumns(names, { recipe: recipe.value, warning: warning.value });
  });
}
