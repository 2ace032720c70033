import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import type { Hooks } from '../hooks';
import type { Model, PluginServices } from '../plugin';
import { PluginConfigs } from '../plugins/plugin-configs';
import { PluginServicesToken } from '../plugins/plugin-services';
import { Registries } from '../plugins/registry';
import { schemaError } from './schema-error';

/** Runs the extract model a user has configured. */
@injectable()
export class ModelHost {
  readonly #running = new Map<string, Model>();

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) private readonly services: PluginServices,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
  ) {}

  /** Refuses a schema that does not compile before anything is fetched. */
  apply(hooks: Hooks): void {
    hooks.spec.tap('models', (spec) => {
      for (const { type, as, schema } of spec.formats) {
        const wrong = schema === undefined ? undefined : schemaError(schema);
        if (wrong === undefined) continue;
        throw new AppError(
          'BAD_REQUEST',
          `The schema of the format "${as ?? type}" is not a valid JSON schema: ${wrong}.`,
        );
      }
      return spec;
    });
  }

  /** The model to ask: the first that is configured, else the one that needs no configuration; throws MODEL_NOT_CONFIGURED. */
  current(): Model {
    const plugins = this.registries.model.list();
    for (const plugin of [
      ...plugins.filter(({ fallback }) => !fallback),
      ...plugins.filter(({ fallback }) => fallback),
    ]) {
      const parsed = plugin.config.safeParse(this.configs.stored(plugin.id));
      if (!parsed.success) continue;
      const running = this.#running.get(plugin.id) ?? plugin.create(parsed.data as never, this.services);
      this.#running.set(plugin.id, running);
      return running;
    }
    throw new AppError('MODEL_NOT_CONFIGURED');
  }
}
