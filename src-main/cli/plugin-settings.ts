import { z } from 'zod';
import type { Log } from '../../core/log';
import type { PluginFile } from '../../core/plugins/third-party';
import { readRunOptions } from '../../core/settings/settings';
import { SettingsService } from '../../core/settings/settings-service';
import { type EngineOptions, progress } from './command-context';
import { withEngine } from './engine-client';
import { findRunningEngine } from './running-engine';

/** The enabled plugin files and how to change them. */
export interface PluginSettings {
  readonly enabled: readonly PluginFile[];
  save(enabled: readonly PluginFile[]): Promise<void>;
}

const settingsAnswer = z.object({
  settings: z.object({ enabledPlugins: z.array(z.object({ file: z.string(), sha256: z.string() })) }),
});

/** Does something with the settings: through the running engine, which holds them, else on the file. */
export async function pluginSettings(
  options: EngineOptions,
  signal: AbortSignal,
  work: (settings: PluginSettings) => Promise<void>,
): Promise<void> {
  const run = readRunOptions({ dataDir: options.dataDir });
  if (!options.apiUrl && !(await findRunningEngine(run.dataDir, signal))) {
    const log: Log = { debug: () => undefined, info: progress, warn: progress };
    const service = new SettingsService(run, log);
    const save = async (enabledPlugins: readonly PluginFile[]) => void (await service.update({ enabledPlugins }));
    return work({ enabled: service.stored.enabledPlugins, save });
  }
  await withEngine({ ...options, mayStart: false }, signal, async (client) => {
    const path = '/local/settings';
    const { settings } = settingsAnswer.parse(await client.call({ method: 'GET', path }, signal));
    const save = async (enabledPlugins: readonly PluginFile[]) =>
      void (await client.call({ method: 'PATCH', path, body: { enabledPlugins } }, signal));
    await work({ enabled: settings.enabledPlugins, save });
  });
}
