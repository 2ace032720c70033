import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../core/platform/settings/read-settings';
import type { RunOptions } from '../../core/platform/settings/settings';

/** Settings that an engine would start with. */
export interface StartSettings {
  readonly port: number;
  /** Path of the browser. Absent if the engine should detect a browser. */
  readonly browserPath?: string;
}

/**
 * Returns the stored settings, overridden by the options of this command. Ignores a damaged settings file, because the
 * engine will report it.
 */
export async function startSettings({ dataDir, port, browserPath }: RunOptions): Promise<StartSettings> {
  const text = await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{}');
  const { settings } = readSettings(text);
  return { port: port ?? settings.port, browserPath: browserPath ?? (settings.browserPath || undefined) };
}
