import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { type ApiError, formError, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { PluginItem, SettingsAnswer } from '../api/types';
import { fieldIssues } from '../schema/field-issues';
import { sameValue } from '../schema/same-value';
import { t } from '../texts/i18n';
import { useEngine } from './engine';

type Values = Readonly<Record<string, unknown>>;

/** An active plugin and its settings. */
export interface PluginEntry {
  readonly plugin: string;
  readonly config: Values;
  readonly [field: string]: unknown;
}

const differences = (values: Values, from: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, from[name])));

/** Starts installing a browser. Events report the progress. */
async function installBrowser(): Promise<void> {
  const engine = useEngine();
  engine.install = { percent: 0, message: t('settings.starting') };
  try {
    await engineApi.installBrowser();
  } catch (thrown) {
    engine.install = { message: toApiError(thrown).message, failed: true };
  }
}

/** User settings, including unsaved changes, and the loaded plugins. */
export const useSettings = defineStore('settings', () => {
  const answer = ref<SettingsAnswer>();
  const draft = ref<Values>({});
  const error = ref<ApiError>();
  const saving = ref(false);
  const plugins = ref<readonly PluginItem[]>([]);
  const changes = computed(() => differences(draft.value, answer.value?.settings ?? {}));
  const dirty = computed(() => Object.keys(changes.value).length > 0);

  async function load(): Promise<void> {
    try {
      const [settings, found] = await Promise.all([engineApi.settings(), engineApi.plugins()]);
      [answer.value, plugins.value, error.value] = [settings, found.items, undefined];
    } catch (thrown) {
      error.value = toApiError(thrown);
    }
  }

  /** Makes a change and reloads the settings. Returns the error if the engine rejected the change. */
  async function apply(change: () => Promise<unknown>): Promise<ApiError | undefined> {
    saving.value = true;
    try {
      await change();
      await load();
      return undefined;
    } catch (thrown) {
      return toApiError(thrown);
    } finally {
      saving.value = false;
    }
  }
  const saveNow = (values: Values): Promise<ApiError | undefined> => apply(() => engineApi.changeSettings(values));
  const savePlugin = ({ kind, id }: PluginItem, config: Values): Promise<ApiError | undefined> =>
    apply(() => engineApi.changePlugin(kind, id, config));

  /** Saves the changes and returns true on success. Changes made during saving remain unsaved. */
  async function save(): Promise<boolean> {
    const schema = answer.value?.schema ?? {};
    const sent = draft.value;
    error.value = formError(fieldIssues(changes.value, { ...schema, required: [] }, schema), changes.value);
    error.value ??= await saveNow(changes.value);
    if (!error.value) draft.value = differences(draft.value, sent);
    return !error.value;
  }

  const ofPlugin = ({ kind, id }: PluginItem): Values =>
    (answer.value?.settings.plugins as Readonly<Record<string, Values>> | undefined)?.[`${kind}:${id}`] ?? {};
  const entriesOf = (setting: string): readonly PluginEntry[] =>
    (answer.value?.settings[setting] as readonly PluginEntry[] | undefined) ?? [];

  function discard(): void {
    [draft.value, error.value] = [{}, undefined];
  }

  const state = { answer, draft, error, saving, plugins, changes, dirty };
  return { ...state, load, save, saveNow, savePlugin, ofPlugin, entriesOf, discard, installBrowser };
});
