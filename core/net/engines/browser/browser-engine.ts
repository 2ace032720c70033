import { AppError } from '../../../common/errors';
import type { FetchPlan, Page } from '../../../common/model';
import { newId } from '../../../common/values/ids';
import type { FormatPlugin } from '../../../contract/plugin';
import type { Engine } from '../../../ports/engine';
import type { PageFeatures } from '../ad-blocking/ad-blocker';
import type { LiveBrowser, LiveTab, TabListener } from '../live-tab';
import { STATUS_CODES } from '../node-http';
import { BrowserProcess } from './browser-process';
import type { DocumentResponse } from './document-watch';
import type { BrowserEgress } from './egress';
import { emulationOf } from './emulation';
import { ChromiumTab } from './live/chromium-tab';
import { PuppeteerPage, type SecretLookup } from './live-page';
import { maskTyped } from './mask-typed';
import { openAddress, throwIfRefused } from './open-address';
import { isGone } from './page-gone';
import { PagePool } from './page-pool';
import { hideStyle, pageFeatures, serialise } from './page-scripts';
import { putSession } from './page-sessions';
import { PageSlot } from './page-slot';
import { rawDocument } from './raw-document';
import { waitUntilSettled } from './render-page';
import type { RequestBlocker } from './request-rules';
import { type ActionLookup, runActions } from './run-actions';
import { readWithClosedRoots, type ShadowedReading } from './shadow/closed-roots';
import { abortError, pause, untilAborted } from './until-aborted';

/** Blocks ads and consent banners in pages. */
export interface PageBlocker extends RequestBlocker {
  /** True when `hiddenOn` needs the classes and IDs on the page. */
  readonly wantsFeatures: boolean;
  /** Returns a single selector for all elements to hide on a page. Empty if nothing is hidden. */
  hiddenOn(url: string, features?: PageFeatures): string;
}

/** Dependencies and settings of the browser engine. */
export interface ChromiumEngineOptions {
  readonly dataDir: string;
  /**
   * Path of the browser executable, from the settings or environment. The browser is auto-detected when the path is
   * empty or undefined.
   */
  readonly browserPath: () => string | undefined;
  readonly maxPages: () => number;
  readonly egress: BrowserEgress;
  readonly action: ActionLookup;
  readonly format: (type: string) => FormatPlugin | undefined;
  readonly adBlocker?: () => PageBlocker | undefined;
  readonly secret: SecretLookup;
  /** Idle timeout of the browser, in ms. Defaults to 5 minutes. */
  readonly idleMs?: number;
}

/** Maximum length of the HTML read from a page, in characters. */
const maxHtmlChars = 50 * 1024 * 1024;
/** Maximum value of `waitFor`, in ms. */
const maxWaitForMs = 30_000;

