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

/** Number of uses after which a page is replaced, so that renderer leaks stay bounded. */
const maxUses = 150;
/** Storage types that a page can fill; `all` would also clear unrelated caches, which is slow. */
const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';

/** Parts of a slot. */
export interface SlotParts {
  readonly browser: Browser;
  readonly identity: BrowserIdentity;
  readonly egress: BrowserEgress;
  /** Proxy behind the egress proxy, if any. */
  readonly upstreamUrl?: string;
}

interface SlotContext {
  readonly context: BrowserContext;
  /** Credentials of the context at the egress proxy. */
  readonly login: EgressLogin;
  /** Name of the events with which our isolated world queries the page's timers. */
  readonly secret: string;
}

/** A window that a page has opened. */
export interface OpenedWindow {
  readonly url: string;
  /** True when its URL is opened in the page itself. */
  readonly isHere: boolean;
}

/** One page in its own browser context, used by one scrape after another and cleaned in between. */
export class PageSlot {
  /** Job whose traces the context contains; undefined when clean. */
  jobId: string | undefined;
  /** Called for a window opened by a click or a key; same-site windows are opened in this page. */
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

  /** Credentials of the page at the egress proxy. */
  get login(): EgressLogin {
    return this.own.login;
  }

  /** Name of the events with which our isolated world queries the page's timers. */
  get secret(): string {
    return this.own.secret;
  }

  /** Creates a context with one page and authenticates it at the egress proxy. */
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

  /** Prepares the page for a scrape; `personal` is true when responses may be specific to this caller. */
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

  /** Re-enables scripts in a stopped page that is reused without cleaning. */
  private async thaw(): Promise<void> {
    if (!this.frozen) return;
    this.frozen = undefined;
    await this.client.send('Emulation.setScriptExecutionDisabled', { value: false });
  }

  /** Removes every trace of the last job; returns false when that is uncertain and the slot must be discarded. */
  async clean(): Promise<boolean> {
    if (this.isWorn || this.watch.foreignParts || this.watch.origins.size > 1) return false;
    const { client, watch } = this;
    if (!watch.parsed) return false;
    // Stops timers and removes listeners first, so that nothing is written after the cleaning.
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
      // Clears the cache of responses fetched with a caller's headers or actions, so that other jobs do not get them.
      ...(this.personal ? [client.send('Network.clearBrowserCache')] : []),
      ...[...watch.origins].map((origin) => client.send('Storage.clearDataForOrigin', { origin, storageTypes })),
    ]);
    this.personal = false;
    this.watch.origins.clear();
    this.jobId = undefined;
    return !this.disposed;
  }

  /**
   * Navigates to an empty document of the same origin, which unlike `about:blank` needs no new renderer process. Its URL is
   * unused: Chromium would not load a page whose URL differs only in the fragment.
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

  /** Clears the history; for a moment after navigation the browser still reports the old document as the page. */
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

  /** Closes the page and its context, even when a script in it never ends. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.watch.fail('The page was closed.');
    this.parts.egress.routes.remove(this.login.username);
    this.client.send('Runtime.terminateExecution').catch(() => undefined);
    await within(this.own.context.close(), 3000);
  }

  /**
   * Reports a window opened by the user. A same-site window, or one without access to its opener (`noopener`), is opened in
   * this page; others are mostly advertising and are dropped. The new window itself is closed.
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

/** Returns the page's own CDP session; a second one would duplicate every event. */
function mainSession(page: Page): CDPSession {
  return (page as unknown as { _client(): CDPSession })._client();
}

/**
 * Makes Chromium store the proxy credentials of the context by one challenged request; later requests are not paused for
 * authentication. The target is the egress proxy itself, which always responds at once, if only with a refusal.
 */
async function logIn(page: Page, client: CDPSession, login: EgressLogin, egress: BrowserEgress): Promise<void> {
  await page.authenticate(login);
  await client.send('Page.navigate', { url: `${egress.address}/` });
  await page.authenticate(null);
  await client.send('Page.navigate', { url: 'about:blank' });
  egress.routes.takeRefusals(login.username);
}
