import { inject, injectable } from 'inversify';
import type { FetchPlan, ScrapeSpec, Task } from '../../common/model';
import { locationOf } from '../../common/values/locations';
import { Hooks } from '../../contract/hooks';
import { ProxySources } from '../../net/engines/proxy-sources';
import { userAgent } from '../../net/politeness/user-agents';
import { Registries } from '../../platform/plugins/registry';
import { AddressGuard } from '../../ports/address-guard';

/** Plans how to fetch the page of a task: applies the options, calls the hooks, and then selects the engine. */
@injectable()
export class Planner {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Registries) private readonly registries: Registries,
    @inject(ProxySources) private readonly proxies: ProxySources,
    @inject(AddressGuard) private readonly addresses: AddressGuard,
  ) {}

  /**
   * Returns the fetch plan of a task. Throws PRIVATE_ADDRESS_BLOCKED if the caller's own proxy has a private address.
   */
  async plan(task: Task): Promise<FetchPlan> {
    await this.proxies.ready;
    if (task.spec.ownProxy) await this.#checkProxy(new URL(task.spec.ownProxy.url));
    const shaped = await this.hooks.plan.promise(this.#draft(task), task);
    const engine = (await this.hooks.engine.promise(shaped, task)) ?? shaped.engine;
    return { ...shaped, engine };
  }

  /** Adds a proxy of the plan's tier to the plan. Throws SCRAPE_PROXY_ERROR if all proxies of the tier are paused. */
  withProxy(plan: FetchPlan): FetchPlan {
    const { ownProxy } = plan;
    return { ...plan, proxy: ownProxy ? { url: ownProxy.url } : this.proxies.pick(plan) };
  }

  async #checkProxy({ hostname, port, protocol }: URL): Promise<void> {
    const defaultPort = protocol.startsWith('socks') ? 1080 : protocol === 'https:' ? 443 : 80;
    await this.addresses.resolve(hostname.replace(/^\[|\]$/g, ''), Number(port || defaultPort));
  }

  #draft({ spec, jobId, isStep, hostLease }: Task): FetchPlan {
    return {
      url: spec.url,
      engine: 'http',
      headers: spec.headers,
      userAgent: userAgent({ mobile: spec.mobile }),
      waitForMs: spec.waitForMs,
      timeoutMs: spec.timeoutMs,
      mobile: spec.mobile,
      skipTlsVerification: spec.skipTlsVerification,
      blockAds: spec.blockAds,
      ...placeOf(spec),
      proxyTier: spec.proxy === 'stealth' && this.proxies.has('stealth') ? 'stealth' : 'basic',
      ...(spec.ownProxy ? { ownProxy: spec.ownProxy } : {}),
      actions: spec.actions,
      captures: this.registries.orderOf(spec).captures,
      ...(isStep ? { onlyReads: true } : {}),
      jobId,
      ...(hostLease ? { hostLease } : {}),
    };
  }
}

/**
 * Returns the location and time zone for a plan. The default location is the United States, and the default languages
 * are those of the country.
 */
function placeOf({ location }: ScrapeSpec): Pick<FetchPlan, 'location' | 'timeZone'> {
  const country = location?.country ?? 'US';
  const facts = locationOf(country);
  const languages = location?.languages.length ? location.languages : (facts?.languages ?? []);
  return { location: { country, languages }, timeZone: facts?.timeZone };
}