/** Fetches pages in a single warm Chromium process. No job sees data left by another job. */
export class ChromiumEngine implements Engine, LiveBrowser {
  readonly id = 'browser';
  private readonly process: BrowserProcess;
  private readonly pool: PagePool;
  private readonly tabs = new Set<LiveTab>();
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChromiumEngineOptions) {
    this.process = new BrowserProcess(options, () => void this.pool.clear());
    this.pool = new PagePool(options.maxPages, async (upstreamUrl) => {
      const { browser, identity } = await this.process.get();
      return { browser, identity, egress: options.egress, upstreamUrl };
    });
  }

  /** Starts the browser and opens a page before the first request. */
  async warm(): Promise<void> {
    await this.pool.warm();
    this.watchIdle();
  }

  /** Returns the PID of the browser. Undefined if it is not running. */
  async pid(): Promise<number | undefined> {
    return this.process.isRunning ? (await this.process.get()).pid : undefined;
  }

  async fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    if (!/^https?:\/\//i.test(plan.url) || !URL.canParse(plan.url)) {
      throw new AppError('BAD_REQUEST', `\`${plan.url}\` is not an http(s) URL.`);
    }
    const timeoutMs = Math.max(1, Math.ceil(plan.timeoutMs));
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.fetchOnce(plan, bounded, deadline);
      } catch (thrown) {
        if (bounded.aborted) throw abortError(bounded);
        if (!isGone(thrown)) throw thrown;
        if (attempt === 2) throw new AppError('SCRAPE_BROWSER_CRASHED', undefined, { cause: thrown });
      }
    }
  }

  /** Opens a page outside the pool, because a live page stays open for minutes and would occupy a pool slot. */
  async openTab(plan: FetchPlan, listener: TabListener): Promise<LiveTab> {
    const { egress } = this.options;
    const { browser, identity } = await this.process.get();
    const slot = await PageSlot.open({ browser, identity, egress, upstreamUrl: plan.proxy?.url });
    egress.routes.bind(slot.login.username, { refusalOf: plan.refusalOf });
    const blocker = plan.blockAds ? this.options.adBlocker?.() : undefined;
    const filter = { pageUrl: plan.url, headers: ownHeaders(plan.headers), blocker };
    const closed = () => {
      this.tabs.delete(tab);
      this.watchIdle();
    };
    const { action, secret } = this.options;
    const emulation = emulationOf(plan, identity, true);
    const { session } = plan;
    const tab = new ChromiumTab(slot, { egress, listener, emulation, filter, session, action, secret, closed });
    this.tabs.add(tab);
    try {
      await tab.prepare();
    } catch (thrown) {
      await tab.close();
      throw thrown;
    }
    return tab;
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    await Promise.all([...this.tabs].map((tab) => tab.close()));
    await Promise.all([this.pool.close(), this.process.close()]);
  }

  private async fetchOnce(plan: FetchPlan, signal: AbortSignal, deadline: number): Promise<Page> {
    const { skipTlsVerification, proxy, session } = plan;
    // Pages are cleaned only between jobs, but a page with a session must always be cleaned. Such a page therefore gets
    // a new job ID.
    const jobId = session ? newId() : plan.jobId;
    const slot = await this.pool.acquire({ jobId, skipTlsVerification, upstreamUrl: proxy?.url }, signal);
    let healthy = false;
    try {
      const page = await untilAborted(this.render(slot, plan, signal, deadline), signal);
      healthy = true;
      return page;
    } catch (thrown) {
      healthy = thrown instanceof AppError && !signal.aborted && thrown.code !== 'SCRAPE_TIMEOUT';
      throw thrown;
    } finally {
      this.pool.release(slot, healthy);
      this.watchIdle();
    }
  }

  /**
   * Runs a scrape: prepares the page, opens the URL, waits for the page to settle, runs actions and captures, and reads
   * the page.
   */
  private async render(slot: PageSlot, plan: FetchPlan, signal: AbortSignal, deadline: number): Promise<Page> {
    const { identity } = await this.process.get();
    const emulation = emulationOf(plan, identity);
    const blocker = plan.blockAds ? this.options.adBlocker?.() : undefined;
    const headers = ownHeaders(plan.headers);
    const { routes } = this.options.egress;
    routes.bind(slot.login.username, plan);
    await slot.prepare(emulation, { pageUrl: plan.url, headers, blocker, onlyReads: plan.onlyReads }, isPersonal(plan));
    const session = plan.session && (await putSession(slot, plan.session));
    const response = await openAddress(slot, plan.url, this.options.egress, { isFresh: true });
    const raw = response && (await rawDocument(slot, response, deadline));
    if (raw) {
      await session?.keep();
      return makePage(plan, raw.response, { url: raw.response.url, body: raw.body, rendered: false });
    }
    const early = earlyReading(plan, response?.url ?? plan.url, blocker);
    const rest = await waitUntilSettled(slot, deadline, { read: early?.script });
    await session?.begun();
    if (plan.waitForMs > 0) await pause(Math.min(plan.waitForMs, maxWaitForMs), signal);
    const hide = blocker ? await hiddenOn(slot, blocker) : '';
    const { secret } = this.options;
    const preview = previewOf(slot, plan, response);
    const live = new PuppeteerPage({ slot, view: emulation.view, hide, maxHtmlChars, secret, preview });
    const performed = await this.actAndCapture(live, slot, plan, hide, signal, deadline);
    const first = early?.hide === hide ? readingOf(rest.value) : undefined;
    const { url, html } = await readWithClosedRoots(slot, () => readHtml(slot, hide, deadline), first);
    const last = slot.watch.response ?? response;
    throwIfRefused(slot, last, this.options.egress);
    await session?.keep();
    const warnings = [...(rest.warning ? [rest.warning] : []), ...slot.watch.remarks, ...live.warnings];
    const read = maskTyped({ url, html, ...performed, warnings }, live.typed);
    const { html: text, ...parts } = read;
    return makePage(plan, last, { ...parts, body: Buffer.from(text), rendered: true });
  }

  private async actAndCapture(
    live: PuppeteerPage,
    slot: PageSlot,
    plan: FetchPlan,
    hide: string,
    signal: AbortSignal,
    deadline: number,
  ): Promise<Pick<Page, 'actions' | 'captures'>> {
    if (plan.actions.length === 0 && plan.captures.length === 0) return { captures: {} };
    if (hide !== '') await slot.watch.evaluate(hideStyle(JSON.stringify(hide)));
    const actions =
      plan.actions.length > 0 ? await runActions(live, plan.actions, this.options.action, signal) : undefined;
    if (actions) await waitUntilSettled(slot, deadline, { maxMs: 1500 });
    const captures: Record<string, unknown> = {};
    for (const { type, as: _as, ...given } of plan.captures) {
      const plugin = this.options.format(type);
      if (!plugin?.capture) continue;
      const options = plugin.options ? await plugin.options.parseAsync(given) : given;
      captures[type] = await plugin.capture(live, options, signal);
    }
    return { captures, ...(actions ? { actions } : {}) };
  }

  private watchIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(
      () => {
        if (!this.pool.isIdle || this.tabs.size > 0) return this.watchIdle();
        void this.pool.clear().then(() => this.process.stop());
      },
      this.options.idleMs ?? 5 * 60_000,
    );
    this.idleTimer.unref();
  }
}

