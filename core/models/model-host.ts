import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import type { Hooks } from '../hooks';
import type { Model, PluginServices } from '../plugin';
import { PluginConfigs } from '../plugins/plugin-configs';
import { PluginServicesToken } from '../plugins/plugin-services';
import { Registries } from '../plugins/registry';

/** Runs the extract model a user has configured. */
@injectable()
export class ModelHost {
  readonly #running = new Map<string, Model>();

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) private readonly services: PluginServices,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
  ) {}

  /** True when some model plugin is there and its settings fit. */
  available(): boolean {
    return this.registries.model.list().some(({ id, config }) => config.safeParse(this.configs.stored(id)).success);
  }

  /** Refuses formats that need a model before anything is fetched, when there is none. */
  apply(hooks: Hooks): void {
    hooks.spec.tap('models', (spec) => {
      const format = spec.formats.find(({ type }) => this.registries.format.get(type)?.needs.includes('model'));
      if (!format || this.available()) return spec;
      const sentence = `The format "${format.as ?? format.type}" needs a model, and none is configured; leave it out or set one up in Settings.`;
      throw new AppError('MODEL_NOT_CONFIGURED', sentence);
    });
  }

  /** The model to ask; throws MODEL_NOT_CONFIGURED. */
  current(): Model {
    for (const plugin of this.registries.model.list()) {
      const parsed = plugin.config.safeParse(this.configs.stored(plugin.id));
      if (!parsed.success) continue;
      const running = this.#running.get(plugin.id) ?? plugin.create(parsed.data as never, this.services);
      this.#running.set(plugin.id, running);
      return running;
    }
    throw new AppError('MODEL_NOT_CONFIGURED');
  }
}
