import { computed, onMounted, onScopeDispose, ref, watch } from 'vue';
import { toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { t, tCount } from '../../texts/i18n';
import { usePaged } from '../base/use-paged';

/** Filtered deliveries of all jobs, and a function that replays deliveries. */
export function useDeliveryLog() {
  const engine = useEngine();
  const notices = useNotices();
  const filter = ref({ state: '', event: '', receiver: '' });
  const news = ref(0);
  const list = usePaged(50, (range) => jobsApi.allDeliveries({ ...filter.value, ...range }), news);
  watch(filter, list.first, { deep: true });
  const stop = engine.listen((event) => {
    if (event.type === 'delivery.tried') news.value++;
  });
  onScopeDispose(stop);
  const failed = computed(() => list.items.value.some(({ state }) => state === 'failed'));

  async function tell(work: () => Promise<string>): Promise<void> {
    try {
      notices.say(await work());
      await list.load();
    } catch (thrown) {
      notices.say(t('deliveries.replayFailed', { toApiError: toApiError(thrown).message }), 'bad');
    }
  }
  const replay = (id: string): Promise<void> =>
    tell(async () => {
      await jobsApi.replay(id);
      return t('deliveries.replayed');
    });
  const replayFailed = (): Promise<void> =>
    tell(async () => {
      const { event, receiver } = filter.value;
      const { replayed } = await jobsApi.replayFailed({ event, receiver });
      return tCount('deliveries.allReplayed', replayed);
    });
  return { ...list, filter, failed, replay, replayFailed };
}

/** Payload of a delivery, raw and formatted. */
export function usePayload(id: string) {
  const payload = ref<string>();
  const error = ref<string>();
  const pretty = computed(() => {
    try {
      return JSON.stringify(JSON.parse(payload.value ?? ''), undefined, 2);
    } catch {
      return payload.value ?? '';
    }
  });
  onMounted(async () => {
    try {
      payload.value = (await jobsApi.payload(id)).payload;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  });
  return { payload, pretty, error };
}

/** Sends a test event to the URL that the user has typed. */
export function useWebhookTest() {
  const address = ref('');
  const running = ref(false);
  const report = ref<Awaited<ReturnType<typeof jobsApi.testWebhook>>>();

  async function run(): Promise<void> {
    [running.value, report.value] = [true, undefined];
    try {
      report.value = await jobsApi.testWebhook(address.value.trim());
    } catch (thrown) {
      report.value = { ok: false, message: toApiError(thrown).message, durationMs: 0 };
    } finally {
      running.value = false;
    }
  }
  return { address, running, report, run };
}
