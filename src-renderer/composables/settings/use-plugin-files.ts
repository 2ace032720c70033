import { onMounted, ref, watch } from 'vue';
import type { PluginFileItem, PluginFileList } from '../../../core/common/plugin-files';
import { toApiError } from '../../api/client';
import { pluginFilesApi } from '../../api/plugin-files-api';
import { storageApi } from '../../api/storage-api';
import { useEngine } from '../../stores/engine';
import { useNotices } from '../../stores/notices';
import { useSession } from '../../stores/session';
import { t } from '../../texts/i18n';
import { pluginUploads } from './plugin-folder';

/** Reads a file as base64. */
async function contentOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(pieces.join(''));
}

/** Changes to plugin files. Each function resolves to a sentence that describes the outcome. */
const changes = {
  async add(files: readonly File[]): Promise<string> {
    const wanted = await pluginUploads(files);
    if (wanted.length === 0) throw new Error(t('settings.noScript'));
    for (const file of wanted) await pluginFilesApi.add(file.name, await contentOf(file));
    return t('settings.pluginAdded');
  },
  async addPackage(name: string): Promise<string> {
    await pluginFilesApi.addPackage(name);
    return t('settings.pluginAdded');
  },
  /**
   * Enables or disables a plugin. An enabled plugin gets the permissions shown in its row. Only a plugin that requires
   * trust runs outside the sandbox.
   */
  async enable({ file, sha256 = '', manifest, facts }: PluginFileItem, enabled: boolean): Promise<string> {
    const { hosts = [], secrets = [] } = manifest?.permissions ?? {};
    await pluginFilesApi.enable(file, { enabled, sha256, hosts, secrets, trusted: facts?.needsTrust !== undefined });
    return t(enabled ? 'settings.pluginEnabled' : 'settings.pluginDisabled');
  },
  async update({ file, sha256, manifest }: PluginFileItem): Promise<string> {
    const [updated] = (await pluginFilesApi.update(file)).items;
    const version = updated?.manifest?.version ?? manifest?.version ?? '';
    return t(updated?.sha256 === sha256 ? 'settings.pluginIsLatest' : 'settings.pluginUpdated', { version });
  },
  async rollBack({ file }: PluginFileItem): Promise<string> {
    await pluginFilesApi.rollBack(file);
    return t('settings.pluginRolledBack');
  },
  async remove({ file }: PluginFileItem): Promise<string> {
    await pluginFilesApi.remove(file);
    return t('settings.pluginRemoved');
  },
  async restart(): Promise<string> {
    await storageApi.restart();
    return t('settings.engineRestarting');
  },
};

/** Returns the latest log lines of a plugin, or the reason why they cannot be read. */
const readLog = ({ file }: PluginFileItem): Promise<readonly string[]> =>
  pluginFilesApi.log(file).then(
    ({ lines }) => lines,
    (thrown: unknown) => [toApiError(thrown).message],
  );

/** The user's plugin files, and actions on them. */
export function usePluginFiles() {
  const engine = useEngine();
  const notices = useNotices();
  const session = useSession();
  const items = ref<readonly PluginFileItem[]>([]);
  const error = ref<string>();
  const working = ref(false);
  const needsRestart = ref(false);
  /** Reason why the engine started without plugins, if applicable. */
  const without = ref<PluginFileList['without']>();

  async function load(): Promise<void> {
    const answer = await pluginFilesApi.list().catch((thrown: unknown) => toApiError(thrown));
    if (!('items' in answer)) error.value = answer.message;
    else [items.value, needsRestart.value, without.value] = [answer.items, answer.needsRestart, answer.without];
  }
  /** Returns an action that makes a change and shows the outcome. If the change fails, the action resolves to false. */
  const action =
    <Given extends readonly unknown[]>(change: (...given: Given) => Promise<string>) =>
    async (...given: Given): Promise<boolean> => {
      [working.value, error.value] = [true, undefined];
      try {
        notices.say(await change(...given));
        await Promise.all([load(), session.refresh()]);
        return true;
      } catch (thrown) {
        error.value = toApiError(thrown).message;
        return false;
      } finally {
        working.value = false;
      }
    };
  const actions = {
    add: action(changes.add),
    addPackage: action(changes.addPackage),
    enable: action(changes.enable),
    update: action(changes.update),
    rollBack: action(changes.rollBack),
    remove: action(changes.remove),
    restart: action(changes.restart),
  };
  onMounted(load);
  watch(() => engine.epoch, load);
  return { items, error, working, needsRestart, without, ...actions, readLog };
}
