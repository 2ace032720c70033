import { inject, injectable } from 'inversify';
import type { ModelTestReport } from '../../common/api/workspace-answers';
import type { Model } from '../../contract/plugin';
import { PluginTrials, runTrial } from '../../platform/plugins/plugin-trials';
import type { Config } from '../../platform/settings/setting-secrets';
import { ModelHost } from './model-host';

const sample = {
  url: 'https://example.com/copper-kettle',
  text: '# Copper kettle\n\nA kettle of hammered copper that holds 1.5 litres.\n\nPrice: 49.90 EUR',
  schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
};
const expectedPrice = 49.9;

/** Tests a model with the given settings, which need not be saved. */
@injectable()
export class ModelTest {
  constructor(
    @inject(PluginTrials) private readonly trials: PluginTrials,
    @inject(ModelHost) private readonly models: ModelHost,
  ) {}

  /**
   * Calls the model with a sample page. Rejects with BAD_REQUEST if the settings are invalid. Other failures are
   * returned in the result.
   */
  async run(id: string, given: Config, signal: AbortSignal): Promise<ModelTestReport> {
    const { plugin, config } = await this.trials.open('model', id, given);
    const model = this.models.create(plugin, config);
    let models: readonly string[] = [];
    const report = await runTrial(
      async () => {
        models = await listed(model, signal);
        return answered(model, signal);
      },
      { signal },
    );
    return { ...report, models };
  }
}

/** Returns the models of a service. Empty if the service cannot list its models, which is not an error. */
const listed = async (model: Model, signal: AbortSignal): Promise<readonly string[]> =>
  (await model.list?.(signal).catch(() => [])) ?? [];

async function answered(model: Model, signal: AbortSignal) {
  const { url, text, schema } = sample;
  const rules = { data: {}, sources: [], missing: [] };
  const { value, tokensUsed } = await model.extract({ answer: 'data', text, schema, url, rules }, signal);
  const ok = (value as { readonly price?: unknown } | undefined)?.price === expectedPrice;
  const message = ok
    ? 'The model answered and read the sample page correctly.'
    : `The model answered but misread the sample page: ${JSON.stringify(value)}. Choose a larger model.`;
  return { ok, message, tokensUsed };
}
