import { inject, injectable } from 'inversify';
import type { TestReport } from '../../common/api/workspace-answers';
import type { SearchPlugin } from '../../contract/search-plugin';
import { PluginTrials, runTrial } from '../../platform/plugins/plugin-trials';
import type { Config } from '../../platform/settings/setting-secrets';
import { SettingsService } from '../../platform/settings/settings-service';
import { createGuardedFetch } from '../engines/http/guarded-fetch';
import { GuardedAddresses } from '../politeness/guarded-addresses';
import { SearchHost } from './search-host';
import { hostsIn } from './search-http';

const sample = { text: 'wikipedia', limit: 5, language: 'en', country: 'us' } as const;
const timeoutMs = 20_000;
const late = `The search did not respond within ${timeoutMs / 1000} seconds.`;

/** Tests a search plugin with settings that may be unsaved. */
@injectable()
export class SearchTest {
  constructor(
    @inject(PluginTrials) private readonly trials: PluginTrials,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SearchHost) private readonly searches: SearchHost,
  ) {}

  /**
   * Tests a search plugin. Throws BAD_REQUEST when the settings are invalid. Failures of the search are reported in the
   * result.
   */
  async run(id: string, given: Config, signal: AbortSignal): Promise<TestReport> {
    const { plugin, config } = await this.trials.open('search', id, given);
    return runTrial((ending) => this.#asked(plugin, config, ending), { signal, timeoutMs, late });
  }

  /**
   * Runs a sample query with settings that may be unsaved. Allows private addresses in these settings for this query
   * only.
   */
  async #asked(plugin: SearchPlugin, config: Config, signal: AbortSignal) {
    const { allowPrivateNetwork, allowedHosts } = this.settings.current;
    const http = createGuardedFetch(
      new GuardedAddresses({ allowPrivateNetwork, allowedHosts: [...allowedHosts, ...hostsIn(config)] }),
    );
    try {
      const source = plugin.sources[0] ?? 'web';
      const { hits, warning } = await this.searches.create(plugin, config, http).search({ ...sample, source }, signal);
      const works =
        hits.length === 1
          ? `The search works: 1 result for "${sample.text}".`
          : `The search works: ${hits.length} results for "${sample.text}".`;
      return { ok: true, message: `${works} ${warning ?? ''}`.trim() };
    } finally {
      await http.close();
    }
  }
}
