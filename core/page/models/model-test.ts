import { inject, injectable } from 'inversify';
import type { ModelTestReport } from '../../common/api/workspace-answers';
import { AppError } from '../../common/errors';
import type { Model } from '../../contract/plugin';
import { PluginEntries } from '../../platform/plugins/plugin-entries';
import { Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import { ModelHost } from './model-host';

const sample = {
  url: 'https://example.com/copper-kettle',
  text: '# Copper kettle\n\nA kettle of hammered copper that holds 1.5 litres.\n\nPrice: 49.90 EUR',
  schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
};
const expectedPrice = 49.9;

/** Asks a model with settings that need not be saved yet. */
@injectable()
export class ModelTest {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginEntries) private readonly entries: PluginEntries,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(ModelHost) private readonly models: ModelHost,
  ) {}

  /** Throws BAD_REQUEST when the settings do not fit; what the model does wrong is in the report. */
  async run(id: string, config: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ModelTestReport> {
    const plugin = this.registries.model.get(id);
    if (!plugin) throw new AppError('NOT_FOUND', `There is no model plugin "${id}".`);
    const model = this.models.create(plugin, await this.entries.reveal('model', id, config, this.settings.stored));
    const started = performance.now();
    const models = await listed(model, signal);
    const report = await answered(model, signal);
    return { ...report, models, durationMs: Math.round(performance.now() - started) };
  }
}

/** Many services answer questions and list nothing: not a failure of the model. */
const listed = async (model: Model, signal: AbortSignal): Promise<readonly string[]> =>
  (await model.list?.(signal).catch(() => [])) ?? [];

async function answered(model: Model, signal: AbortSignal) {
  const { url, text, schema } = sample;
  const rules = { data: {}, sources: [], missing: [] };
  try {
    const { value, tokensUsed } = await model.extract({ answer: 'data', text, schema, url, rules }, signal);
    const ok = (value as { readonly price?: unknown } | undefined)?.price === expectedPrice;
    const message = ok
      ? 'The model answers, and reads the sample page well.'
      : `The model answers, but misreads the sample page: ${JSON.stringify(value)}. Choose a larger one.`;
    return { ok, message, tokensUsed };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { ok: false, message: thrown.reason };
  }
}
