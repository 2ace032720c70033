import { inject, injectable } from 'inversify';
import type { TestReport } from '../../common/api/workspace-answers';
import { AppError } from '../../common/errors';
import type { SearchPlugin } from '../../contract/search-plugin';
import { PluginEntries } from '../../platform/plugins/plugin-entries';
import { Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import { createGuardedFetch } from '../engines/http/guarded-fetch';
import { GuardedAddresses } from '../politeness/guarded-addresses';
import { SearchHost } from './search-host';
import { hostsIn } from './search-http';

const sample = { text: 'wikipedia', limit: 5, language: 'en', country: 'us' } as const;
const timeoutMs = 20_000;

/** Asks a search with settings that need not be saved yet. */
@injectable()
export class SearchTest {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginEntries) private readonly entries: PluginEntries,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SearchHost) private readonly searches: SearchHost,
  ) {}

  /** Throws BAD_REQUEST when the settings do not fit; what the search does wrong is in the report. */
  async run(id: string, config: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<TestReport> {
    const plugin = this.registries.search.get(id);
    if (!plugin) throw new AppError('NOT_FOUND', `There is no search plugin "${id}".`);
    const given = await this.entries.reveal('search', id, config, this.settings.stored);
    const started = performance.now();
    const report = await this.#asked(plugin, given, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    return { ...report, durationMs: Math.round(performance.now() - started) };
  }

  /** The settings are not in force, so the private addresses in them are allowed for these calls only. */
  async #asked(plugin: SearchPlugin, config: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const { allowPrivateNetwork, allowedHosts } = this.settings.current;
    const http = createGuardedFetch(
      new GuardedAddresses({ allowPrivateNetwork, allowedHosts: [...allowedHosts, ...hostsIn(config)] }),
    );
    try {
      const source = plugin.sources[0] ?? 'web';
      const { hits, warning } = await this.searches.create(plugin, config, http).search({ ...sample, source }, signal);
      const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
      return { ok: true, message: `The search answers: ${count} for "${sample.text}". ${warning ?? ''}`.trim() };
    } catch (thrown) {
      if (signal.aborted)
        return { ok: false, message: `The search did not answer within ${timeoutMs / 1000} seconds.` };
      if (!(thrown instanceof AppError)) throw thrown;
      return { ok: false, message: thrown.reason };
    } finally {
      await http.close();
    }
  }
}
