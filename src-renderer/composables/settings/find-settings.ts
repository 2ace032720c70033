import { shownName } from '../../display/words';
import type { JsonSchema } from '../../schema/json-schema';
import type { SettingsSection } from '../../settings-sections';
import { engineText } from '../../texts/i18n';

/** A setting, or an entire section of settings, that users can search for. */
export interface FoundSetting {
  readonly section: SettingsSection;
  /** Name of the setting as shown in its section. Absent for an entire section. */
  readonly name?: string;
  readonly help: string;
}

interface PluginFacts {
  readonly kind: string;
  readonly id: string;
  readonly summary: string;
}

/** Section of each setting that is not in the General section. */
const sectionOf: Readonly<Record<string, SettingsSection>> = {
  ...{ model: 'models', profiles: 'models', proxies: 'proxies', sinks: 'webhooks', search: 'plugins' },
  browserPath: 'browser',
  ...{ 'sink:email': 'email', plugins: 'plugins', enabledPlugins: 'plugins', unconfirmed: 'plugins' },
  ...{ cacheHours: 'storage', cacheMegabytes: 'storage', historyEntries: 'storage' },
};

/** Returns the settings of a schema and of plugins, each with the section that contains it. */
export function allSettings(schema: JsonSchema, plugins: readonly PluginFacts[]): readonly FoundSetting[] {
  const settings = Object.entries(schema.properties ?? {}).map(([name, { textKey, description = '' }]) => ({
    section: sectionOf[name] ?? ('general' as const),
    name: shownName(name),
    help: engineText(textKey, description).replaceAll('`', ''),
  }));
  const others = plugins.map(({ kind, id, summary }) => ({
    section: sectionOf[`${kind}:${id}`] ?? (kind === 'model' ? 'models' : 'plugins'),
    name: id,
    help: engineText(`${kind}.${id}`, summary).replaceAll('`', ''),
  }));
  return [...settings, ...others];
}

/** Returns the settings that contain every typed word. Matches in the name come first. */
export function findSettings(settings: readonly FoundSetting[], typed: string): readonly FoundSetting[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = settings.filter(({ name = '', help }) => has(`${name} ${help}`));
  return found.toSorted((one, other) => Number(has(other.name ?? '')) - Number(has(one.name ?? '')));
}
