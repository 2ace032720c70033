import { inject, injectable, optional } from 'inversify';
import type { Dispatcher } from 'undici';
import { orAborted } from '../../../common/concurrency/promises';
import { AppError } from '../../../common/errors';
import type { FetchPlan, Page } from '../../../common/model';
import { AddressGuard } from '../../../ports/address-guard';
import type { Engine } from '../../../ports/engine';
import { AgentPool } from '../egress/agents';
import { networkError, ProxyFailure } from '../egress/network-errors';
import { STATUS_CODES } from '../node-http';
import { CookieJar } from './cookie-jar';
import { embeddedPdf } from './embedded-pdf';
import { builtInMedia, mediaTypeOf, ReadableMedia } from './media-types';
import { metaRefreshTarget, refreshTarget } from './meta-refresh';
import { readBody } from './read-body';
import { RedirectChain, redirectTarget } from './redirects';
import { requestHeaders } from './request-headers';

/** State of a scrape that is preserved across redirects. */
interface Journey {
  readonly plan: FetchPlan;
  readonly origin: string;
  readonly jar: CookieJar;
  readonly redirects: RedirectChain;
  readonly signal: AbortSignal;
}

/** The cheap engine: plain HTTP over warm connections. Does not run scripts. */
@injectable()
export class UndiciEngine implements Engine {
  readonly id = 'http';
  private readonly agents: AgentPool;

  constructor(
    @inject(AddressGuard) private readonly guard: AddressGuard,
    @inject(ReadableMedia) @optional() private readonly media: ReadableMedia = builtInMedia,
  ) {
    this.agents = new AgentPool(guard);
  }

  async fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    if (!URL.canParse(plan.url)) throw new AppError('BAD_REQUEST', `\`${plan.url}\` is not a valid URL.`);
    let url: URL | undefined = new URL(plan.url);
    const before = await plan.session?.load();
    const jar = new CookieJar(before?.cookies);
    const journey = { plan, origin: url.origin, jar, redirects: new RedirectChain(), signal };
    while (true) {
      const step = await this.step(journey, url);
      if ('page' in step) {
        if (before) await plan.session?.keep({ before, after: { ...before, cookies: jar.kept() }, url: step.page.url });
        return step.page;
      }
      journey.redirects.hop(url);
      url = step.next;
    }
  }

  async close(): Promise<void> {
    await this.agents.close();
  }

  /** Sends one request. Returns a page, or the URL to fetch next. Converts network errors to AppErrors. */
  private async step(journey: Journey, url: URL): Promise<{ readonly page: Page } | { readonly next: URL }> {
    const { plan, jar, redirects, signal } = journey;
    this.guard.checkUrl(url);
    const refusal = plan.refusalOf?.(url.href);
    if (refusal) throw refusal;
    const headers = requestHeaders(plan, url, url.origin === journey.origin, jar);
    redirects.visit(url, headers.cookie);
    let answer: Dispatcher.ResponseData | undefined;
    try {
      // Rejects at once when the signal aborts. undici ignores the signal while a request waits for a connection.
      answer = await orAborted(this.send(plan, url, headers, signal), signal);
      jar.store(url, answer.headers['set-cookie']);
      const next = redirectTarget(answer.statusCode, single(answer.headers.location), url);
      if (next) {
        // Drains the body in the background, so that the connection can be reused without waiting for a slow body.
        answer.body.dump({ limit: 65_536, signal }).catch(() => undefined);
        return { next };
      }
      return await this.read(journey, url, answer);
    } catch (error) {
      // An unread body would block its connection.
      answer?.body.on('error', () => undefined).destroy();
      if (signal.aborted) throw signal.reason;
      throw networkError(error, url.host);
    }
  }

  /** Sends a request. Retries the request once if its keep-alive connection was closed. */
  private async send(
    plan: FetchPlan,
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const kind = { insecure: plan.skipTlsVerification, proxyUrl: plan.proxy?.url };
    const { dispatcher, origin, path, headers: extra } = await this.agents.route(url, kind);
    const { hostLease } = plan;
    const request = { origin, path, method: 'GET', headers: { ...headers, ...extra }, signal, hostLease } as const;
    try {
      return await dispatcher.request(request);
    } catch (error) {
      if (signal.aborted || !wasClosed(error)) throw error;
      return await dispatcher.request(request);
    }
  }

  /**
   * Reads a response to its end and returns a page. If the page refreshes to another URL or only embeds a PDF, returns
   * the URL to fetch next.
   */
  private async read(
    { plan, redirects, signal }: Journey,
    url: URL,
    answer: Dispatcher.ResponseData,
  ): Promise<{ readonly page: Page } | { readonly next: URL }> {
    const { statusCode } = answer;
    if (statusCode === 407 && plan.proxy) {
      throw new ProxyFailure('The proxy requires a user name and password (407); check its credentials in Settings.');
    }
    const headers = flatten(answer.headers);
    const mediaType = mediaTypeOf(headers['content-type']);
    if (mediaType !== '' && statusCode < 400 && !this.media.accepts(mediaType, url.pathname)) {
      throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', `\`${mediaType}\` files cannot be converted to text.`);
    }
    const length = headers['content-length'];
    const { bytes: body, cutBy } = await readBody(answer.body, { encoding: headers['content-encoding'], length });
    // An abort by the caller also ends the body early, but does not count as a truncated page.
    signal.throwIfAborted();
    if (body.length === 0 && isRedirect(statusCode)) {
      throw new AppError(
        'SCRAPE_SITE_ERROR',
        `\`${url.host}\` returned status ${statusCode} without a redirect target.`,
      );
    }
    const next =
      statusCode < 300
        ? (refreshTarget(headers.refresh ?? '', url) ??
          metaRefreshTarget(body, mediaType, url) ??
          embeddedPdf(body, mediaType, url))
        : undefined;
    if (next && !redirects.knows(next)) return { next };
    const page = pageOf(plan, url, statusCode, headers, body);
    return { page: cutBy === undefined ? page : { ...page, ...cutShort(cutBy, url, body, length) } };
  }
}

/** Returns the fields that mark a page as truncated. */
function cutShort(cutBy: unknown, url: URL, body: Uint8Array, length: string | undefined) {
  const total = Number(length) > body.length ? ` of ${Number(length)}` : '';
  const came = `only the first ${body.length}${total} bytes are returned`;
  return {
    truncated: true,
    warnings: [`The page was cut short: ${networkError(cutBy, url.host).message.replace(/\.$/, '')}; ${came}.`],
  } as const;
}

function pageOf(
  plan: FetchPlan,
  url: URL,
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Page {
  const contentType = headers['content-type'];
  const final = new URL(url);
  // Credentials in a URL are sent to the server but never returned with the page.
  final.username = '';
  final.password = '';
  return {
    url: final.href,
    statusCode,
    ...(statusCode >= 400 ? { error: STATUS_CODES[statusCode] ?? `HTTP status ${statusCode}` } : {}),
    headers,
    ...(contentType === undefined ? {} : { contentType }),
    body,
    rendered: false,
    engine: 'http',
    proxyUsed: plan.proxyTier,
    captures: {},
    warnings: [],
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** True for errors that may be due to a closed idle connection. */
function wasClosed(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('ERR_HTTP2_');
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function flatten(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
