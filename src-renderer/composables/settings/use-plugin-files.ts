import { onMounted, ref, watch } from 'vue';
import { type PluginFileItem, scriptName } from '../../../core/common/plugin-files';
import { toApiError } from '../../api/client';
import { pluginFilesApi } from '../../api/plugin-files-api';
import { storageApi } from '../../api/storage-api';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { useSession } from '../../stores/session';
import { t } from '../../texts/i18n';

/** Reads a file as base64. */
async function contentOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(pieces.join(''));
}

/** True for a file that can be a plugin: a script at the top level of the selected folder. */
const atTop = ({ name, webkitRelativePath: path }: File): boolean =>
  path === '' || (path.split('/').length === 2 && scriptName.test(name));

/** The user's plugin files, and actions on them. */
export function usePluginFiles() {
  const engine = useEngine();
  const notices = useNotices();
  const session = useSession();
  const items = ref<readonly PluginFileItem[]>([]);
  const error = ref<string>();
  const working = ref(false);
  const needsRestart = ref(false);

  async function load(): Promise<void> {
    const answer = await pluginFilesApi.list().catch((thrown: unknown) => toApiError(thrown));
    if ('items' in answer) [items.value, needsRestart.value] = [answer.items, answer.needsRestart];
    else error.value = answer.message;
  }
  async function change(work: () => Promise<string>): Promise<void> {
    [working.value, error.value] = [true, undefined];
    try {
      notices.say(await work());
      await Promise.all([load(), session.refresh()]);
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    } finally {
      working.value = false;
    }
  }
  const add = (files: readonly File[]): Promise<void> =>
    change(async () => {
      const wanted = files.filter(atTop);
      if (wanted.length === 0) throw new Error(t('settings.noScript'));
      for (const file of wanted) await pluginFilesApi.add(file.name, await contentOf(file));
      return t('settings.pluginAdded');
    });
  /** Enables a plugin with the permissions that its row shows; outside the sandbox only if it needs to be trusted. */
  const enable = ({ file, sha256 = '', manifest, facts }: PluginFileItem, enabled: boolean): Promise<void> =>
    change(async () => {
      const { hosts = [], secrets = [] } = manifest?.permissions ?? {};
      await pluginFilesApi.enable(file, { enabled, sha256, hosts, secrets, trusted: facts?.needsTrust !== undefined });
      return enabled ? t('settings.pluginEnabled') : t('settings.pluginDisabled');
    });
  const remove = ({ file }: PluginFileItem): Promise<void> =>
    change(async () => {
      await pluginFilesApi.remove(file);
      return t('settings.pluginRemoved');
    });
  const restart = (): Promise<void> =>
    change(async () => {
      await storageApi.restart();
      return t('settings.engineRestarting');
    });
  onMounted(load);
  watch(() => engine.epoch, load);
  return { items, error, working, needsRestart, add, enable, remove, restart };
}
