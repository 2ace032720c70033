import { orAborted } from '../../common/concurrency/promises';
import { AppError, toAppError } from '../../common/errors';
import type { MapSpec } from '../../common/job-specs';
import { normalizeUrl, urlKey } from '../../common/url-identity';
import { type MapLink, rankLinks } from './rank-links';
import { CrawlScope, checkScopes, type UrlSource } from './scope';
import type { SitemapEntry } from './sitemaps';

export type { MapLink } from './rank-links';

/** The parts of a page that are needed to map a site. */
export interface VisitedPage {
  /** Final URL. */
  readonly url: string;
  readonly links: readonly string[];
  readonly title?: string;
  readonly description?: string;
}

/** Dependencies for mapping a site. */
export interface MapTools {
  /** Fetches the start page. */
  visit(url: string, signal: AbortSignal): Promise<VisitedPage>;
  /** Yields the entries in the site's sitemaps. */
  sitemaps(startUrl: string, signal: AbortSignal): AsyncIterable<SitemapEntry>;
}

/** Maximum number of URLs to rank by relevance. */
const maxSearched = 100_000;

/** Batch size for processing sitemap entries. */
const batchSize = 500;

/** URLs on a site, without duplicates. */
class LinkList {
  readonly #links = new Map<string, MapLink>();

  constructor(
    private readonly spec: MapSpec,
    private readonly scope: CrawlScope,
    private readonly max: number,
    private readonly signal: AbortSignal,
  ) {}

  get isFull(): boolean {
    return this.#links.size >= this.max;
  }

  get links(): readonly MapLink[] {
    return [...this.#links.values()];
  }

  async add(texts: readonly string[], source: UrlSource, facts: Omit<MapLink, 'url'> = {}): Promise<void> {
    const urls = texts.flatMap((text) => normalizeUrl(text, this.spec) ?? []);
    const denials = await orAborted(checkScopes(urls, { scope: this.scope, source }), this.signal);
    urls.forEach((url, index) => {
      if (denials[index] || this.isFull) return;
      const key = urlKey(url, this.spec);
      if (!this.#links.has(key)) this.#links.set(key, { url: url.href, ...facts });
    });
  }
}

/**
 * Lists the URLs on a site: the start page, its links and the sitemaps. Throws MAP_TIMEOUT on timeout. If nothing can
 * be listed, throws the error from the start page.
 */
export async function mapSite(spec: MapSpec, tools: MapTools, signal: AbortSignal): Promise<readonly MapLink[]> {
  const deadline = spec.timeoutMs === undefined ? undefined : AbortSignal.timeout(spec.timeoutMs);
  const within = deadline ? AbortSignal.any([signal, deadline]) : signal;
  try {
    const links = await collect(spec, tools, within);
    within.throwIfAborted();
    return (spec.search ? rankLinks(links, spec.search) : links).slice(0, spec.limit);
  } catch (thrown) {
    signal.throwIfAborted();
    if (!deadline?.aborted) throw toAppError(thrown, 'SCRAPE_SITE_ERROR');
    throw new AppError('MAP_TIMEOUT', `Mapping ${spec.url} took longer than ${spec.timeoutMs} ms; raise \`timeout\`.`);
  }
}

async function collect(spec: MapSpec, tools: MapTools, signal: AbortSignal): Promise<readonly MapLink[]> {
  const scope = new CrawlScope(spec, spec.url);
  const list = new LinkList(spec, scope, spec.search ? Math.max(maxSearched, spec.limit) : spec.limit, signal);
  let problem: unknown;
  let startUrl = spec.url;
  if (spec.sitemap !== 'only') {
    try {
      const page = await orAborted(tools.visit(spec.url, signal), signal);
      scope.movedTo(page.url);
      if (!scope.isOwnSite(new URL(startUrl))) startUrl = page.url;
      await list.add([startUrl], 'sitemap', { title: page.title, description: page.description });
      await list.add(page.links, 'sitemap');
    } catch (thrown) {
      signal.throwIfAborted();
      problem = thrown;
    }
  }
  if (spec.sitemap !== 'skip') await addSitemaps(list, tools.sitemaps(startUrl, signal), signal);
  if (problem && list.links.length === 0) throw problem;
  return list.links;
}

async function addSitemaps(list: LinkList, entries: AsyncIterable<SitemapEntry>, signal: AbortSignal): Promise<void> {
  let batch: string[] = [];
  const iterator = entries[Symbol.asyncIterator]();
  try {
    while (!list.isFull) {
      const { done, value } = await orAborted(iterator.next(), signal);
      if (done) break;
      batch.push(value.url);
      if (batch.length < batchSize) continue;
      await list.add(batch, 'sitemap');
      batch = [];
    }
  } finally {
    // The generator is not awaited, because it may still be waiting for the network.
    void iterator.return?.().catch(() => undefined);
  }
  await list.add(batch, 'sitemap');
}
