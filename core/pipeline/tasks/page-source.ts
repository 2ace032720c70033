import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { FetchPlan, Page, Task } from '../../common/model';
import { Hooks } from '../../contract/hooks';
import { ProxySources } from '../../net/engines/proxy-sources';
import { Registries } from '../../platform/plugins/registry';
import { Engines } from '../../ports/engine';
import { PageCache } from '../../ports/page-stores';
import { cacheKey, isPassing, mayReadCache, normalizeForCache } from './cache-key';
import { FrameSource } from './frame-source';

/** Takes a page from the cache if a cached copy is acceptable. Otherwise, fetches the page with the planned engine. */
@injectable()
export class PageSource {
  constructor(
    @inject(Engines) private readonly engines: Engines,
    @inject(PageCache) private readonly cache: PageCache,
    @inject(ProxySources) private readonly proxies: ProxySources,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Registries) private readonly registries: Registries,
    @inject(FrameSource) private readonly frames: FrameSource,
  ) {}

  async fetch(plan: FetchPlan, task: Task, signal: AbortSignal): Promise<Page> {
    const asked = mayReadCache(task.spec, this.registries);
    const copy = asked ? await this.#cached(task) : undefined;
    if (!copy && task.spec.lockdown) throw new AppError('SCRAPE_LOCKDOWN_CACHE_MISS');
    const page = copy ?? (await this.frames.fill(this.#warned(await this.#fetched(plan, signal), task), task, signal));
    const known: Page = asked && page.cacheState === undefined ? { ...page, cacheState: 'miss' } : page;
    await this.hooks.fetched.promise(known, task);
    return known;
  }

  /** Adds a warning if the caller requested a stealth proxy but the page was fetched without one. */
  #warned(page: Page, { spec }: Task): Page {
    if (spec.proxy !== 'stealth' || page.proxyUsed === 'stealth') return page;
    const sentence =
      'No stealth proxy is configured, so the page was fetched without a stealth proxy; add one in Settings.';
    return { ...page, warnings: [...page.warnings, sentence] };
  }

  async #cached({ spec }: Task): Promise<Page | undefined> {
    const copy = await this.cache.find(cacheKey(spec, this.registries), spec.maxAgeMs);
    if (!copy || isPassing(copy.statusCode)) return undefined;
    if (Date.now() - Date.parse(copy.cachedAt) < (spec.minAgeMs ?? 0)) return undefined;
    // Equivalent URLs share a cached copy, but the response must report the URL that was requested.
    const url = normalizeForCache(copy.url) === normalizeForCache(spec.url) ? spec.url : copy.url;
    return { ...copy, url, engine: 'http', proxyUsed: 'basic', warnings: [], cacheState: 'hit' };
  }

  async #fetched(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    const startedAt = performance.now();
    try {
      const page = await this.engines[plan.engine].fetch(plan, signal);
      this.proxies.report(plan.proxy, [401, 403, 429].includes(page.statusCode) ? 'blocked' : 'ok');
      return { ...page, durationMs: performance.now() - startedAt };
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      const error = toAppError(thrown, 'SCRAPE_ALL_ENGINES_FAILED');
      if (error.code === 'SCRAPE_PROXY_ERROR') this.proxies.report(plan.proxy, 'failed', error.reason);
      throw error;
    }
  }
}
