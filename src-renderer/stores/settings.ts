import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { type ApiError, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { PluginItem, SettingsAnswer } from '../api/types';
import { sameValue } from '../schema/same-value';
import { useEngine } from './engine';

type Values = Readonly<Record<string, unknown>>;

const differing = (values: Values, from: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, from[name])));

/** Asks the engine to install a browser; its events tell how that goes. */
async function installBrowser(): Promise<void> {
  const engine = useEngine();
  engine.install = { percent: 0, message: 'Starting…' };
  try {
    await engineApi.installBrowser();
  } catch (thrown) {
    engine.install = { message: toApiError(thrown).message, failed: true };
  }
}

/** The user's settings with the changes not saved yet, and the plugins that are loaded. */
export const useSettings = defineStore('settings', () => {
  const answer = ref<SettingsAnswer>();
  const draft = ref<Values>({});
  const error = ref<ApiError>();
  const saving = ref(false);
  const plugins = ref<readonly PluginItem[]>([]);
  const changes = computed(() => differing(draft.value, answer.value?.settings ?? {}));
  const dirty = computed(() => Object.keys(changes.value).length > 0);

  async function load(): Promise<void> {
    try {
      const [settings, found] = await Promise.all([engineApi.settings(), engineApi.plugins()]);
      [answer.value, plugins.value, error.value] = [settings, found.items, undefined];
    } catch (thrown) {
      error.value = toApiError(thrown);
    }
  }

  /** Saves the changes; true when the engine took them. */
  async function save(): Promise<boolean> {
    saving.value = true;
    try {
      await engineApi.changeSettings(changes.value);
      draft.value = {};
      await load();
      return true;
    } catch (thrown) {
      error.value = toApiError(thrown);
      return false;
    } finally {
      saving.value = false;
    }
  }

  function discard(): void {
    [draft.value, error.value] = [{}, undefined];
  }

  return { answer, draft, error, saving, plugins, changes, dirty, load, save, discard, installBrowser };
});