/** True when the response may be specific to the caller. */
const isPersonal = (plan: FetchPlan): boolean =>
  Object.keys(ownHeaders(plan.headers)).length > 0 ||
  plan.actions.length > 0 ||
  plan.session !== undefined ||
  new URL(plan.url).username !== '';

/** Returns the caller's headers that are sent unchanged. All other headers are set by the emulation or the browser. */
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const emulated = new Set(['user-agent', 'accept-language', 'host', 'content-length', 'connection']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !emulated.has(name.toLowerCase())));
}

async function hiddenOn({ page, watch }: PageSlot, blocker: PageBlocker): Promise<string> {
  const features = blocker.wantsFeatures ? await watch.evaluate<PageFeatures>(pageFeatures) : undefined;
  return blocker.hiddenOn(page.url(), features);
}

interface Reading extends ShadowedReading {
  readonly url: string;
  readonly html: string;
  readonly tooLarge?: boolean;
}

/**
 * Returns the script that reads the page as soon as it has settled. Undefined when waiting, actions or captures must
 * come first, or when the ad filters first need the classes and IDs on the page.
 */
function earlyReading(
  plan: FetchPlan,
  url: string,
  blocker: PageBlocker | undefined,
): { readonly hide: string; readonly script: string } | undefined {
  const { waitForMs, actions, captures } = plan;
  if (waitForMs > 0 || actions.length > 0 || captures.length > 0 || blocker?.wantsFeatures) return undefined;
  const hide = blocker?.hiddenOn(url) ?? '';
  return { hide, script: serialise(JSON.stringify(hide), maxHtmlChars) };
}

function readingOf(value: unknown): Reading | undefined {
  const reading = value as Reading | undefined;
  if (reading?.tooLarge) throw new AppError('SCRAPE_TOO_LARGE');
  return reading;
}

async function readHtml(slot: PageSlot, hide: string, deadline: number): Promise<Reading> {
  const { watch } = slot;
  for (let tries = 0; ; tries++) {
    try {
      const read = await watch.evaluate<Reading>(serialise(JSON.stringify(hide), maxHtmlChars));
      return readingOf(read) ?? read;
    } catch (thrown) {
      if (thrown instanceof AppError || isGone(thrown) || tries === 5) throw thrown;
      // The page navigated while it was being read. Waits until the next document is parsed, and then reads that
      // document.
      await watch.until(() => watch.parsed, Math.max(0, deadline - performance.now()));
    }
  }
}

/**
 * Returns a function that passes the page's current state to the UI while actions run. Undefined if no UI displays the
 * page.
 */
function previewOf(slot: PageSlot, plan: FetchPlan, response: DocumentResponse | undefined) {
  const { onPreview } = plan;
  if (!onPreview) return undefined;
  return (html: string) =>
    onPreview(makePage(plan, response, { url: slot.page.url(), body: Buffer.from(html), rendered: true }));
}

type PageParts = Pick<Page, 'url' | 'body' | 'rendered'> & Partial<Pick<Page, 'actions' | 'captures' | 'warnings'>>;

function makePage(plan: FetchPlan, response: DocumentResponse | undefined, parts: PageParts): Page {
  const statusCode = response?.status ?? 200;
  const contentType = response?.headers['content-type'];
  return {
    statusCode,
    ...(statusCode >= 400 ? { error: response?.statusText || STATUS_CODES[statusCode] || `Status ${statusCode}` } : {}),
    headers: response?.headers ?? {},
    ...(contentType === undefined ? {} : { contentType }),
    engine: 'browser',
    proxyUsed: plan.proxyTier,
    captures: {},
    warnings: [],
    ...parts,
  };
}
