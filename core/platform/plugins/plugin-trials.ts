import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { ModelPlugin } from '../../contract/model-plugin';
import type { ProxyPlugin, SinkPlugin } from '../../contract/plugin';
import type { SearchPlugin } from '../../contract/search-plugin';
import type { Config } from '../settings/setting-secrets';
import { SettingsService } from '../settings/settings-service';
import { PluginEntries } from './plugin-entries';
import { Registries, type Registry } from './registry';

interface Outcome {
  readonly ok: boolean;
  readonly message: string;
}

interface TrialLimits {
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Message for a test that exceeds its timeout. */
  readonly late?: string;
}

/** Runs a test and measures its duration. If the test throws, the error becomes the report's message. */
export async function runTrial<Facts extends Outcome>(
  run: (signal: AbortSignal) => Promise<Facts>,
  { signal, timeoutMs, late }: TrialLimits,
): Promise<(Facts | Outcome) & { readonly durationMs: number }> {
  const started = performance.now();
  const ending = timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const outcome = await run(ending).catch((thrown: unknown) => ({
    ok: false,
    message: late !== undefined && ending.aborted ? late : toAppError(thrown).reason,
  }));
  return { ...outcome, durationMs: Math.round(performance.now() - started) };
}

/** Plugins that can be tested with unsaved settings, by kind. */
interface TestedPlugins {
  readonly model: ModelPlugin;
  readonly search: SearchPlugin;
  readonly proxy: ProxyPlugin;
  readonly sink: SinkPlugin;
}

/** Finds plugins and prepares their settings for tests. */
@injectable()
export class PluginTrials {
  readonly #registries: { readonly [Kind in keyof TestedPlugins]: Registry<TestedPlugins[Kind]> };

  constructor(
    @inject(Registries) registries: Registries,
    @inject(PluginEntries) private readonly entries: PluginEntries,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {
    this.#registries = registries;
  }

  /**
   * Returns a plugin and the given settings with secrets filled in. Throws NOT_FOUND if the plugin does not exist, and
   * BAD_REQUEST if the settings are invalid.
   */
  async open<Kind extends keyof TestedPlugins>(kind: Kind, id: string, given: Config) {
    const plugin = this.#registries[kind].get(id);
    if (!plugin) throw new AppError('NOT_FOUND', `There is no ${kind} plugin "${id}".`);
    return { plugin, config: await this.entries.reveal(kind, id, given, this.settings.stored) };
  }
}
