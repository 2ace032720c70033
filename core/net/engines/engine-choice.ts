import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../common/errors';
import type { EngineId, FetchPlan, PageDocument, Task } from '../../common/model';
import { needsScript } from '../../common/values/hash-route';
import type { Hooks } from '../../contract/hooks';
import { asksForFrames } from '../../contract/selectors';
import { NotAPage } from '../../ports/engine';
import { Browsers } from './browser/browsers';
import { ProxySources } from './proxy-sources';

/** Status codes that sites use to reject suspected bots. */
const blockedStatuses = new Set([401, 403, 429]);
const rememberMs = 24 * 3600 * 1000;

/**
 * Returns the section of a site that contains a page: the host and the first path segment. Pages in a section usually
 * share a template.
 */
function sectionOf(address: string): string {
  const { host, pathname } = new URL(address);
  const folder = pathname.slice(1, pathname.indexOf('/', 1) + 1 || 1);
  return `${host}/${folder}`;
}

/** A fetch of a page: its plan and its outcome. */
export type Visit =
  | { readonly plan: FetchPlan; readonly document: PageDocument }
  | { readonly plan: FetchPlan; readonly error: AppError };

/** Chooses the engine. Starts with plain HTTP, unless an option or earlier pages on the site require the browser. */
@injectable()
export class EngineChoice {
  readonly #learned = new LRUCache<string, EngineId>({ max: 5000, ttl: rememberMs });

  constructor(
    @inject(ProxySources) private readonly proxies: ProxySources,
    @inject(Browsers) private readonly browsers: Browsers,
  ) {}

  /** Taps the `engine` hook. */
  apply(hooks: Hooks): void {
    hooks.engine.tap('options that need a browser', (plan) =>
      plan.actions.length > 0 || plan.captures.length > 0 || plan.waitForMs > 0 ? 'browser' : undefined,
    );
    hooks.engine.tap('requested frames', (_, { spec }) =>
      asksForFrames(spec.includeTags) && this.browsers.found ? 'browser' : undefined,
    );
    hooks.engine.tap('views addressed by a fragment', (plan) =>
      needsScript(new URL(plan.url).hash) && this.browsers.found ? 'browser' : undefined,
    );
    hooks.engine.tap('choices learned per site section', (plan) =>
      this.#learned.get(sectionOf(plan.url)) === 'browser' && this.browsers.found ? 'browser' : undefined,
    );
  }

  /**
   * Returns the plan for the next fetch. Undefined if another fetch would not improve the result. All decisions to
   * fetch a page again are made here.
   */
  nextPlan(visits: readonly Visit[], task: Task): FetchPlan | undefined {
    const last = visits.at(-1);
    if (!last) return undefined;
    if ('error' in last) return isShownPlainly(last) ? { ...last.plan, engine: 'http', captures: [] } : undefined;
    const { plan, document } = last;
    const { page } = document;
    if (page.cacheState === 'hit') return undefined;
    if (blockedStatuses.has(page.statusCode) && task.spec.proxy === 'auto' && plan.proxyTier === 'basic') {
      if (this.proxies.has('stealth')) return { ...plan, proxyTier: 'stealth' };
    }
    if (visits.some((visit) => visit.plan.engine === 'browser') || page.statusCode >= 400) return undefined;
    return this.#needsBrowser(plan, document) ? { ...plan, engine: 'browser' } : undefined;
  }

  /**
   * Returns the document of the last fetch. If the stealth proxy or the browser failed, returns an earlier acceptable
   * document. Throws the error of the last fetch if no document is acceptable.
   */
  bestOf(visits: readonly Visit[]): PageDocument {
    const last = visits.at(-1);
    if (!last) throw new AppError('UNKNOWN_ERROR', 'No page was fetched.');
    if ('error' in last) return documentWithout(visits, last.error);
    this.#learn(visits);
    const missed = visits.filter(isShownPlainly).flatMap(({ plan }) => plan.captures.map(({ type }) => type));
    if (missed.length > 0)
      return warned(last.document, `${last.plan.url} is a file, not a page, so it has no ${missed.join(', ')}.`);
    const { hash } = new URL(last.plan.url);
    if (last.plan.engine === 'browser' || !isHtml(last.document) || !needsScript(hash)) return last.document;
    return warned(last.document, `The view \`${hash}\` needs a browser, so the page was fetched without this view.`);
  }

  /** Records whether rendering in the browser improved on the page fetched over plain HTTP. */
  #learn(visits: readonly Visit[]): void {
    const [plain, rendered] = visits.slice(-2).map((visit) => ('document' in visit ? visit.document : undefined));
    if (!plain || rendered?.page.engine !== 'browser') return;
    const helped =
      plain.renderState === 'shell' ||
      (plain.renderState === 'waiting' && rendered.renderState === 'full') ||
      rendered.page.body.length > plain.page.body.length * 1.2;
    this.#learned.set(sectionOf(plain.page.url), helped ? 'browser' : 'http');
  }

  #needsBrowser(plan: FetchPlan, document: PageDocument): boolean {
    const { renderState } = document;
    if (!isHtml(document)) return false;
    if (renderState === 'shell') return true;
    if (renderState !== 'thin' && renderState !== 'waiting') return false;
    return this.browsers.found && this.#learned.get(sectionOf(plan.url)) !== 'http';
  }
}

const isHtml = ({ page }: PageDocument): boolean => /html|^$/.test(page.contentType ?? '');

const warned = (document: PageDocument, sentence: string): PageDocument => ({
  ...document,
  warnings: [...document.warnings, sentence],
});

/**
 * True when the browser could not display a file and no actions were requested. The file is then fetched over plain
 * HTTP.
 */
const isShownPlainly = (visit: Visit): boolean =>
  'error' in visit && visit.error instanceof NotAPage && visit.plan.actions.length === 0;

/** Returns the latest acceptable document fetched before a failure. Throws `error` if no document is acceptable. */
function documentWithout(visits: readonly Visit[], error: AppError): PageDocument {
  for (const [index, { plan }] of [...visits.entries()].slice(1).reverse()) {
    const earlier = visits[index - 1];
    if (!earlier || 'error' in earlier) continue;
    const { document } = earlier;
    const withoutProxy = error.code === 'SCRAPE_PROXY_ERROR' && document.page.proxyUsed !== plan.proxyTier;
    if (!withoutProxy && !mayDoWithout(plan, document, error)) continue;
    const loss = withoutProxy ? 'The stealth proxy did not help' : 'The page could not be rendered';
    return warned(document, `${loss}: ${error.message}`);
  }
  throw error;
}

/**
 * True if the page fetched over HTTP can be used even though the browser failed: the page has content, or no browser is
 * available.
 */
function mayDoWithout({ engine }: FetchPlan, { page, renderState }: PageDocument, { code }: AppError): boolean {
  if (engine !== 'browser' || page.statusCode >= 400) return false;
  return renderState !== 'shell' || code === 'SCRAPE_BROWSER_UNAVAILABLE';
}
