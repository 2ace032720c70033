import type { Settings } from './settings';

/**
 * Returns the settings to use after a backup is restored. Settings that would run a program are moved to `unconfirmed`.
 * The browser path of this machine does not change.
 */
export function withholdUnconfirmed(restored: Settings, own: Settings): Settings {
  const { enabledPlugins, browserPath, unconfirmed } = restored;
  const enabled = new Set(enabledPlugins.map(({ file }) => file));
  return {
    ...restored,
    enabledPlugins: [],
    browserPath: own.browserPath,
    unconfirmed: {
      plugins: [...enabledPlugins, ...unconfirmed.plugins.filter(({ file }) => !enabled.has(file))],
      browserPath: browserPath === own.browserPath ? unconfirmed.browserPath : browserPath,
    },
  };
}

/** Removes entries from `unconfirmed` that the user has since confirmed. */
export function dropConfirmed(settings: Settings): Settings {
  const { enabledPlugins, browserPath, unconfirmed } = settings;
  const plugins = unconfirmed.plugins.filter(({ file }) => !enabledPlugins.some((one) => one.file === file));
  const waiting = unconfirmed.browserPath === browserPath ? '' : unconfirmed.browserPath;
  return { ...settings, unconfirmed: { plugins, browserPath: waiting } };
}

/**
 * Returns a warning for each part of a restored backup that needs confirmation, and for each plugin that Gleaner has
 * disabled.
 */
export function unconfirmedWarnings({ enabledPlugins, unconfirmed }: Settings): readonly string[] {
  const { plugins, browserPath } = unconfirmed;
  const files = plugins.map(({ file }) => file).join(', ');
  return [
    ...enabledPlugins.flatMap(({ file, stopped }) =>
      stopped === undefined
        ? []
        : [`The plugin ${file} is off: ${stopped} Enable it again or remove it in Settings → Plugins.`],
    ),
    ...(files
      ? [
          `The restored backup had these plugins enabled: ${files}. They are off until you enable each in Settings → Plugins or with \`gleaner plugins enable\`.`,
        ]
      : []),
    ...(browserPath
      ? [
          `The restored settings specify the browser ${browserPath}. Gleaner does not use it until you select it in Settings → Browser.`,
        ]
      : []),
  ];
}
