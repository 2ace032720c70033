import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { ModelPlugin } from '../../contract/model-plugin';
import type { ProxyPlugin } from '../../contract/plugin';
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
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Message of a test that exceeds its timeout. */
  readonly late?: string;
}

/** Runs and times a test; an error that it throws becomes the message of the report. */
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

/** Kinds of plugins that can be tested with settings that need not be saved. */
interface TestedPlugins {
  readonly model: ModelPlugin;
  readonly search: SearchPlugin;
  readonly proxy: ProxyPlugin;
}

/** Opens plugins for a test. */
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

  /** A plugin, and the given settings with their secrets. Throws NOT_FOUND, and BAD_REQUEST when the settings do not fit. */
  async open<Kind extends keyof TestedPlugins>(kind: Kind, id: string, given: Config) {
    const plugin = this.#registries[kind].get(id);
    if (!plugin) throw new AppError('NOT_FOUND', `There is no ${kind} plugin "${id}".`);
    return { plugin, config: await this.entries.reveal(kind, id, given, this.settings.stored) };
  }
}
