import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { ClosableHttp } from '../../net/engines/http/guarded-fetch';
import { readUpTo } from '../../net/engines/http/read-up-to';
import { maxRedirects, redirectTarget } from '../../net/engines/http/redirects';
import { callerHeaders } from '../../net/engines/http/request-headers';
import { ProxySources } from '../../net/engines/proxy-sources';
import type { RobotsCache, TextAnswer } from '../../net/politeness/robots-cache';
import { userAgent } from '../../net/politeness/user-agents';
import { GuardedHttp } from '../../platform/plugins/plugin-services';
import type { FetchFile } from './sitemap-file';
import { readSitemaps, type SitemapEntry } from './sitemaps';

type Headers = Readonly<Record<string, string>>;

/**
 * Fetches robots.txt, sitemaps and files that pages link to. Like page requests, these requests use the proxy and are
 * checked by the address guard.
 */
@injectable()
export class SiteFiles {
  constructor(
    @inject(GuardedHttp) private readonly http: ClosableHttp,
    @inject(ProxySources) private readonly proxies: Pick<ProxySources, 'ready' | 'pick'>,
  ) {}

  /** Fetches text, truncated at `maxBytes`. Does not follow redirects. */
  async text(url: string, options: { readonly signal: AbortSignal; readonly maxBytes: number }): Promise<TextAnswer> {
    const answer = await this.#ask(url, options.signal, 'manual');
    const body = await readUpTo(answer, options.maxBytes);
    const { headers, status } = answer;
    return {
      status,
      contentType: headers.get('content-type') ?? undefined,
      location: headers.get('location') ?? undefined,
      body,
    };
  }

  /** Streams a file, following redirects. Headers are sent only to the origin of `url`. */
  readonly file: FetchFile = async (url, options) => {
    const { signal, headers, refusalOf } = options;
    const answer = headers || refusalOf ? await this.#hops(url, options) : await this.#ask(url, signal, 'follow');
    const body = (answer.body ?? []) as AsyncIterable<Uint8Array>;
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? undefined,
      body,
      url: answer.url,
    };
  };

  async #hops(url: string, { signal, headers = {}, refusalOf }: Parameters<FetchFile>[1]): Promise<Response> {
    for (let at = new URL(url), hops = 0; ; hops++) {
      const refusal = refusalOf?.(at.href);
      if (refusal) throw refusal;
      const isOwn = at.origin === new URL(url).origin;
      const answer = await this.#ask(at.href, signal, 'manual', isOwn ? headers : {});
      const next = redirectTarget(answer.status, answer.headers.get('location') ?? undefined, at);
      if (!next) return answer;
      await answer.body?.cancel();
      if (hops >= maxRedirects) throw new AppError('SCRAPE_SITE_ERROR', `${url} redirects too many times.`);
      at = next;
    }
  }

  async #ask(url: string, signal: AbortSignal, redirect: 'manual' | 'follow', own: Headers = {}): Promise<Response> {
    await this.proxies.ready;
    const proxyUrl = this.proxies.pick({ url, proxyTier: 'basic' })?.url;
    const headers = { 'user-agent': userAgent({ mobile: false }), ...own };
    return this.http.fetch(url, { signal, redirect, headers }, { proxyUrl });
  }
}

/** Dependencies for finding and fetching sitemaps. */
export interface SitemapTools {
  readonly robots: RobotsCache;
  readonly files: SiteFiles;
  /** User agent whose robots.txt rules apply, instead of Gleaner's own user agent. */
  readonly userAgent?: string;
  /** The caller's headers, sent only to the origin of `url`. */
  readonly own?: { readonly url: string; readonly headers: Headers };
}

/**
 * Yields the entries in a site's sitemaps. Reads the sitemaps listed in robots.txt and the sitemaps at common paths.
 */
export async function* siteSitemaps(
  startUrl: string,
  { robots, files, userAgent, own }: SitemapTools,
  signal: AbortSignal,
): AsyncGenerator<SitemapEntry> {
  const headers = own && Object.keys(own.headers).length > 0 ? callerHeaders(own.headers) : undefined;
  const fetchFile: FetchFile = (url, options) =>
    files.file(url, own && new URL(url).origin === new URL(own.url).origin ? { ...options, headers } : options);
  const { sitemaps } = await robots.rulesFor(new URL(startUrl), signal, userAgent);
  yield* readSitemaps({ startUrl, robotsSitemaps: sitemaps, fetchFile, signal });
}
