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
import type { LiveTab, PageElement, TabListener, TabPicture, TabResource } from '../net/engines/live-tab';
import { type LiveDocument, liveDocument } from './live-document';
import { LiveStream, type LiveStreamParts } from './live-stream';
import { LiveTree, type TreeChange } from './live-tree';
import { readRecorded } from './recorded';
import { ResourcePaths } from './resource-paths';

/** Longest wait for a page that is opened. */
const openMs = 30_000;
/** Longest wait for what a person did to take place. */
const actMs = 10_000;
/** Longest wait for the first picture of a page. */
const firstMs = 15_000;

/** What a live page is made of. */
export interface LiveSessionParts {
  readonly id: string;
  readonly url: string;
  /** Opens its page in the browser. */
  readonly openTab: (listener: TabListener) => Promise<LiveTab>;
  /** Called when somebody uses it. */
  readonly used: () => void;
}

/** One page of the browser that is shown in windows: its tree, kept up to date, and what is done in it. */
export class LiveSession {
  /** Part of the addresses its mirror loads from; nobody can guess it. */
  readonly token = randomBytes(24).toString('base64url');
  readonly resources = new ResourcePaths();
  readonly #tree = new LiveTree((change) => this.#changed(change));
  readonly #streams = new Set<LiveStream>();
  readonly #waiters = new Set<() => void>();
  readonly #pictures = new PagePictures(() => this.#tab);
  #tab: LiveTab | undefined;
  /** The opening that goes on; whoever asks meanwhile waits for the same one. */
  #opened: Promise<LiveFacts> | undefined;
  #state: LiveFacts['state'] = 'opening';
  #address: string;
  #canGoBack = false;
  #busy = false;
  #told = '';
  #document: LiveDocument | undefined;
  #wasShown = false;
  /** What is said of the window that was opened last. */
  #window: string | undefined;

  constructor(private readonly parts: LiveSessionParts) {
    this.#address = parts.url;
  }

  /** How many windows show it. */
  get windows(): number {
    return this.#streams.size;
  }

  /** True once all windows that have shown it are gone. */
  get isLeft(): boolean {
    return this.#wasShown && this.#streams.size === 0;
  }

  /** Facts as they go out. */
  facts(): LiveFacts {
    const { id } = this.parts;
    const notices = this.#notices();
    return {
      id,
      state: this.#state,
      address: this.#address,
      title: this.#tree.title,
      canGoBack: this.#canGoBack,
      width: this.#tab?.width ?? 0,
      notices,
    };
  }

