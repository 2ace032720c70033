import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page, Protocol } from 'puppeteer';
import type { BrowserIdentity } from './browser-identity';
import { DocumentWatch } from './document-watch';
import type { BrowserEgress, EgressLogin } from './egress';
import { type Emulation, emulate } from './emulation';
import { clearSession, countTimers, ownWorld } from './page-scripts';
import { type RequestFilter, RequestRules, sameSite } from './request-rules';
import { within } from './until-aborted';

/** Number of uses after which a page is replaced, to limit memory leaks in its renderer. */
const maxUses = 150;
/** Storage types that a page can write to. `all` would also clear unrelated caches, which is slow. */
const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';

/** Dependencies of a slot. */
export interface SlotParts {
  readonly browser: Browser;
  readonly identity: BrowserIdentity;
  readonly egress: BrowserEgress;
  /** Upstream proxy that the egress proxy uses, if any. */
  readonly upstreamUrl?: string;
}

interface SlotContext {
  readonly context: BrowserContext;
  /** Credentials that the browser context uses for the egress proxy. */
  readonly login: EgressLogin;
  /** Secret part of the event names that Gleaner's isolated world uses to query the page's timers. */
  readonly secret: string;
}

/** A window opened by a page. */
export interface OpenedWindow {
  readonly url: string;
  /** True when the URL is opened in the page itself instead of a new window. */
  readonly isHere: boolean;
}

/** A page in its own browser context. One scrape uses it at a time, and it is cleaned between jobs. */
export class PageSlot {
  /** Job whose traces the context contains. Undefined after cleaning. */
  jobId: string | undefined;
  /** Called when a click or key press opens a window. The URLs of same-site windows are opened in this page. */
  onWindow: ((opened: OpenedWindow) => void) | undefined;
  private uses = 0;
  private personal = false;
  private emulation: Emulation | undefined;
  private disposed = false;
  private frozen: Promise<unknown> | undefined;

  private constructor(
    readonly page: Page,
    readonly client: CDPSession,
    readonly watch: DocumentWatch,
    private readonly rules: RequestRules,
    private readonly own: SlotContext,
    private readonly parts: SlotParts,
  ) {}

  /** The page's credentials for the egress proxy. */
  get login(): EgressLogin {
    return this.own.login;
  }

  /** Secret part of the event names that Gleaner's isolated world uses to query the page's timers. */
  get secret(): string {
    return this.own.secret;
  }

  /** Creates a context with one page and authenticates it with the egress proxy. */
  static async open(parts: SlotParts): Promise<PageSlot> {
    const login = parts.egress.routes.register(parts.upstreamUrl);
    const context = await parts.browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
    try {
      const page = await context.newPage();
      const client = mainSession(page);
      const secret = randomBytes(8).toString('hex');
      await Promise.all([
        client.send('Page.addScriptToEvaluateOnNewDocument', { source: countTimers(secret) }),
        client.send('Page.addScriptToEvaluateOnNewDocument', { source: '0', worldName: ownWorld }),
        client
          .send('Browser.grantPermissions', { permissions: [], browserContextId: context.id })
          .catch(() => undefined),
      ]);
      await logIn(page, client, login, parts.egress);
      const { frameTree } = await client.send('Page.getFrameTree');
      const watch = new DocumentWatch(client, frameTree.frame.id);
      const rules = await RequestRules.attach(page, frameTree.frame.id);
      const slot = new PageSlot(page, client, watch, rules, { context, login, secret }, parts);
      slot.listen();
      return slot;
    } catch (thrown) {
      parts.egress.routes.remove(login.username);
      await within(context.close(), 2000);
      throw thrown;
    }
  }

  /** Prepares the page for a scrape. `personal` is true when responses may be specific to the caller. */
  async prepare(emulation: Emulation, filter: RequestFilter, personal: boolean): Promise<void> {
    this.uses++;
    this.personal ||= personal;
    this.parts.egress.routes.takeRefusals(this.login.username);
    this.watch.begin();
    await Promise.all([
      this.thaw(),
      emulate(this.client, this.parts.identity, emulation, this.emulation),
      this.rules.apply(filter),
    ]);
    this.emulation = emulation;
  }

  /** True when the page has reached its maximum number of uses. */
  get isWorn(): boolean {
    return this.uses >= maxUses;
  }

  freeze(): void {
    this.frozen = this.client.send('Emulation.setScriptExecutionDisabled', { value: true });
    this.frozen.catch(() => undefined);
  }

  /** Re-enables scripts in a frozen page that is reused without cleaning. */
  private async thaw(): Promise<void> {
    if (!this.frozen) return;
    this.frozen = undefined;
    await this.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }

