import type { CDPSession, Page, Protocol } from 'puppeteer';
import { getDomain } from 'tldts';

/** Decides which of a page's requests to block. */
export interface RequestBlocker {
  /**
   * URL patterns (with `*` wildcards) for all requests that may be blocked. Requests that match no pattern are never
   * checked.
   */
  readonly candidates: readonly string[];
  blocks(request: { readonly url: string; readonly type: string; readonly pageUrl: string }): boolean;
}

/** Rules for the requests made during a scrape. */
export interface RequestFilter {
  readonly pageUrl: string;
  /** Headers set by the caller. Sent only to the page's own site. */
  readonly headers: Readonly<Record<string, string>>;
  readonly blocker?: RequestBlocker;
  /** True when the page may neither leave its site nor submit a POST form. */
  readonly onlyReads?: boolean;
}

/** Resource types that are always revalidated. Only static resources may be served from the cache. */
const freshTypes = ['Document', 'XHR', 'Fetch'] as const;
const fresh = { 'cache-control': 'no-cache', pragma: 'no-cache' };
const emptyPage = { responseCode: 200, responseHeaders: [{ name: 'content-type', value: 'text/html' }], body: '' };

/**
 * Intercepts documents, data requests, and requests that may be blocked or need extra headers. All other requests
 * proceed without interruption.
 */
export class RequestRules {
  private filter: RequestFilter | undefined;
  private patterns = '';
  private blanking = false;

  private constructor(
    private readonly session: CDPSession,
    private readonly mainFrameId: string,
  ) {
    session.on('Fetch.requestPaused', (event) => {
      this.decide(event).catch(() => undefined);
    });
  }

  /**
   * Attaches rules to a page through a separate session. In puppeteer's own session, puppeteer would resume paused
   * requests.
   */
  static async attach(page: Page, mainFrameId: string): Promise<RequestRules> {
    return new RequestRules(await page.createCDPSession(), mainFrameId);
  }

  /** Sets the rules for the next scrape. Sends nothing to the browser if the patterns have not changed. */
  async apply(filter: RequestFilter): Promise<void> {
    this.filter = filter;
    const wanted = [...(filter.blocker?.candidates ?? []), ...headerPatterns(filter)];
    const key = JSON.stringify(wanted);
    if (key === this.patterns) return;
    this.patterns = key;
    const always = freshTypes.map((resourceType) => ({ urlPattern: '*', resourceType }));
    await this.session.send('Fetch.enable', { patterns: [...always, ...wanted.map((urlPattern) => ({ urlPattern }))] });
  }

  /** While `work` runs, answers document requests with an empty page instead of using the network. */
  async withEmptyDocuments<T>(work: () => Promise<T>): Promise<T> {
    this.blanking = true;
    try {
      return await work();
    } finally {
      this.blanking = false;
    }
  }

  private async decide({
    requestId,
    request,
    resourceType,
    frameId,
  }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { filter, session } = this;
    const type = resourceType.toLowerCase();
    if (this.blanking) {
      await session.send('Fetch.fulfillRequest', { requestId, ...emptyPage });
      return;
    }
    const isMain = type === 'document' && frameId === this.mainFrameId;
    if (filter?.blocker && !isMain && filter.blocker.blocks({ url: request.url, type, pageUrl: filter.pageUrl })) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    if (filter?.onlyReads && type === 'document' && !mayOpen(request, isMain, filter.pageUrl)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    const extra = {
      ...(freshTypes.some((name) => name === resourceType) ? fresh : {}),
      ...(filter && sameSite(request.url, filter.pageUrl) ? filter.headers : {}),
    };
    const headers = merged(request.headers, extra);
    await session.send('Fetch.continueRequest', headers ? { requestId, headers } : { requestId });
  }
}

function headerPatterns(filter: RequestFilter): readonly string[] {
  if (Object.keys(filter.headers).length === 0) return [];
  const { hostname, host } = new URL(filter.pageUrl);
  const domain = getDomain(hostname);
  // The trailing star also matches ports, which are part of the host in patterns.
  return domain ? [`*://${domain}*`, `*://*.${domain}*`] : [`*://${host}/*`];
}

/** True for a GET request. In the main frame, its URL must also be on the page's site. */
const mayOpen = ({ url, method }: Protocol.Network.Request, isMain: boolean, pageUrl: string): boolean =>
  method === 'GET' && (!isMain || sameSite(url, pageUrl));

/** True for URLs with the same registrable domain, or with the same host if they have no registrable domain. */
export function sameSite(left: string, right: string): boolean {
  const [one, other] = [new URL(left), new URL(right)];
  const domain = getDomain(one.hostname);
  return domain ? domain === getDomain(other.hostname) : one.host === other.host;
}

function merged(
  own: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>>,
): { name: string; value: string }[] | undefined {
  if (Object.keys(extra).length === 0) return undefined;
  const replaced = new Set(Object.keys(extra).map((name) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...kept, ...Object.entries(extra)].map(([name, value]) => ({ name, value }));
}