  /** Opens the page it was made for, or, after its browser died, the one that was open last. */
  open(): Promise<LiveFacts> {
    this.#opened ??= this.#openTab().finally(() => {
      this.#opened = undefined;
    });
    return this.#opened;
  }

  /** Opens another address. */
  navigate(url: string): Promise<LiveFacts> {
    return this.#move((tab) => tab.open(url, AbortSignal.timeout(openMs)));
  }

  /** Goes one page back. */
  back(): Promise<LiveFacts> {
    return this.#move((tab) => tab.back(AbortSignal.timeout(openMs)));
  }

  /** Loads the page anew. */
  reload(): Promise<LiveFacts> {
    return this.#move((tab) => tab.reload(AbortSignal.timeout(openMs)));
  }

  /** Opens an address in a new page of the browser, which knows nothing of the last one. */
  restart(url: string): Promise<LiveFacts> {
    this.parts.used();
    this.#state = 'gone';
    this.#address = url;
    return this.open();
  }

  /** Works in the page of the browser itself; rejects when that is gone. */
  async work<T>(work: (tab: LiveTab) => Promise<T>): Promise<T> {
    this.parts.used();
    this.#window = undefined;
    return work(this.#open());
  }

  /** Lays the page out at another width, in CSS pixels. */
  async resize(width: number): Promise<LiveFacts> {
    this.parts.used();
    await this.#open().resize(width);
    this.#tellNews();
    return this.facts();
  }

  /** Does in the page what a person did in its mirror. */
  async act(input: LiveInput): Promise<void> {
    this.parts.used();
    this.#window = undefined;
    await this.#open().act(input, AbortSignal.timeout(actMs));
  }

  /** The page as it is now. Waits for its first picture; rejects with SCRAPE_TIMEOUT when none comes. */
  async document(): Promise<LiveDocument> {
    this.parts.used();
    this.#open();
    if (!this.#tree.root) await this.#untilPictured();
    if (this.#document?.version !== this.#tree.version) this.#document = liveDocument(this.#tree);
    return this.#document as LiveDocument;
  }

  /** A picture, font or style sheet by its number; undefined when the page names no such address or it does not load. */
  async resource(number: number): Promise<TabResource | undefined> {
    const url = this.resources.addressOf(number);
    return url === undefined ? undefined : this.#tab?.resource(url);
  }

  /** Shows the page in a window from now on; gives back the stream, which ends with `leave`. */
  join(parts: Pick<LiveStreamParts, 'pathOf' | 'send' | 'document'>): LiveStream {
    const stream = new LiveStream({ ...parts, tree: () => this.#tree, facts: () => this.facts() });
    this.#streams.add(stream);
    this.#wasShown = true;
    this.parts.used();
    stream.start();
    return stream;
  }

  /** Sends the page as it is painted to a window, beside its mirror, or stops that. */
  async picture(stream: LiveStream, on: boolean): Promise<void> {
    this.parts.used();
    await this.#pictures.want(stream, on);
  }

  /** The element at a place of the view; undefined where none can be told. */
  async elementAt(x: number, y: number): Promise<Pick<PageElement, 'node' | 'box'> | undefined> {
    this.parts.used();
    const found = await this.#open().elementAt(x, y);
    return found && { node: found.node, box: found.box };
  }

  /** Ends a window's stream. */
  leave(stream: LiveStream): void {
    stream.stop();
    void this.#pictures.want(stream, false).catch(() => undefined);
    this.#streams.delete(stream);
    this.parts.used();
  }

  /** Whether the mirror is to be built in a document in quirks mode. */
  get quirks(): boolean {
    return this.#tree.quirks;
  }

  /** Closes the page. */
  async close(): Promise<void> {
    this.#state = 'gone';
    for (const stream of this.#streams) {
      stream.tellFacts();
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
        this.#tellNews();
      },
      navigated: () => void this.#look(),
      opened: (url, isHere) => {
        this.#window = isHere ? windowHere : windowLeftOut(url);
        this.#tellNews();
      },
      gone: () => {
        if (this.#state === 'gone') return;
        this.#state = 'gone';
        this.#wake();
        this.#tellFacts();
      },
    };
  }

  async #openTab(): Promise<LiveFacts> {
    if (this.#state === 'live') return this.facts();
    this.#state = 'opening';
    this.#tellFacts();
    await this.#tab?.close();
    await this.#take(await this.#opening(this.parts.openTab(this.#listener())));
    return this.navigate(this.#address);
  }

  /** Takes a new tab; it is closed when the live page was closed while it was opened. */
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

  /** Moves to another page; an address that cannot be reached leaves the present one open. */
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
      this.#tellFacts();
      throw toAppError(thrown);
    }
  }

  /** Reads where the page is now. */
  async #look(): Promise<void> {
    if (!this.#tab || this.#state === 'gone') return;
    const place = await this.#tab.place().catch(() => undefined);
    if (!place) return;
    if (/^https?:/.test(place.address)) this.#address = place.address;
    this.#canGoBack = place.canGoBack;
    this.#tellNews();
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
    if (!this.#tree.root)
      throw new AppError('SCRAPE_TIMEOUT', 'The page has shown nothing yet; try again in a moment.');
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  #tellNews(): void {
    const facts = JSON.stringify(this.facts());
    if (facts !== this.#told) this.#tellFacts();
    this.#told = facts;
  }

  #tellFacts(): void {
    for (const stream of this.#streams) stream.tellFacts();
  }

  #notices(): LiveNotice[] {
    const notices: LiveNotice[] = [];
    const most = maxLiveNodes.toLocaleString('en');
    const chars = maxLiveChars / 1_000_000;
    if (this.#tree.cut)
      notices.push({
        code: 'cut',
        message: `Parts of the page are left out: its first ${most} nodes are shown, down to level ${maxLiveDepth}, and ${chars} million characters.`,
      });
    const { unseen } = this.#tree;
    if (unseen.length > 0)
      notices.push({ code: 'blind', message: `${empty(unseen)}; show the page as a picture to see it.` });
    if (this.#busy)
      notices.push({ code: 'busy', message: 'The page changes all the time: it is shown in steps of some seconds.' });
    if (this.#window) notices.push({ code: 'window', message: this.#window });
    return notices;
  }
}

const windowHere = 'The page opened this address in a new window: it is shown here, and in runs, too.';
const windowLeftOut = (url: string): string =>
  `The page opened ${url} in a new window. A script did so for another site, so it was left out, as in runs: enter its address to open it.`;

/** Says what is not shown: `A canvas and a closed shadow root are empty here`. */
function empty(unseen: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(unseen);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${unseen.length > 1 ? 'are' : 'is'} empty here`;
}

const gone = (): AppError =>
  new AppError('SCRAPE_BROWSER_CRASHED', 'The browser of this live page has ended; reopen the page.');

/** Sends the page as it is painted to the windows that want that, at the pace of the fastest of them. */
export class PagePictures {
  readonly #wanting = new Set<LiveStream>();

  constructor(private readonly tab: () => LiveTab | undefined) {}

  /** Starts or ends the pictures of one window. */
  async want(stream: LiveStream, on: boolean): Promise<void> {
    const had = this.#wanting.size > 0;
    if (on) this.#wanting.add(stream);
    else this.#wanting.delete(stream);
    if (had !== this.#wanting.size > 0) await this.restart();
  }

  /** Starts them in the present page, when a window wants them. */
  async restart(): Promise<void> {
    const take = async (picture: TabPicture): Promise<void> => {
      await Promise.race([...this.#wanting].map((stream) => stream.picture(picture)));
    };
    await this.tab()?.pictures(this.#wanting.size > 0 ? take : undefined);
  }
}
