import { computed, onMounted, ref, watch } from 'vue';
import { browsersApi } from '../../api/browsers-api';
import { toApiError } from '../../api/client';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { useSession } from '../../stores/session';
import { useSettings } from '../../stores/settings';
import { t } from '../../texts/i18n';

/** Values from a restored backup that await confirmation. */
interface Unconfirmed {
  readonly browserPath: string;
}

/** Browsers on this machine, and functions to test and select them. */
export function useBrowsers() {
  const settings = useSettings();
  const session = useSession();
  const engine = useEngine();
  const notices = useNotices();
  const items = ref<Awaited<ReturnType<typeof browsersApi.list>>['items']>([]);
  const path = ref('');
  const tested = ref('');
  const running = ref(false);
  const report = ref<Awaited<ReturnType<typeof browsersApi.test>>>();

  async function load(): Promise<void> {
    items.value = await browsersApi.list().then(
      (answer) => answer.items,
      () => [],
    );
  }
  async function test(at: string): Promise<void> {
    [running.value, tested.value, report.value] = [true, at, undefined];
    try {
      report.value = await browsersApi.test(at);
    } catch (thrown) {
      report.value = { ok: false, message: toApiError(thrown).message, durationMs: 0 };
    } finally {
      running.value = false;
    }
  }
  /** Selects a browser. If the path is empty, Gleaner detects a browser. */
  const choose = (at: string): Promise<void> => save({ browserPath: at });
  const held = computed(() => settings.answer?.settings.unconfirmed as Unconfirmed | undefined);
  /** Keeps the current browser and discards the one from the restored backup. */
  const keepOwn = (): Promise<void> => save({ unconfirmed: { ...held.value, browserPath: '' } });
  async function save(values: Readonly<Record<string, unknown>>): Promise<void> {
    const error = await settings.saveNow(values);
    notices.say(error?.message ?? t('settings.settingsSaved'), error ? 'bad' : 'good');
    if (error) return;
    path.value = '';
    await Promise.all([load(), session.refresh()]);
  }
  onMounted(load);
  watch(() => engine.epoch, load);
  const unconfirmed = computed(() => held.value?.browserPath ?? '');
  return { items, path, tested, running, report, unconfirmed, test, choose, keepOwn };
}
