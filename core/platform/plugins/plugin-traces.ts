import { pluginKey, type Settings } from '../settings/settings';

/**
 * Removes the settings of deleted plugins. `removed` contains the keys of these plugins. The user's choice of a proxy,
 * model or search plugin remains, because another plugin must not silently replace the chosen plugin.
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
