import { pluginKey, type Settings } from '../settings/settings';

/**
 * Returns the settings without those of removed plugins, given by kind and ID. Choices of the user remain, because
 * another proxy, model or search must not replace them silently.
 */
export function withoutTraces(
  { plugins, sinks }: Settings,
  removed: ReadonlySet<string>,
): Pick<Settings, 'plugins' | 'sinks'> {
  return {
    plugins: Object.fromEntries(Object.entries(plugins).filter(([key]) => !removed.has(key))),
    sinks: sinks.filter(({ plugin }) => !removed.has(pluginKey('sink', plugin))),
  };
}
