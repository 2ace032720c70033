import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { GuardedHttp, PluginServices } from '../../contract/plugin';
import type { SearchAnswer, SearchPlugin, SearchProvider, SearchQuery } from '../../contract/search-plugin';
import { PluginConfigs } from '../../platform/plugins/plugin-configs';
import { PluginServicesToken } from '../../platform/plugins/plugin-services';
import { Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import { CachedPages } from '../../ports/cached-pages';
import { SearchHttp } from './search-http';

/** Results of a search, and the provider that returned them. */
export interface HostedAnswer extends SearchAnswer {
  readonly provider: string;
}

/** Runs the configured search plugins. */
@injectable()
export class SearchHost {
  readonly #running = new Map<string, { readonly config: unknown; readonly provider: SearchProvider }>();

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(PluginServicesToken) private readonly services: PluginServices,
    @inject(SearchHttp) private readonly http: GuardedHttp,
    @inject(PluginConfigs) private readonly configs: PluginConfigs,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(CachedPages) private readonly ownPages: CachedPages,
  ) {}

  /**
   * Queries the selected search plugin. If it fails, queries the next plugin. Throws SEARCH_FAILED when all plugins
   * fail.
   */
  async search(query: SearchQuery, signal: AbortSignal): Promise<HostedAnswer> {
    const plugins = this.#plugins();
    const able = plugins.filter(({ sources }) => sources.includes(query.source));
    const unable = able.length === 0 ? `No configured search service supports ${query.source}.` : undefined;
    if (unable) return { provider: '', hits: [], warning: unable };
    const problems: string[] = [];
    for (const plugin of able) {
      try {
        const { hits, warning } = await this.#provider(plugin).search(query, signal);
        const sentences = [...problems, warning, plugin.fallback && problems.length === 0 ? onlyOwn : undefined];
        return { provider: plugin.id, hits, warning: sentences.filter(Boolean).join(' ') || undefined };
      } catch (thrown) {
        signal.throwIfAborted();
        problems.push(`${plugin.id}: ${toAppError(thrown, 'SEARCH_FAILED').reason}`);
      }
    }
    throw new AppError('SEARCH_FAILED', problems.join(' '));
  }

  /** Creates a search service. `config` must already be validated against the plugin's schema. */
  create(plugin: SearchPlugin, config: unknown, http: GuardedHttp): SearchProvider {
    return plugin.create(config as never, { ...this.services, http, ownPages: this.ownPages });
  }

  /**
   * Returns the search plugins in the order of use. The selected plugin comes first. If none is selected, plugins with
   * required settings come first. Plugins marked `fallback` come last.
   */
  #plugins(): readonly SearchPlugin[] {
    const wanted = this.settings.current.search;
    const all = this.registries.search.list();
    const ready = all.filter(({ id }) => this.configs.fit('search', id));
    if (wanted !== '') return [this.#named(wanted), ...ready.filter(({ id, fallback }) => fallback && id !== wanted)];
    const turn = ({ fallback, config }: SearchPlugin): number => {
      if (fallback) return 2;
      return config.safeParse({}).success ? 1 : 0;
    };
    return ready.filter(({ optIn }) => !optIn).sort((a, b) => turn(a) - turn(b));
  }

  #named(id: string): SearchPlugin {
    const plugin = this.registries.search.get(id);
    const problem = this.configs.problemOf('search', id);
    if (plugin && !problem) return plugin;
    throw new AppError('SEARCH_FAILED', problem);
  }

  #provider(plugin: SearchPlugin): SearchProvider {
    const config = this.configs.of('search', plugin.id);
    const running = this.#running.get(plugin.id);
    // The settings object is replaced whenever the settings change.
    if (running?.config === config) return running.provider;
    const provider = this.create(plugin, config, this.http);
    this.#running.set(plugin.id, { config, provider });
    return provider;
  }
}

const onlyOwn =
  'No web search is set up, so only pages that Gleaner has read in the last two days were searched; set one up in Settings.';
