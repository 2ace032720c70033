import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { SettingsService } from '../settings/settings-service';
import { Registries } from './registry';

/** Settings of plugins, checked by each plugin's own `config` schema. */
@injectable()
export class PluginConfigs {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /** The settings as stored, unchecked. */
  stored(id: string): Readonly<Record<string, unknown>> {
    return this.settings.ofPlugin(id);
  }

  /** The settings of a format with defaults filled in; throws BAD_REQUEST naming the format when they do not fit. */
  format(id: string): unknown {
    const schema = this.registries.format.get(id)?.config;
    if (!schema) return {};
    const parsed = schema.safeParse(this.stored(id));
    if (parsed.success) return parsed.data;
    throw new AppError('BAD_REQUEST', `The settings of format "${id}" do not fit; mend them in Settings.`, {
      details: parsed.error.issues,
    });
  }
}
