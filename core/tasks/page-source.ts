import { inject, injectable } from 'inversify';
import { toAppError } from '../common/errors';
import type { FetchPlan, Page, Task } from '../common/model';
import { cacheKey, mayReadCache } from '../documents/cache-key';
import { Engines, NotAPage } from '../engines/engine';
import { ProxySources } from '../engines/proxy-sources';
import { Hooks } from '../hooks';
import { PageCache } from '../storage/ports';

/** Where pages come from: the cache when a copy is good enough, else the engine of the plan. */
@injectable()
export class PageSource {
  constructor(
    @inject(Engines) private readonly engines: Engines,
    @inject(PageCache) private readonly cache: PageCache,
    @inject(ProxySources) private readonly proxies: ProxySources,
    @inject(Hooks) private readonly hooks: Hooks,
  ) {}

  async fetch(plan: FetchPlan, task: Task, signal: AbortSignal): Promise<Page> {
    const asked = mayReadCache(task.spec);
    const page = (asked ? await this.#cached(task) : undefined) ?? (await this.#fetched(plan, signal));
    const known: Page = asked && page.cacheState === undefined ? { ...page, cacheState: 'miss' } : page;
    await this.hooks.fetched.promise(known, task);
    return known;
  }

  async #cached({ spec }: Task): Promise<Page | undefined> {
    const copy = await this.cache.find(cacheKey(spec), spec.maxAgeMs);
    if (!copy) return undefined;
    return { ...copy, engine: 'http', proxyUsed: 'basic', warnings: [], cacheState: 'hit' };
  }

  async #fetched(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    const startedAt = performance.now();
    try {
      const page = await this.#byEngine(plan, signal);
      this.proxies.report(plan.proxy, [401, 403, 429].includes(page.statusCode) ? 'blocked' : 'ok');
      return { ...page, durationMs: performance.now() - startedAt };
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      const error = toAppError(thrown, 'SCRAPE_ALL_ENGINES_FAILED');
      if (error.code === 'SCRAPE_PROXY_ERROR') this.proxies.report(plan.proxy, 'failed');
      throw error;
    }
  }

  /** A file that the browser does not show is fetched plainly, unless actions need a page to act on. */
  async #byEngine(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    try {
      return await this.engines[plan.engine].fetch(plan, signal);
    } catch (thrown) {
      if (!(thrown instanceof NotAPage) || plan.actions.length > 0) throw thrown;
      const page = await this.engines.http.fetch({ ...plan, engine: 'http', captures: [] }, signal);
      const left = plan.captures.map(({ type }) => type).join(', ');
      const warning = left ? [`${plan.url} is a file, not a page, so it has no ${left}.`] : [];
      return { ...page, warnings: [...page.warnings, ...warning] };
    }
  }
}
