import { getDomain } from 'tldts';
import { toAppError } from '../../common/errors';
import { bareHost } from '../../common/url-identity';
import { type FetchFile, readSitemapFile } from './sitemap-file';

/** A page listed in a sitemap. */
export interface SitemapEntry {
  readonly url: string;
  readonly lastmod?: string;
}

/** Result of reading a sitemap file. */
export interface SitemapReport {
  readonly url: string;
  /** Number of pages and sitemaps that the file lists. */
  readonly entries: number;
  /** Reason why the file could not be read completely. */
  readonly problem?: string;
}

/** Input for finding a site's sitemaps, and limits for reading them. */
export interface SitemapOptions {
  readonly startUrl: string;
  /** URLs in the `Sitemap` lines of robots.txt. */
  readonly robotsSitemaps?: readonly string[];
  readonly fetchFile: FetchFile;
  readonly signal: AbortSignal;
  readonly maxFiles?: number;
  readonly budgetMs?: number;
  /** Called for each file that was tried. */
  readonly onFile?: (report: SitemapReport) => void;
}

/** A sitemap file to read. If the file is on the parent domain, only its entries on the crawl's host are used. */
interface Source {
  readonly url: string;
  readonly onlyHost?: string;
}

/** Timeout in ms for one file. Prevents a stalled file from using up the time for the remaining files. */
const fileMs = 40_000;
const fileLimits = { maxUrls: 50_000, maxBytes: 50 * 1024 * 1024 };

const isSitemapPath = (pathname: string): boolean => /\.xml(?:\.gz)?$/i.test(pathname);

/**
 * Returns the folder that a path refers to, with a trailing slash: `/docs/` for `/docs`, `/docs/` and `/docs/a.html`.
 */
function folderOf(pathname: string): string {
  if (pathname.endsWith('/')) return pathname;
  const cut = pathname.lastIndexOf('/') + 1;
  return pathname.slice(cut).includes('.') ? pathname.slice(0, cut) : `${pathname}/`;
}

/** Returns the URLs at which sitemaps may exist, in the order in which they are tried. */
function placesFor(startUrl: string, robotsSitemaps: readonly string[]): Source[] {
  const start = new URL(startUrl);
  const own = isSitemapPath(start.pathname)
    ? start.href
    : new URL(`${folderOf(start.pathname)}sitemap.xml`, start).href;
  const places: Source[] = [{ url: own }];
  for (const line of robotsSitemaps) {
    const url = URL.parse(line, start.href);
    if (url) places.push({ url: url.href });
  }
  const domain = getDomain(start.hostname, { allowPrivateDomains: true });
  if (domain && domain !== bareHost(start.hostname)) {
    const parent = new URL('/sitemap.xml', start);
    parent.hostname = domain;
    places.push({ url: parent.href, onlyHost: start.hostname });
  }
  places.push({ url: new URL('/sitemap.xml', start).href });
  return places;
}

/**
 * Yields the pages in a site's sitemaps as the files are read. The start URL's sitemap and the sitemaps listed in
 * robots.txt come first, then those at the parent domain and at the start URL's origin. Sitemap indexes are followed.
 * Pages may repeat. Ends without an error when the limit on files, time or pages is reached. Rejects only when the
 * signal aborts.
 */
export async function* readSitemaps(options: SitemapOptions): AsyncGenerator<SitemapEntry> {
  const { startUrl, robotsSitemaps = [], maxFiles = 20, budgetMs = 120_000, signal } = options;
  const budget = AbortSignal.timeout(budgetMs);
  const within = AbortSignal.any([signal, budget]);
  const queue = placesFor(startUrl, robotsSitemaps);
  const seen = new Set<string>();
  for (let files = 0; files < maxFiles && !within.aborted; ) {
    const source = queue.shift();
    if (!source) return;
    if (seen.has(source.url)) continue;
    seen.add(source.url);
    files++;
    // Sitemaps beyond the limit are not queued.
    const follow = (url: string) => {
      if (queue.length < maxFiles * 2) queue.push({ ...source, url });
    };
    yield* readOne(source, follow, within, options);
  }
  signal.throwIfAborted();
}

/**
 * Yields the pages in a sitemap file, and calls `follow` for each sitemap that the file lists. Alternate language
 * versions come last, so that they are dropped first when the number of pages is limited.
 */
async function* readOne(
  source: Source,
  follow: (url: string) => void,
  signal: AbortSignal,
  options: SitemapOptions,
): AsyncGenerator<SitemapEntry> {
  const { fetchFile, onFile } = options;
  let entries = 0;
  let problem: string | undefined;
  const alternates = new Set<string>();
  try {
    const answer = await fetchFile(source.url, { signal: AbortSignal.any([signal, AbortSignal.timeout(fileMs)]) });
    if (answer.status < 200 || answer.status >= 300) {
      problem = `${source.url} returned status ${answer.status}.`;
      await discard(answer.body);
      return;
    }
    const items = readSitemapFile(answer, fileLimits);
    for await (const { kind, loc, lastmod } of items) {
      signal.throwIfAborted();
      const url = URL.parse(loc, answer.url);
      if (!url || !/^https?:$/.test(url.protocol)) continue;
      entries++;
      if (kind === 'sitemap' || isSitemapPath(url.pathname)) follow(url.href);
      else if (source.onlyHost && url.hostname !== source.onlyHost) continue;
      else if (kind === 'alternate') alternates.add(url.href);
      else yield lastmod ? { url: url.href, lastmod } : { url: url.href };
    }
    for (const url of alternates) yield { url };
  } catch (thrown) {
    problem = toAppError(thrown, 'SCRAPE_SITE_ERROR').message;
  } finally {
    onFile?.({ url: source.url, entries, problem });
  }
}

/** Aborts the transfer of an unread body. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) break;
}
