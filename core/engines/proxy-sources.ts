import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import type { FetchPlan } from '../common/model';
import type { ProxyEndpoint, ProxyOutcome, ProxySource } from '../plugin';
import { Registries } from '../plugins/registry';
import { SettingSecrets } from '../settings/setting-secrets';
import type { Settings } from '../settings/settings';

/** A proxy source with what it is for. */
export interface ConfiguredSource {
  readonly tier: 'basic' | 'stealth';
  readonly country?: string;
  readonly source: ProxySource;
}

/** The proxy sources a user has configured; knows which one serves a request. */
@injectable()
export class ProxySources {
  #configured: readonly ConfiguredSource[] = [];
  readonly #origin = new WeakMap<ProxyEndpoint, ProxySource>();

  #ready: Promise<void> = Promise.resolve();

  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingSecrets) private readonly secrets: SettingSecrets,
  ) {}

  /** Resolves once the sources of the last settings are in use; rejects when they could not be. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Uses the sources of the settings from now on; `ready` tells how that went. */
  configure(settings: Settings): void {
    if (settings.proxies.length === 0) {
      this.#configured = [];
      this.#ready = Promise.resolve();
      return;
    }
    this.#ready = this.build(settings).then((configured) => {
      this.#configured = configured;
    });
    // Whoever plans a request hears of it; nobody else has to.
    this.#ready.catch(() => undefined);
  }

  /** Builds the sources of some settings; throws BAD_REQUEST naming a source that does not fit. */
  async build(settings: Settings): Promise<readonly ConfiguredSource[]> {
    const { proxies } = await this.secrets.reveal(settings);
    return proxies.map(({ plugin: id, tier, country, config }) => {
      const plugin = this.registries.proxy.get(id);
      if (!plugin) throw new AppError('BAD_REQUEST', `There is no proxy plugin "${id}".`);
      const parsed = plugin.config.safeParse(config);
      if (!parsed.success) {
        throw new AppError('BAD_REQUEST', `The settings of proxy "${id}" do not fit.`, {
          details: parsed.error.issues,
        });
      }
      return { tier, country, source: plugin.create(parsed.data as never) };
    });
  }

  /** True when some source serves the tier. */
  has(tier: 'basic' | 'stealth'): boolean {
    return this.#configured.some((entry) => entry.tier === tier);
  }

  /** A proxy for a plan: one of its country first, then one of no country; undefined means a direct connection. */
  pick(plan: Pick<FetchPlan, 'url' | 'proxyTier' | 'location'>): ProxyEndpoint | undefined {
    const serving = this.#configured.filter(({ tier }) => tier === plan.proxyTier);
    const country = plan.location?.country;
    const entry = serving.find((one) => country && one.country === country) ?? serving.find((one) => !one.country);
    const endpoint = entry?.source.pick({ host: new URL(plan.url).hostname });
    if (entry && endpoint) this.#origin.set(endpoint, entry.source);
    return endpoint;
  }

  /** Tells a proxy's source how a request went. */
  report(endpoint: ProxyEndpoint | undefined, outcome: ProxyOutcome): void {
    if (endpoint) this.#origin.get(endpoint)?.report(endpoint, outcome);
  }
}
