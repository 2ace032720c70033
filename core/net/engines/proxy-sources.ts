import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import type { ProxyHealth } from '../../common/api/workspace-answers';
import { AppError } from '../../common/errors';
import type { FetchPlan } from '../../common/model';
import type { ProxyEndpoint, ProxyOutcome, ProxySource } from '../../contract/plugin';
import { Registries } from '../../platform/plugins/registry';
import { SettingSecrets } from '../../platform/settings/setting-secrets';
import type { Settings } from '../../platform/settings/settings';
import { SettingsService } from '../../platform/settings/settings-service';

/** A proxy source, and the tier and country that it serves. */
export interface ConfiguredSource {
  readonly tier: 'basic' | 'stealth';
  readonly country?: string;
  readonly source: ProxySource;
  /** Key for the proxy's statistics. */
  readonly key: string;
}

const unused: ProxyHealth = { ok: 0, blocked: 0, failed: 0 };

/** Returns the key for a proxy's statistics, which depends only on the proxy's plugin and settings. */
const keyOf = ({ plugin, config }: Settings['proxies'][number]): string => JSON.stringify([plugin, config]);

/** Chooses a proxy for each request from the configured sources. */
@injectable()
export class ProxySources {
  #configured: readonly ConfiguredSource[] = [];
  readonly #origin = new WeakMap<ProxyEndpoint, ConfiguredSource>();
  readonly #health = new Map<string, ProxyHealth>();

  #ready: Promise<void> = Promise.resolve();
  /** Settings from which the current sources were created. */
  #source: unknown;

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingSecrets) private readonly secrets: SettingSecrets,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /** Resolves once the sources from the latest settings are in use. Rejects if they cannot be used. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * Applies the proxy sources in the stored settings. `ready` reports the outcome. Nothing is fetched if a source is
   * unusable or the proxy settings are damaged, because requests must not bypass their proxy.
   */
  configure(): void {
    const { stored, damaged } = this.settings;
    const lost = damaged.filter(({ setting }) => setting === 'proxies').map(({ message }) => message);
    const source = { proxies: stored.proxies, lost };
    // Skips settings that leave the sources unchanged. Each source tracks which of its proxies are paused, and a new
    // source would lose this information.
    if (isDeepStrictEqual(source, this.#source)) return;
    this.#source = source;
    const known = new Set(stored.proxies.map(keyOf));
    for (const key of this.#health.keys()) if (!known.has(key)) this.#health.delete(key);
    const built = lost[0] === undefined ? this.#build(stored) : Promise.reject(proxiesLost(lost[0]));
    this.#ready = built.then((configured) => {
      if (this.#source === source) this.#configured = configured;
    });
    // The error is reported through `ready` when a request is planned.
    this.#ready.catch(() => undefined);
  }

  async #build({ proxies }: Settings): Promise<readonly ConfiguredSource[]> {
    return Promise.all(
      proxies
        .filter(({ enabled }) => enabled)
        .map(async (proxy) => {
          const { plugin: id, tier, country, config } = proxy;
          const plugin = this.registries.proxy.get(id);
          if (!plugin) throw unusable(`there is no proxy plugin "${id}"`);
          const revealed = await this.secrets.reveal(plugin.config, config).catch((thrown: unknown) => {
            throw unusable(thrown instanceof Error ? thrown.message : String(thrown));
          });
          const parsed = plugin.config.safeParse(revealed);
          if (!parsed.success) throw unusable(`the settings for proxy "${id}" are invalid`);
          return { tier, country, source: plugin.create(parsed.data as never), key: keyOf(proxy) };
        }),
    );
  }

  /** True when there is a source for the tier. */
  has(tier: 'basic' | 'stealth'): boolean {
    return this.#configured.some((entry) => entry.tier === tier);
  }

  /**
   * Returns a proxy for a plan. Prefers a proxy in the plan's country to a proxy without a country. Undefined means a
   * direct connection.
   */
  pick(plan: Pick<FetchPlan, 'url' | 'proxyTier' | 'location'>): ProxyEndpoint | undefined {
    const serving = this.#configured.filter(({ tier }) => tier === plan.proxyTier);
    const country = plan.location?.country;
    const entry = serving.find((one) => country && one.country === country) ?? serving.find((one) => !one.country);
    const endpoint = entry?.source.pick({ host: new URL(plan.url).hostname });
    if (entry && endpoint) this.#origin.set(endpoint, entry);
    return endpoint;
  }

  /**
   * Reports the outcome of a request through a proxy to the proxy's source. If the request failed, `error` is the
   * message.
   */
  report(endpoint: ProxyEndpoint | undefined, outcome: ProxyOutcome, error?: string): void {
    const entry = endpoint && this.#origin.get(endpoint);
    if (!entry) return;
    entry.source.report(endpoint, outcome);
    const { lastError, ...before } = this.#health.get(entry.key) ?? unused;
    const told = error ?? lastError;
    this.#health.set(entry.key, {
      ...before,
      [outcome]: before[outcome] + 1,
      lastAt: new Date().toISOString(),
      lastOutcome: outcome,
      ...(told === undefined ? {} : { lastError: told }),
    });
  }

  /**
   * Returns statistics for each configured proxy, in the order of the settings. The statistics cover the time since the
   * engine started.
   */
  health(): readonly ProxyHealth[] {
    return this.settings.stored.proxies.map((proxy) => this.#health.get(keyOf(proxy)) ?? unused);
  }
}

const unusable = (reason: string): AppError =>
  new AppError(
    'SCRAPE_PROXY_ERROR',
    `A configured proxy cannot be used (${reason}), so no pages are fetched; correct the proxy in Settings.`,
  );

const proxiesLost = (reason: string): AppError =>
  new AppError(
    'SCRAPE_PROXY_ERROR',
    `Proxies were lost because the settings file was damaged (${reason}). No pages are fetched until you save the proxies again in Settings.`,
  );