  /**
   * Removes all traces of the last job. Returns false if the slot must be discarded, because it is worn or traces may
   * remain.
   */
  async clean(): Promise<boolean> {
    if (this.isWorn || this.watch.foreignParts || this.watch.origins.size > 1) return false;
    const { client, watch } = this;
    if (!watch.parsed) return false;
    // Stops timers and removes listeners before cleaning, so that scripts cannot write anything afterwards.
    if (!this.frozen) this.freeze();
    await this.frozen;
    this.frozen = undefined;
    const sessionEntries = await watch.evaluate<number>(clearSession);
    if (sessionEntries > 0) return false;
    if (!(await this.leave())) return false;
    await Promise.all([
      client.send('Emulation.setScriptExecutionDisabled', { value: false }),
      this.forgetHistory(),
      client.send('Network.clearBrowserCookies'),
      // Clears the browser cache if it may contain responses that are specific to the caller. Other jobs must not
      // receive them.
      ...(this.personal ? [client.send('Network.clearBrowserCache')] : []),
      ...[...watch.origins].map((origin) => client.send('Storage.clearDataForOrigin', { origin, storageTypes })),
    ]);
    this.personal = false;
    this.watch.origins.clear();
    this.jobId = undefined;
    return !this.disposed;
  }

  /**
   * Navigates to an empty document on the same origin. Unlike `about:blank`, this needs no new renderer process. The
   * URL must differ from the current URL, because Chromium does not load a page if only the fragment changes.
   */
  async leave(): Promise<boolean> {
    const { client, watch } = this;
    const [origin] = watch.origins;
    const url = origin === undefined ? 'about:blank' : `${origin}/${randomBytes(8).toString('hex')}`;
    const blank = await this.rules.withEmptyDocuments(() => client.send('Page.navigate', { url }));
    if (blank.errorText) return false;
    if (blank.loaderId) watch.expect(blank.loaderId);
    return watch.until(() => watch.arrivedAtDocument, 2000);
  }

  /**
   * Clears the history. Retries, because for a moment after a navigation the browser still reports the old document.
   */
  private async forgetHistory(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.client.send('Page.resetNavigationHistory');
        return;
      } catch (thrown) {
        if (this.disposed || tries === 50) throw thrown;
        await sleep(tries < 10 ? 2 : 20);
      }
    }
  }

  /** Closes the page and its context, even if a script in it is stuck. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.watch.fail('The page was closed.');
    this.parts.egress.routes.remove(this.login.username);
    this.client.send('Runtime.terminateExecution').catch(() => undefined);
    await within(this.own.context.close(), 3000);
  }

  /**
   * Reports a window that a click or key press opened. The URL of a same-site window, or of a window without access to
   * its opener (`noopener`), is opened in this page. Other windows are mostly advertising and are discarded. The new
   * window itself is closed in either case.
   */
  private opened({ url, windowFeatures }: Protocol.Page.WindowOpenEvent): void {
    const { client, page } = this;
    if (!/^https?:/i.test(url)) return;
    const from = page.url();
    const isHere = windowFeatures.includes('noopener') || (/^https?:/i.test(from) && sameSite(url, from));
    this.onWindow?.({ url, isHere });
    if (isHere) client.send('Page.navigate', { url, referrer: from }).catch(() => undefined);
  }

  private listen(): void {
    const { page, watch } = this;
    page.on('dialog', (dialog) => {
      const isLeaving = dialog.type() === 'beforeunload';
      if (!isLeaving) watch.remark(`The page opened a dialog, which was dismissed: ${dialog.message().slice(0, 200)}`);
      const answer = isLeaving ? dialog.accept() : dialog.dismiss();
      answer.catch(() => undefined);
    });
    this.client.on('Page.windowOpen', (opened) => opened.userGesture && this.opened(opened));
    page.on('close', () => watch.fail('The page was closed.'));
    this.own.context.on('targetcreated', (target) => {
      if (target === page.target()) return;
      if (target.type() !== 'page') watch.foreignParts = true;
      else
        target
          .page()
          .then((popup) => popup?.close())
          .catch(() => undefined);
    });
  }
}

/** Returns the CDP session that puppeteer uses for the page. A second session would duplicate every event. */
function mainSession(page: Page): CDPSession {
  return (page as unknown as { _client(): CDPSession })._client();
}

/**
 * Makes Chromium store the context's proxy credentials by sending a request that the proxy challenges. Later requests
 * are then not paused for authentication. The request goes to the egress proxy itself, which always responds
 * immediately, even if only with a refusal.
 */
async function logIn(page: Page, client: CDPSession, login: EgressLogin, egress: BrowserEgress): Promise<void> {
  await page.authenticate(login);
  await client.send('Page.navigate', { url: `${egress.address}/` });
  await page.authenticate(null);
  await client.send('Page.navigate', { url: 'about:blank' });
  egress.routes.takeRefusals(login.username);
}
