import { randomBytes } from 'node:crypto';
import { AppError, toAppError } from '../common/errors';
import {
  type LiveFacts,
  type LiveInput,
  type LiveNotice,
  maxLiveChars,
  maxLiveDepth,
  maxLiveNodes,
} from '../common/live';
import { isGone } from '../net/engines/browser/page-gone';
import type { LiveTab, PageElement, TabListener, TabPicture, TabResource } from '../net/engines/live-tab';
import { type LiveDocument, liveDocument } from './live-document';
import { LiveStream, type LiveStreamParts } from './live-stream';
import { LiveTree, type TreeChange } from './live-tree';
import { readRecorded } from './recorded';
import { ResourcePaths } from './resource-paths';

/** Timeout in ms for opening a page. */
const openMs = 30_000;
/** Timeout in ms for forwarding a user's input. */
const actMs = 10_000;
/** Timeout in ms for the first snapshot of a page. */
const firstMs = 15_000;

/** Initial URL of a live page without a start page. */
export const emptyPage = 'about:blank';

/** Dependencies of a live session. */
export interface LiveSessionParts {
  readonly id: string;
  readonly url: string;
  /** Width of the viewport, in CSS pixels. Defaults to the width of the device. */
  readonly width?: number;
  /** Opens the page in the browser. */
  readonly openTab: (listener: TabListener) => Promise<LiveTab>;
  /** Called whenever the page is used. */
  readonly used: () => void;
}

/** A browser page shown in windows. Maintains a copy of the page's tree, and forwards user input to the page. */
export class LiveSession {
  /** Unguessable part of the URLs from which the mirror loads resources. */
  readonly token = randomBytes(24).toString('base64url');
  readonly resources = new ResourcePaths();
  readonly #tree = new LiveTree((change) => this.#changed(change));
  readonly #streams = new Set<LiveStream>();
  readonly #waiters = new Set<() => void>();
  readonly #pictures = new PagePictures(() => this.#tab);
  #tab: LiveTab | undefined;
  /** Promise for the page being opened, shared by concurrent callers. */
  #opened: Promise<LiveFacts> | undefined;
  #state: LiveFacts['state'] = 'opening';
  #address: string;
  #canGoBack = false;
  /** HTTP status of the current page, if known. */
  #status: number | undefined;
  #busy = false;
  #lastSent = '';
  #document: LiveDocument | undefined;
  #wasShown = false;
  /** Notice about the last pop-up window that the page tried to open. */
  #window: string | undefined;

  constructor(private readonly parts: LiveSessionParts) {
    this.#address = parts.url;
  }

  /** Number of windows that show the page. */
  get windows(): number {
    return this.#streams.size;
  }

  /** True if the page was shown before, but no window shows it now. */
  get isAbandoned(): boolean {
    return this.#wasShown && this.#streams.size === 0;
  }

  facts(): LiveFacts {
    const { id } = this.parts;
    const notices = this.#notices();
    return {
      id,
      state: this.#state,
      address: this.#address,
      title: this.#tree.title,
      status: this.#status,
      canGoBack: this.#canGoBack,
      width: this.#tab?.width ?? 0,
      notices,
    };
  }

