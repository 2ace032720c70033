import { computed, onMounted, ref, watch } from 'vue';
import type { ProxyItem } from '../../../core/common/api/workspace-answers';
import { SerialQueue } from '../../../core/common/concurrency/promises';
import { type ApiError, toApiError } from '../../api/client';
import { engineApi } from '../../api/engine-api';
import { useNotices } from '../../stores/notices';
import { type PluginEntry, useSettings } from '../../stores/settings';
import { t } from '../../texts/i18n';

/** Proxies in the settings, their health, and actions on them. */
export function useProxies() {
  const settings = useSettings();
  const notices = useNotices();
  const entries = computed(() => settings.entriesOf('proxies'));
  const items = ref<readonly ProxyItem[]>([]);
  const plugins = computed(() => settings.plugins.filter(({ kind, id }) => kind === 'proxy' && id !== 'none'));

  async function refresh(): Promise<void> {
    items.value = await engineApi.proxies().then(
      (answer) => answer.items,
      () => [],
    );
  }
  onMounted(refresh);
  watch(entries, refresh);

  const inTurn = new SerialQueue();
  type Change = (now: readonly PluginEntry[]) => readonly PluginEntry[];
  /** Applies a change to the list once all earlier changes have been saved. */
  function change(next: Change, said: string): Promise<ApiError | undefined> {
    return inTurn.run(async () => {
      const error = await settings.saveNow({ proxies: next(entries.value) });
      if (!error) notices.say(said);
      return error;
    });
  }
  /** Replaces the entry at an index, or appends a new entry. */
  const save = (at: number, entry: PluginEntry): Promise<ApiError | undefined> =>
    change((now) => (at < now.length ? now.with(at, entry) : [...now, entry]), t('settings.proxySaved'));

  async function tell(error: Promise<ApiError | undefined>): Promise<void> {
    const failed = await error;
    if (failed) notices.say(failed.message, 'bad');
  }
  const remove = (at: number): Promise<void> =>
    tell(change((now) => now.filter((_one, index) => index !== at), t('settings.proxyRemoved')));
  const enable = (at: number, enabled: boolean): Promise<void> =>
    tell(
      change(
        (now) => now.map((entry, index) => (index === at ? { ...entry, enabled } : entry)),
        enabled ? t('settings.proxyOn') : t('settings.proxyOff'),
      ),
    );
  return { entries, items, plugins, save, remove, enable, refresh };
}

/** Runs a proxy test and provides the last result. `running` is true during the test. */
export function useProxyTest() {
  const running = ref(false);
  const report = ref<Awaited<ReturnType<typeof engineApi.testProxy>>>();

  async function run({ plugin, config }: PluginEntry, url: string): Promise<void> {
    [running.value, report.value] = [true, undefined];
    try {
      report.value = await engineApi.testProxy(plugin, config, url);
    } catch (thrown) {
      report.value = { ok: false, message: toApiError(thrown).message, durationMs: 0 };
    } finally {
      running.value = false;
    }
  }
  return { running, report, run };
}
