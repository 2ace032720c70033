import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveInput } from '../../../../common/live';
import type { ActionRequest, ActionResults } from '../../../../common/model';
import { emptySession, type PageSession } from '../../../../common/page-session';
import type {
  LiveTab,
  PageElement,
  TabChannel,
  TabChannelListener,
  TabField,
  TabListener,
  TabLogin,
  TabPicture,
  TabResource,
  TabScroll,
} from '../../live-tab';
import type { BrowserEgress } from '../egress';
import { type Emulation, setView, type View } from '../emulation';
import { PuppeteerPage, type SecretLookup } from '../live-page';
import { openAddress } from '../open-address';
import { ownWorld } from '../page-scripts';
import { putSession, readSession, type SessionInPage } from '../page-sessions';
import type { PageSlot } from '../page-slot';
import type { RequestFilter } from '../request-rules';
import type { ActionLookup } from '../run-actions';
import { untilAborted, within } from '../until-aborted';
import { PageChannel } from './page-channel';
import { pageSignals } from './page-signals';
import { recorderBinding, recorderScript } from './recorder-script';
import { resolveSheetUrls } from './sheet-urls';
import { TabInput } from './tab-input';
import { TabNodes } from './tab-nodes';
import { TabPictures } from './tab-pictures';
import { TabResources } from './tab-resources';
import { TabSteps } from './tab-steps';

/** Dependencies of a tab, other than its page. */
export interface ChromiumTabParts {
  readonly egress: BrowserEgress;
  readonly listener: TabListener;
  readonly emulation: Emulation;
  readonly filter: RequestFilter;
  /** Session that is loaded into the page, and updated with the page's changes. */
  readonly session?: PageSession;
  readonly action: ActionLookup;
  readonly secret: SecretLookup;
  /** Called after Gleaner has closed the tab, or after the page or browser has closed or crashed. */
  readonly closed: () => void;
}

const showsPasswordField = `[...document.querySelectorAll('input[type=password]')].some((field) => field.checkVisibility())`;

/** A Chromium page with an attached recorder. */
export class ChromiumTab implements LiveTab {
  private readonly resources: TabResources;
  private readonly input: TabInput;
  private readonly painted: TabPictures;
  private readonly nodes: TabNodes;
  private readonly steps: TabSteps;
  /** Index of the first real page in the history. Gleaner created the earlier entries. */
  private first: number | undefined;
  private ended = false;
  private view: View;
  private session: SessionInPage | undefined;

  constructor(
    private readonly slot: PageSlot,
    private readonly parts: ChromiumTabParts,
  ) {
    this.resources = new TabResources(slot);
    const { action, secret, emulation } = parts;
    this.view = emulation.view;
    const live = new PuppeteerPage({ slot, view: emulation.view, hide: '', maxHtmlChars: 0, secret });
    this.nodes = new TabNodes(slot);
    this.input = new TabInput(slot, live);
    this.steps = new TabSteps(slot, live, action);
    this.painted = new TabPictures(slot, emulation.view, this.nodes);
  }