  /** Opens the page for which the session was created. After a browser crash, reopens the page that was shown last. */
  open(): Promise<LiveFacts> {
    this.#opened ??= this.#openTab().finally(() => {
      this.#opened = undefined;
    });
    return this.#opened;
  }

  navigate(url: string): Promise<LiveFacts> {
    return this.#move((tab) => tab.open(url, AbortSignal.timeout(openMs)));
  }

  back(): Promise<LiveFacts> {
    return this.#move((tab) => tab.back(AbortSignal.timeout(openMs)));
  }

  reload(): Promise<LiveFacts> {
    return this.#move((tab) => tab.reload(AbortSignal.timeout(openMs)));
  }

  /** Opens a URL in a new browser page, without any state from the previous page. */
  restart(url: string): Promise<LiveFacts> {
    this.parts.used();
    this.#state = 'gone';
    this.#address = url;
    return this.open();
  }

  /** Calls `work` with the browser tab. Rejects when the page no longer exists. */
  work<T>(work: (tab: LiveTab) => Promise<T>): Promise<T> {
    this.#window = undefined;
    return this.#withTab(work);
  }

  async #withTab<T>(work: (tab: LiveTab) => Promise<T>): Promise<T> {
    this.parts.used();
    const tab = this.#open();
    try {
      return await work(tab);
    } catch (thrown) {
      throw isGone(thrown) ? gone() : thrown;
    }
  }

  /** Sets the width of the layout in CSS pixels. */
  async resize(width: number): Promise<LiveFacts> {
    await this.#withTab((tab) => tab.resize(width));
    this.#sendChangedFacts();
    return this.facts();
  }

  /** Forwards a user's input to the page. */
  act(input: LiveInput): Promise<void> {
    return this.work((tab) => tab.act(input, AbortSignal.timeout(actMs)));
  }

  /** Returns the current document. Waits for the first snapshot, and throws SCRAPE_TIMEOUT when none arrives. */
  async document(): Promise<LiveDocument> {
    this.parts.used();
    this.#open();
    if (!this.#tree.root) await this.#untilPictured();
    if (this.#document?.version !== this.#tree.version) this.#document = liveDocument(this.#tree);
    return this.#document as LiveDocument;
  }

  /** True if the page has not changed since it was copied to a document. */
  isCurrent({ version }: LiveDocument): boolean {
    return this.#state === 'live' && this.#tree.version === version;
  }

  /**
   * Returns an image, font or style sheet by its number. Undefined when the page has no such resource or the resource
   * fails to load.
   */
  async resource(number: number): Promise<TabResource | undefined> {
    const url = this.resources.addressOf(number);
    return url === undefined ? undefined : this.#tab?.resource(url);
  }

  /** Starts showing the page in a window, and returns the stream. Call `leave` to end the stream. */
  join(parts: Pick<LiveStreamParts, 'pathOf' | 'send' | 'document' | 'withoutNodes'>): LiveStream {
    const stream = new LiveStream({ ...parts, tree: () => this.#tree, facts: () => this.facts() });
    this.#streams.add(stream);
    this.#wasShown = true;
    this.parts.used();
    stream.start();
    return stream;
  }

  /** Starts or stops sending painted frames to a window, in addition to its mirror. */
  async picture(stream: LiveStream, on: boolean): Promise<void> {
    this.parts.used();
    await this.#pictures.want(stream, on);
  }

  /** Returns the element at a point in the viewport. Undefined if the browser cannot determine the element. */
  async elementAt(x: number, y: number): Promise<Pick<PageElement, 'node' | 'box'> | undefined> {
    const found = await this.#withTab((tab) => tab.elementAt(x, y));
    return found && { node: found.node, box: found.box };
  }

  leave(stream: LiveStream): void {
    stream.stop();
    void this.#pictures.want(stream, false).catch(() => undefined);
    this.#streams.delete(stream);
    this.parts.used();
  }

  /** True when the mirror must use a document in quirks mode. */
  get quirks(): boolean {
    return this.#tree.quirks;
  }

  async close(): Promise<void> {
    this.#state = 'gone';
    for (const stream of this.#streams) {
      stream.sendFacts();
      stream.stop();
    }
    await this.#tab?.close();
  }

  #listener(): TabListener {
    return {
      recorded: (payload) => {
        const event = readRecorded(payload);
        if (event?.kind === 'busy') this.#busy = event.busy;
        if (event) this.#tree.apply(event);
        this.#sendChangedFacts();
      },
      navigated: () => void this.#look(),
      opened: (url, isHere) => {
        this.#window = isHere ? windowHere : windowLeftOut(url);
        this.#sendChangedFacts();
      },
      gone: () => {
        if (this.#state === 'gone') return;
        this.#state = 'gone';
        this.#wake();
        this.#sendFacts();
      },
    };
  }

  async #openTab(): Promise<LiveFacts> {
    if (this.#state === 'live') return this.facts();
    this.#state = 'opening';
    this.#sendFacts();
    // A page that is opened again keeps its width.
    const width = this.#tab?.width ?? this.parts.width;
    await this.#tab?.close();
    await this.#take(await this.#opening(this.parts.openTab(this.#listener())));
    if (width !== undefined && width !== this.#tab?.width) await this.#tab?.resize(width);
    if (this.#address !== emptyPage) return this.navigate(this.#address);
    this.#state = 'live';
    this.#sendFacts();
    return this.facts();
  }

  /** Switches to a new tab. If the live page was closed while the tab was opening, closes the tab. */
  async #take(tab: LiveTab): Promise<void> {
    this.#tab = tab;
    if (this.#state === 'gone') {
      await tab.close();
      throw gone();
    }
    await this.#pictures.restart();
  }

  #changed(change: TreeChange): void {
    if (change.type === 'page') this.resources.clear();
    for (const stream of this.#streams) stream.changed(change);
    if (change.type === 'page') this.#wake();
  }

  /** Navigates to another page. If the URL is unreachable, the current page stays open. */
  async #move(go: (tab: LiveTab) => Promise<void>): Promise<LiveFacts> {
    this.parts.used();
    this.#window = undefined;
    const tab = this.#tab;
    if (!tab || this.#state === 'gone') throw gone();
    await this.#opening(go(tab));
    this.#state = 'live';
    await this.#look();
    return this.facts();
  }

  async #opening<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      if (this.#state === 'opening') this.#state = 'gone';
      this.#sendFacts();
      throw isGone(thrown) ? gone() : toAppError(thrown);
    }
  }

  /** Updates the URL, HTTP status and back-navigation state of the page. */
  async #look(): Promise<void> {
    if (!this.#tab || this.#state === 'gone') return;
    const place = await this.#tab.place().catch(() => undefined);
    if (!place) return;
    if (/^https?:/.test(place.address)) this.#address = place.address;
    [this.#canGoBack, this.#status] = [place.canGoBack, place.status];
    this.#sendChangedFacts();
  }

  #open(): LiveTab {
    if (!this.#tab || this.#state === 'gone') throw gone();
    return this.#tab;
  }

  async #untilPictured(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, firstMs);
      this.#waiters.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (this.#state === 'gone') throw gone();
    if (!this.#tree.root) throw new AppError('SCRAPE_TIMEOUT', 'The page has not loaded yet; try again in a moment.');
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  #sendChangedFacts(): void {
    const facts = JSON.stringify(this.facts());
    if (facts !== this.#lastSent) this.#sendFacts();
    this.#lastSent = facts;
  }

  #sendFacts(): void {
    for (const stream of this.#streams) stream.sendFacts();
  }

  #notices(): LiveNotice[] {
    const notices: LiveNotice[] = [];
    const most = maxLiveNodes.toLocaleString('en');
    const chars = maxLiveChars / 1_000_000;
    if (this.#tree.cut)
      notices.push({
        code: 'cut',
        message: `Parts of the page are omitted: at most ${most} nodes, ${maxLiveDepth} levels and ${chars} million characters are shown.`,
      });
    const { unseen } = this.#tree;
    if (unseen.length > 0)
      notices.push({ code: 'blind', message: `${empty(unseen)}; use "Show screenshot" to see the content.` });
    if (this.#busy)
      notices.push({
        code: 'busy',
        message: 'The page changes constantly, so this view is updated every few seconds.',
      });
    if (this.#window) notices.push({ code: 'window', message: this.#window });
    return notices;
  }
}

const windowHere = 'The page opened this URL in a new window. The URL is shown here instead, and jobs do the same.';
const windowLeftOut = (url: string): string =>
  `A script on the page tried to open another site, ${url}, in a new window. Gleaner blocked the window, and jobs do the same. To open the site, enter its URL.`;

/** Returns a notice about content that cannot be shown, such as `A canvas and a closed shadow root are empty here`. */
function empty(unseen: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(unseen);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${unseen.length > 1 ? 'are' : 'is'} empty here`;
}

const gone = (): AppError =>
  new AppError('SCRAPE_BROWSER_CRASHED', 'The browser of this live page has stopped; reopen the page.');

/** Streams painted frames to the windows that requested them, at the rate of the fastest window. */
export class PagePictures {
  readonly #wanting = new Set<LiveStream>();

  constructor(private readonly tab: () => LiveTab | undefined) {}

  /** Starts or stops sending frames to a window. */
  async want(stream: LiveStream, on: boolean): Promise<void> {
    const had = this.#wanting.size > 0;
    if (on) this.#wanting.add(stream);
    else this.#wanting.delete(stream);
    if (had !== this.#wanting.size > 0) await this.restart();
  }

  /** Starts sending frames of the current page, or stops if no window requests them. */
  async restart(): Promise<void> {
    const take = async (picture: TabPicture): Promise<void> => {
      await Promise.race([...this.#wanting].map((stream) => stream.picture(picture)));
    };
    await this.tab()?.pictures(this.#wanting.size > 0 ? take : undefined);
  }
}
