import { computed, ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import { type ApiError, formError, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import { jobsApi } from '../api/jobs-api';
import { useJobForm } from '../stores/job-form';
import { useJobKinds } from '../stores/job-kinds';
import { useMapResult } from '../stores/map-result';
import { useNotices } from '../stores/notices';

/** Starting what the form says. */
export function useNewJob() {
  const form = useJobForm();
  const kinds = useJobKinds();
  const maps = useMapResult();
  const notices = useNotices();
  const router = useRouter();
  const starting = ref(false);
  const failure = shallowRef<ApiError>();
  const error = computed(() => failure.value ?? (kinds.of(form.form.kind)?.isListed ? undefined : maps.error));

  async function start(): Promise<void> {
    if (!form.ready || starting.value) return;
    failure.value = formError(form.issues);
    if (failure.value) return;
    const kind = kinds.of(form.form.kind);
    if (!kind) return;
    if (!kind.isListed) return maps.run(form.request);
    starting.value = true;
    try {
      const { id, invalidURLs } = await jobsApi.start(kind.path, form.request);
      if (invalidURLs?.length) notices.say(`${invalidURLs.length} entries are no addresses and were left out.`, 'bad');
      await router.push({ name: 'jobs', params: { id } });
    } catch (thrown) {
      fail(thrown);
    } finally {
      starting.value = false;
    }
  }
  async function useDemo(): Promise<void> {
    await engineApi.demoSite().then(({ url }) => form.patch({ url }), fail);
  }
  /** Shows what another call about this form was answered, e.g. a test run. */
  const fail = (thrown: unknown): void => {
    failure.value = toApiError(thrown);
  };
  const clear = (): void => {
    failure.value = undefined;
  };

  return { form, maps, starting, error, start, useDemo, fail, clear };
}