  /** Prepares the page: device emulation, language, request rules and recorder. */
  async prepare(): Promise<void> {
    const { client, page } = this.slot;
    const { listener, emulation, filter } = this.parts;
    this.slot.onWindow = ({ url, isHere }) => listener.opened(url, isHere);
    const secret = randomBytes(8).toString('hex');
    client.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== recorderBinding || this.ended) return;
      listener.recorded(resolveSheetUrls(payload, secret, this.resources.finalUrl));
    });
    client.on('Page.frameNavigated', ({ frame }) => frame.parentId === undefined && listener.navigated());
    client.on('Page.navigatedWithinDocument', () => listener.navigated());
    client.on('Inspector.targetCrashed', this.gone);
    page.once('close', this.gone);
    page.browser().once('disconnected', this.gone);
    const newDocuments = [{ source: pageSignals(secret) }, { source: recorderScript(secret), worldName: ownWorld }];
    await Promise.all([
      client.send('Runtime.addBinding', { name: recorderBinding, executionContextName: ownWorld }),
      ...newDocuments.map((script) => client.send('Page.addScriptToEvaluateOnNewDocument', script)),
      this.slot.prepare(emulation, filter, true),
    ]);
    this.session = this.parts.session && (await putSession(this.slot, this.parts.session));
  }

  get width(): number {
    return this.view.width;
  }

  async resize(width: number): Promise<void> {
    this.view = { ...this.view, width };
    await setView(this.slot.client, this.view);
    await this.painted.resize(this.view);
  }

  async place() {
    const { currentIndex, entries } = await this.history();
    const canGoBack = this.first !== undefined && currentIndex > this.first;
    return { address: entries[currentIndex]?.url ?? '', canGoBack, status: this.slot.watch.response?.status };
  }

  async open(url: string, signal: AbortSignal): Promise<void> {
    const hadPage = this.first !== undefined;
    try {
      await untilAborted(openAddress(this.slot, url, this.parts.egress), signal);
    } catch (thrown) {
      // Goes back, because Chromium is now showing its own error page.
      if (hadPage) await this.back(signal).catch(() => undefined);
      throw thrown;
    }
    if (hadPage) return;
    this.first = (await this.history()).currentIndex;
    await this.slot.watch.until(() => this.slot.watch.parsed, 10_000);
    await this.session?.begun();
  }

  async back(signal: AbortSignal): Promise<void> {
    const { client } = this.slot;
    const { currentIndex, entries } = await this.history();
    const entry = entries[currentIndex - 1];
    if (!entry || this.first === undefined || currentIndex <= this.first) return;
    await this.moving(() => client.send('Page.navigateToHistoryEntry', { entryId: entry.id }), signal);
  }

  async reload(signal: AbortSignal): Promise<void> {
    await this.moving(() => this.slot.client.send('Page.reload', { ignoreCache: true }), signal);
  }

  act(input: LiveInput, signal: AbortSignal): Promise<void> {
    return this.input.act(input, signal);
  }

  resource(url: string): Promise<TabResource | undefined> {
    return this.resources.get(url);
  }

  pictures(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void> {
    return this.painted.send(take);
  }

  firstMatch(selector: string): Promise<number | undefined> {
    return this.nodes.first(selector);
  }

  field(node?: number): Promise<TabField | undefined> {
    return this.steps.field(node);
  }

  scrolled(node?: number): Promise<TabScroll | undefined> {
    return this.steps.scrolled(node);
  }

  perform(action: ActionRequest, signal: AbortSignal): Promise<ActionResults> {
    return this.steps.perform(action, signal);
  }

  picture(): Promise<TabPicture> {
    return this.steps.picture();
  }

  elementAt(x: number, y: number): Promise<PageElement | undefined> {
    return this.painted.elementAt(x, y);
  }

  async login(): Promise<TabLogin> {
    const [{ address }, state, asksForPassword] = await Promise.all([
      this.place(),
      readSession(this.slot, emptySession),
      this.slot.watch.evaluate<boolean>(showsPasswordField),
    ]);
    return { address, state, asksForPassword };
  }

  channel(listener: TabChannelListener): Promise<TabChannel> {
    return PageChannel.open(this.slot.page, listener);
  }

  async close(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.slot.page.browser().off('disconnected', this.gone);
    if (this.session) await within(this.session.keep(), 3000);
    await this.slot.dispose();
    this.parts.closed();
  }

  private readonly gone = (): void => {
    if (!this.ended) this.parts.listener.gone();
    void this.close();
  };

  /** Returns the history. Retries, because right after a navigation the browser briefly reports the old document. */
  private async history() {
    for (let tries = 0; ; tries++) {
      try {
        return await this.slot.client.send('Page.getNavigationHistory');
      } catch (thrown) {
        if (this.ended || tries === 50) throw thrown;
        await sleep(tries < 10 ? 2 : 20);
      }
    }
  }

  /** Runs `move`, and waits until the document that it navigates to has loaded. */
  private async moving(move: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    const { watch } = this.slot;
    const before = watch.documents;
    await untilAborted(move(), signal);
    await untilAborted(
      watch.until(() => watch.documents > before && watch.parsed, 10_000),
      signal,
    );
  }
}
