import { ref } from 'vue';
import { withWebScheme } from '../../../core/common/api/target-url';
import { type SavedJob, savedApi } from '../../api/saved-api';

/** Notification targets entered in a form; empty ones are omitted. */
export interface NotifyForm {
  readonly desktop: boolean;
  readonly webhook: string;
  readonly file: string;
}

/** Comparison settings of a saved job during editing. */
export function useMonitorForm(given?: SavedJob['monitor']) {
  const isOn = ref(true);
  const key = ref(given?.key ?? '');
  const ignore = ref((given?.ignore ?? []).join(', '));
  const { desktop = true, webhook = '', file = '' } = given?.notify ?? {};
  const notify = ref<NotifyForm>({ desktop, webhook, file });

  /** Starts or stops watching a saved job. */
  async function save(name: string): Promise<void> {
    if (!isOn.value) return void (await savedApi.unwatch(name));
    const { webhook, file, desktop } = notify.value;
    const columns = ignore.value.split(',').map((one) => one.trim());
    // Preserves settings that the form does not show: conditions, a goal and e-mails.
    await savedApi.watch(name, {
      ...given,
      key: key.value.trim() || undefined,
      ignore: columns.filter(Boolean),
      notify: {
        ...given?.notify,
        desktop,
        webhook: withWebScheme(webhook) || undefined,
        file: file.trim() || undefined,
      },
    });
  }
  return { isOn, key, ignore, notify, save };
}
