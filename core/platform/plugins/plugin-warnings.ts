import type { Settings } from '../settings/settings';
import { isSameEntry } from './plugin-grants';
import type { WithoutPlugins } from './plugin-start';
import type { LoadedPlugins } from './third-party';

const sentences: Readonly<Record<WithoutPlugins, string>> = {
  crash:
    'Gleaner crashed while loading your plugins, so it started without them. In Settings → Plugins, disable the faulty plugin, or select "Restart with plugins".',
  option: 'Gleaner was started without your plugins. To load them, restart Gleaner and omit --without-plugins.',
};

/**
 * Returns a sentence for each enabled plugin that could not be loaded. If Gleaner was started without plugins, returns
 * a single sentence with the reason.
 */
export function pluginWarnings(
  { enabledPlugins }: Settings,
  { loaded, without }: { readonly loaded: LoadedPlugins; readonly without?: WithoutPlugins },
): readonly string[] {
  if (without) return enabledPlugins.length > 0 ? [sentences[without]] : [];
  return enabledPlugins.flatMap((enabled) => {
    const { entry, problem } = loaded.get(enabled.file) ?? {};
    const isKnown = entry !== undefined && enabled.stopped === undefined && isSameEntry(entry, enabled);
    return isKnown && problem !== undefined ? [`The plugin ${enabled.file} was not loaded: ${problem}`] : [];
  });
}
