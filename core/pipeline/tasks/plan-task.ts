import { inject, injectable } from 'inversify';
import type { FetchPlan, ScrapeSpec, Task } from '../../common/model';
import { locationOf } from '../../common/values/locations';
import { Hooks } from '../../contract/hooks';
import { ProxySources } from '../../net/engines/proxy-sources';
import { userAgent } from '../../net/politeness/user-agents';
import { Registries } from '../../platform/plugins/registry';

/** Makes the fetch plan of a task: options, then hooks, then the engine. */
@injectable()
export class Planner {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Registries) private readonly registries: Registries,
    @inject(ProxySources) private readonly proxies: ProxySources,
  ) {}

  async plan(task: Task): Promise<FetchPlan> {
    await this.proxies.ready;
    const shaped = await this.hooks.plan.promise(this.#draft(task), task);
    const engine = (await this.hooks.engine.promise(shaped, task)) ?? shaped.engine;
    return { ...shaped, engine };
  }

  /** Returns the plan with a proxy of its tier; throws SCRAPE_PROXY_ERROR when all are paused. */
  withProxy(plan: FetchPlan): FetchPlan {
    return { ...plan, proxy: this.proxies.pick(plan) };
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
      actions: spec.actions,
      captures: this.registries.orderOf(spec).captures,
      ...(isStep ? { onlyReads: true } : {}),
      jobId,
      ...(hostLease ? { hostLease } : {}),
    };
  }
}

/** Location and time zone of a plan. Defaults: United States, and the languages of the country. */
function placeOf({ location }: ScrapeSpec): Pick<FetchPlan, 'location' | 'timeZone'> {
  const country = location?.country ?? 'US';
  const facts = locationOf(country);
  const languages = location?.languages.length ? location.languages : (facts?.languages ?? []);
  return { location: { country, languages }, timeZone: facts?.timeZone };
}
