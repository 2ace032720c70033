import { z } from 'zod';
import type { Log } from '../../core/common/log';
import type { AddedPlugin } from '../../core/common/plugin-files';
import { readRunOptions } from '../../core/platform/settings/settings';
import { SettingsService } from '../../core/platform/settings/settings-service';
import { type EngineOptions, progress } from './command-context';
import { withEngine } from './engine-client';
import { findRunningEngine } from './running-engine';

/** The enabled plugin files, and a method that changes them. */
export interface PluginSettings {
  readonly enabled: readonly AddedPlugin[];
  readonly unconfirmed: readonly AddedPlugin[];
  /** Enables exactly these files; `decided` is the file whose confirmation is no longer pending. */
  save(enabled: readonly AddedPlugin[], decided: string): Promise<void>;
}

const names = z.array(z.string()).optional();
const files = z.array(
  z.object({
    ...{ file: z.string(), sha256: z.string(), trusted: z.boolean().optional(), stopped: z.string().optional() },
    ...{ hosts: names, secrets: names },
  }),
);
const settingsAnswer = z.object({
  settings: z.object({
    enabledPlugins: files,
    unconfirmed: z.object({ plugins: files, browserPath: z.string() }),
  }),
});
type PluginsSet = z.output<typeof settingsAnswer>['settings'];

/**
 * Calls `work` with the plugin settings: through the running engine, which owns them, or else from the settings file.
 */
export async function pluginSettings(
  options: EngineOptions,
  signal: AbortSignal,
  work: (settings: PluginSettings) => Promise<void>,
): Promise<void> {
  const run = readRunOptions({ dataDir: options.dataDir });
  if (!options.apiUrl && !(await findRunningEngine(run.dataDir, signal))) {
    const log: Log = { debug: () => undefined, info: progress, warn: progress };
    const service = new SettingsService(run, log);
    return work(settingsOf(service.stored, (change) => service.update(change)));
  }
  await withEngine({ ...options, mayStart: false }, signal, async (client) => {
    const path = '/local/settings';
    const { settings } = settingsAnswer.parse(await client.call({ method: 'GET', path }, signal));
    await work(settingsOf(settings, (change) => client.call({ method: 'PATCH', path, body: change }, signal)));
  });
}

function settingsOf(
  { enabledPlugins, unconfirmed }: PluginsSet,
  update: (change: object) => Promise<unknown>,
): PluginSettings {
  return {
    enabled: enabledPlugins,
    unconfirmed: unconfirmed.plugins,
    async save(enabled, decided) {
      const plugins = unconfirmed.plugins.filter(({ file }) => file !== decided);
      await update({ enabledPlugins: enabled, unconfirmed: { ...unconfirmed, plugins } });
    },
  };
}
