import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { ProfileName } from '../../common/profiles';
import type { Hooks } from '../../contract/hooks';
import type { GuardedHttp, Model, ModelPlugin, ModelServices, PluginServices } from '../../contract/plugin';
import { PluginConfigs } from '../../platform/plugins/plugin-configs';
import { ModelHttp, PluginServicesToken } from '../../platform/plugins/plugin-services';
import { Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import { createLanguageModel } from './language/language-model';
import { assertSchema, errorsBy, SchemaChecker } from './schema-checker';

/** Name of a model profile, or `none` for the model that needs no settings. */
export type RequestedProfile = ProfileName | 'none';

/** Runs the extraction model that the user selected. */
@injectable()
export class ModelHost {
  readonly #running = new Map<string, { readonly config: unknown; readonly model: Model }>();

  readonly #services: ModelServices;

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) services: PluginServices,
    @inject(ModelHttp) http: GuardedHttp,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SchemaChecker) private readonly checker: SchemaChecker,
  ) {
    const errorsOf = (schema: object) => errorsBy(schema, checker);
    this.#services = { ...services, languageModel: (source) => createLanguageModel(source, http, errorsOf) };
  }

  /**
   * Checks a job spec before its pages are fetched. Rejects invalid schemas. If no model is usable, also rejects
   * formats that need a model.
   */
  apply(hooks: Hooks): void {
    hooks.spec.tapPromise('models', async (spec) => {
      for (const format of spec.formats) {
        const { type, as, schema, profile } = format;
        if (schema !== undefined) await assertSchema(schema, this.checker, `The schema of the format "${as ?? type}"`);
        if (this.registries.format.get(type)?.needs.includes('model'))
          this.chosen(profile as RequestedProfile | undefined);
      }
      return spec;
    });
  }

  /**
   * Returns the model of a profile, or the default model. Throws MODEL_NOT_CONFIGURED if that model is missing or not
   * configured.
   */
  current(profile?: RequestedProfile): Model {
    const plugin = this.chosen(profile);
    const config = this.configs.of('model', plugin.id);
    const running = this.#running.get(plugin.id);
    // Settings are replaced, never modified. An identical object therefore means unchanged settings.
    if (running?.config === config) return running.model;
    const model = this.create(plugin, config);
    this.#running.set(plugin.id, { config, model });
    return model;
  }

  /** Creates a model. The settings must already have been validated with the plugin's schema. */
  create(plugin: ModelPlugin, config: unknown): Model {
    return plugin.create(config as never, this.#services);
  }

  /**
   * Returns the plugin set for the profile, or else the one selected in the settings. If neither is set, returns any
   * configured plugin or, without one, the fallback plugin. The profile `none` always uses the fallback plugin,
   * which needs no settings. Throws MODEL_NOT_CONFIGURED if the selected plugin is missing or not configured.
   */
  chosen(profile?: RequestedProfile): ModelPlugin {
    const { model, profiles } = this.settings.current;
    const wanted = profile === 'none' ? '' : (profile && profiles[profile].model) || model;
    if (wanted !== '') return this.#named(wanted);
    const ready = this.registries.model.list().filter(({ id }) => this.configs.fit('model', id));
    const plugin = ready.find(({ fallback = false }) => fallback === (profile === 'none')) ?? ready[0];
    if (plugin) return plugin;
    throw new AppError('MODEL_NOT_CONFIGURED');
  }

  #named(id: string): ModelPlugin {
    const plugin = this.registries.model.get(id);
    const problem = this.configs.problemOf('model', id);
    if (plugin && !problem) return plugin;
    throw new AppError('MODEL_NOT_CONFIGURED', problem);
  }
}
