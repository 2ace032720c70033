import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../common/errors';
import type { PluginServices, Sink, SinkPlugin, SinkServices } from '../../contract/plugin';
import { PluginServicesToken } from '../../platform/plugins/plugin-services';
import { Registries } from '../../platform/plugins/registry';
import { type Config, SettingSecrets, secretNames } from '../../platform/settings/setting-secrets';
import { SettingsService } from '../../platform/settings/settings-service';
import { EventBus } from '../../ports/delivery/event-bus';

/** Maximum number of cached sinks. Sinks are cheap to recreate. */
const maxSinks = 256;

/** Open sinks, one per combination of plugin and settings. */
@injectable()
export class Sinks {
  readonly #running = new LRUCache<string, Promise<Sink>>({ max: maxSinks });

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) private readonly services: PluginServices,
    @inject(EventBus) private readonly events: EventBus,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SettingSecrets) private readonly secrets: SettingSecrets,
  ) {}

  /** Returns a plugin's sink with the given settings. Throws BAD_REQUEST for an unknown plugin or invalid settings. */
  get(id: string, config: Config): Promise<Sink> {
    const key = JSON.stringify([id, config]);
    const running = this.#running.get(key) ?? this.#create(id, config);
    this.#running.set(key, running);
    running.catch(() => this.#running.delete(key));
    return running;
  }

  async #create(id: string, config: Config): Promise<Sink> {
    const plugin = this.registries.sink.get(id);
    if (!plugin) throw new AppError('BAD_REQUEST', `There is no sink plugin "${id}"; remove the sink in Settings.`);
    const parsed = plugin.config.safeParse(await this.#withSecrets(plugin, config));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const what = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
      throw new AppError('BAD_REQUEST', `The settings for sink "${id}" are invalid${what}; correct them in Settings.`, {
        details: parsed.error.issues,
      });
    }
    return this.create(plugin, parsed.data);
  }

  /** Creates a sink with validated settings, without caching it. */
  create(plugin: SinkPlugin, config: Config): Sink {
    const services: SinkServices = {
      ...this.services,
      notify: ({ title, body }) => this.events.emit('notice', undefined, { title, body }),
    };
    return plugin.create(config as never, services);
  }

  /**
   * Resolves secret references. Done only for configured sinks, because a caller's webhook could otherwise send any
   * secret to any URL.
   */
  async #withSecrets(plugin: SinkPlugin, config: Config): Promise<Config> {
    if (secretNames(config).length === 0) return config;
    const { sinks } = this.settings.stored;
    const isSet = sinks.some((sink) => sink.plugin === plugin.id && isDeepStrictEqual(sink.config, config));
    if (isSet) return this.secrets.reveal(plugin.config, config);
    throw new AppError(
      'BAD_REQUEST',
      `The sink "${plugin.id}" has been changed or removed in Settings since this event was created.`,
    );
  }
}
