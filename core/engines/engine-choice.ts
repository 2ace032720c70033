import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import type { AppError } from '../common/errors';
import type { EngineId, FetchPlan, PageDocument, Task } from '../common/model';
import { asksForFrames } from '../documents/content/selectors';
import type { Hooks } from '../hooks';
import { Browsers } from './browsers';
import { ProxySources } from './proxy-sources';

/** Status codes with which sites refuse clients they take for robots. */
const turnedAway = new Set([401, 403, 429]);
const rememberMs = 24 * 3600 * 1000;

/** A section of a site whose pages share a template: the host and the first folder of the path. */
function sectionOf(address: string): string {
  const { host, pathname } = new URL(address);
  const folder = pathname.slice(1, pathname.indexOf('/', 1) + 1 || 1);
  return `${host}/${folder}`;
}

/** Chooses the engine: the cheap one first, the browser when an option or the site's earlier pages ask for it. */
@injectable()
export class EngineChoice {
  readonly #learned = new LRUCache<string, EngineId>({ max: 5000, ttl: rememberMs });

  constructor(
    @inject(ProxySources) private readonly proxies: ProxySources,
    @inject(Browsers) private readonly browsers: Browsers,
  ) {}

  /** Answers the `engine` hook. */
  apply(hooks: Hooks): void {
    hooks.engine.tap('options that need a browser', (plan) =>
      plan.actions.length > 0 || plan.captures.length > 0 || plan.waitForMs > 0 ? 'browser' : undefined,
    );
    hooks.engine.tap('frames that are asked for', (_, { spec }) =>
      asksForFrames(spec.includeTags) && this.browsers.found ? 'browser' : undefined,
    );
    hooks.engine.tap('learned by section of the site', (plan) =>
      this.#learned.get(sectionOf(plan.url)) === 'browser' && this.browsers.found ? 'browser' : undefined,
    );
  }

  /** A better plan after a page has been read; undefined when the page will do. */
  betterPlan(plan: FetchPlan, document: PageDocument, task: Task): FetchPlan | undefined {
    const { page } = document;
    if (page.cacheState === 'hit') return undefined;
    if (turnedAway.has(page.statusCode) && task.spec.proxy === 'auto' && plan.proxyTier === 'basic') {
      if (this.proxies.has('stealth')) return { ...plan, proxyTier: 'stealth' };
    }
    if (plan.engine === 'browser' || page.statusCode >= 400) return undefined;
    return this.#needsBrowser(plan, document) ? { ...plan, engine: 'browser' } : undefined;
  }

  /** True when the page fetched over HTTP is good enough although the browser failed: it has content, or there is no browser. */
  mayDoWithout({ engine }: FetchPlan, { page, renderState }: PageDocument, { code }: AppError): boolean {
    if (engine !== 'browser' || page.statusCode >= 400) return false;
    return renderState !== 'shell' || code === 'SCRAPE_BROWSER_UNAVAILABLE';
  }

  /** Records what the browser got from a page that was fetched over plain HTTP first. */
  learn(plain: PageDocument | undefined, rendered: PageDocument): void {
    if (!plain || rendered.page.engine !== 'browser') return;
    const helped =
      plain.renderState === 'shell' ||
      (plain.renderState === 'waiting' && rendered.renderState === 'full') ||
      rendered.page.body.length > plain.page.body.length * 1.2;
    this.#learned.set(sectionOf(plain.page.url), helped ? 'browser' : 'http');
  }

  #needsBrowser(plan: FetchPlan, { renderState, page }: PageDocument): boolean {
    if (!/html|^$/.test(page.contentType ?? '')) return false;
    if (renderState === 'shell') return true;
    if (renderState !== 'thin' && renderState !== 'waiting') return false;
    return this.browsers.found && this.#learned.get(sectionOf(plan.url)) !== 'http';
  }
}
