import { computed, ref, watch } from 'vue';
import { webAddress } from '../../../core/common/api/target-url';
import { formError } from '../../api/client';
import { engineApi } from '../../api/engine-api';
import { useJobForm } from '../../stores/job-form';
import { useJobKinds } from '../../stores/job-kinds';
import { useMapResult } from '../../stores/map-result';
import { t } from '../../texts/i18n';
import { useStartJob } from './use-start-job';

/** Starts the job described by the form. */
export function useNewJob() {
  const form = useJobForm();
  const kinds = useJobKinds();
  const maps = useMapResult();
  const { starting, error: failure, start: startJob, fail, clear } = useStartJob();
  const error = computed(() => failure.value ?? (kinds.of(form.form.kind)?.isListed ? undefined : maps.error));

  /** Reason why the URL is invalid. */
  const issue = ref('');
  watch(
    () => form.form.url,
    () => {
      issue.value = '';
    },
  );

  async function start(): Promise<void> {
    if (!form.ready) return;
    const isRead = form.shape.hasList || webAddress(form.form.url) !== undefined;
    issue.value = isRead ? '' : t('form.notWebAddress');
    if (!isRead) return;
    // The user can press Enter before the job kinds have loaded.
    if (!kinds.kinds) await kinds.load();
    const kind = kinds.of(form.form.kind);
    if (!kind) return;
    if (kind.isListed) return startJob(kind.path, form.request, form.issues);
    failure.value = formError(form.issues, form.request);
    if (!failure.value) return maps.run(form.request);
  }
  async function useDemo(): Promise<void> {
    await engineApi.demoSite().then(({ url }) => form.patch({ url }), fail);
  }

  return { form, maps, starting, error, issue, start, useDemo, fail, clear };
}
