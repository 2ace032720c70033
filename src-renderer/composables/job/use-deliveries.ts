import { onScopeDispose, type Ref, ref, watch } from 'vue';
import { toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { usePaged } from '../base/use-paged';

/** Webhook deliveries of a job, and a function to replay them. */
export function useDeliveries(id: string, news: Readonly<Ref<number>>) {
  const engine = useEngine();
  const notices = useNotices();
  const tried = ref(0);
  const list = usePaged(50, (range) => jobsApi.deliveries(id, range), tried);
  const stop = engine.listen((event) => {
    if (event.type === 'delivery.tried') tried.value++;
  });
  watch(news, () => tried.value++);
  onScopeDispose(stop);

  async function replay(delivery: string): Promise<void> {
    try {
      await jobsApi.replay(delivery);
      notices.say(t('deliveries.replayed'));
      await list.load();
    } catch (thrown) {
      notices.say(t('deliveries.replayFailed', { toApiError: toApiError(thrown).message }), 'bad');
    }
  }

  return { ...list, replay };
}
