import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { Plugin } from '../../contract/plugin';
import { withEnvironment } from '../settings/environment-config';
import { type Config, SettingSecrets } from '../settings/setting-secrets';
import { pluginKey } from '../settings/settings';
import { SettingsService } from '../settings/settings-service';
import { pluginId, Registries } from './registry';

/**
 * Settings (including secrets) of plugins that have only one configuration. Each plugin's `config` schema validates its
 * settings.
 */
@injectable()
export class PluginConfigs {
  /** Validated settings or the validation error, keyed by `pluginKey`. */
  #loaded: ReadonlyMap<string, Config | AppError> = new Map();

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SettingSecrets) private readonly secrets: SettingSecrets,
  ) {}

  /**
   * Loads the stored settings, and their secrets from the vault. Called at startup and after each change. Has no effect
   * while the database is unavailable.
   */
  async load(): Promise<void> {
    const loaded = this.registries.all().map(async (plugin) => {
      return [pluginKey(plugin.kind, pluginId(plugin)), await this.#read(plugin)] as const;
    });
    this.#loaded = new Map(await Promise.all(loaded));
  }

  /**
   * Returns the settings of a plugin, including defaults. Throws BAD_REQUEST if they are invalid. The error names the
   * plugin.
   */
  of(kind: Plugin['kind'], id: string): Config {
    const config = this.#loaded.get(pluginKey(kind, id)) ?? {};
    if (config instanceof AppError) throw config;
    return config;
  }

  /** True when a plugin's settings are valid. */
  fit(kind: Plugin['kind'], id: string): boolean {
    return !(this.#loaded.get(pluginKey(kind, id)) instanceof AppError);
  }

  /** Returns a sentence that says why a selected plugin cannot be used. Undefined if it can be used. */
  problemOf(kind: 'model' | 'search', id: string): string | undefined {
    if (!this.registries[kind].get(id)) return `The ${kind} "${id}" is not installed; choose another in Settings.`;
    if (this.fit(kind, id)) return undefined;
    return `The ${kind} "${id}" is not set up; complete its settings, or choose another in Settings.`;
  }

  async #read(plugin: Plugin): Promise<Config | AppError> {
    const schema = 'config' in plugin ? plugin.config : undefined;
    if (!schema) return {};
    const name = `The settings for ${plugin.kind} "${pluginId(plugin)}"`;
    try {
      const stored = this.settings.stored.plugins[pluginKey(plugin.kind, pluginId(plugin))] ?? {};
      const inForce = withEnvironment(schema, stored, this.settings.run.variables ?? {});
      const parsed = schema.safeParse(await this.secrets.reveal(schema, inForce));
      if (parsed.success) return parsed.data;
      const { issues } = parsed.error;
      const what = issues[0] ? ` (${issues[0].path.join('.')}: ${issues[0].message})` : '';
      return new AppError('BAD_REQUEST', `${name} are invalid${what}; correct them in Settings.`, { details: issues });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DATABASE_UNAVAILABLE') throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return new AppError('BAD_REQUEST', `${name} cannot be read: ${reason}`, { cause: thrown });
    }
  }
}
