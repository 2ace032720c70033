import type { LiveInput } from '../../common/live';
import type { ActionRequest, ActionResults, FetchPlan } from '../../common/model';
import type { SessionState } from '../../common/page-session';

/** An image, font or style sheet of a page. */
export interface TabResource {
  readonly bytes: Uint8Array;
  /** Media type reported by the server or the browser; empty when unknown. */
  readonly mediaType: string;
}

/** A painted frame of the page. */
export interface TabPicture {
  /** JPEG in base64. */
  readonly data: string;
  /** Width and height of the viewport, CSS pixels. */
  readonly size: readonly [number, number];
}

/** An element at a point of the page. */
export interface PageElement {
  /** Mirror ID of the element or of its nearest ancestor in the mirror. */
  readonly node: number;
  /** True for an element in a frame or a shadow root that the mirror and steps cannot reach. */
  readonly isBeyond: boolean;
  /** Bounding box in the viewport, CSS pixels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A text field of the page. */
export interface TabField {
  readonly node: number;
  readonly value: string;
  /** True for passwords and one-time codes. */
  readonly isSecret: boolean;
  /** Origin of its document. */
  readonly origin: string;
}

/** Scroll position of a page or an element, pixels. */
export interface TabScroll {
  readonly y: number;
  readonly view: number;
  readonly whole: number;
}

/** Login state of a page. */
export interface TabLogin {
  readonly address: string;
  readonly state: SessionState;
  /** True when the page shows a password field. */
  readonly asksForPassword: boolean;
}

/** Receives the protocol events of a page. */
export interface TabChannelListener {
  /** Called with an event; `session` is undefined for the page itself and set for its frames and workers. */
  event(method: string, params: unknown, session: string | undefined): void;
  /** Called once the page is gone. */
  ended(): void;
}

/** Connection to a page over the Chrome DevTools Protocol, without access to the rest of the browser. */
export interface TabChannel {
  readonly targetId: string;
  /** Sends a command to the page, or to one of its frames and workers. Rejects with the error of the browser. */
  send(method: string, params: unknown, session?: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Receives the events of a tab. */
export interface TabListener {
  /** Called with an event of the recorder, as JSON. */
  recorded(payload: string): void;
  /** Called when the URL of the page has changed. */
  navigated(): void;
  /**
   * Called when a click or a key has opened a window; `isHere` is true when its URL is opened in the tab, false when it is
   * dropped.
   */
  opened(url: string, isHere: boolean): void;
  /** Called when the page or its browser has died; the tab is unusable from then on. */
  gone(): void;
}

/** A browser page that a person views and controls; it stays open until `close`. */
export interface LiveTab {
  /** Width of the viewport, CSS pixels. */
  readonly width: number;
  /** Changes the layout width; height and device stay. */
  resize(width: number): Promise<void>;
  /** Returns the current URL, and whether the history has a previous page. */
  place(): Promise<{ readonly address: string; readonly canGoBack: boolean }>;
  /** Opens a URL within the time of `signal`. Throws an AppError when it cannot be reached. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Navigates back; does nothing on the first page. */
  back(signal: AbortSignal): Promise<void>;
  reload(signal: AbortSignal): Promise<void>;
  /** Performs a person's input; throws an AppError when the element is gone. */
  act(input: LiveInput, signal: AbortSignal): Promise<void>;
  /** Returns the resource that the page has loaded from a URL, otherwise loads it through the guarded egress. */
  resource(url: string): Promise<TabResource | undefined>;
  /** Streams frames, each after `take` has finished with the previous one; stops without `take`. */
  pictures(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void>;
  /** Returns the element at a point of the viewport; undefined when unknown. */
  elementAt(x: number, y: number): Promise<PageElement | undefined>;
  /** Returns the mirror ID of the first match of a selector, as actions find it; undefined without a match. */
  firstMatch(selector: string): Promise<number | undefined>;
  /** Returns a text field by its mirror ID, or the focused one; undefined when it is not a text field. */
  field(node?: number): Promise<TabField | undefined>;
  /** Returns the scroll position of the page, or of an element by mirror ID; undefined when it is gone. */
  scrolled(node?: number): Promise<TabScroll | undefined>;
  /** Performs an action as in a scrape and returns its results. Throws SCRAPE_ACTION_ERROR when it fails. */
  perform(action: ActionRequest, signal: AbortSignal): Promise<ActionResults>;
  /** Takes a screenshot once the page has settled, after at most 1.5 seconds. */
  picture(): Promise<TabPicture>;
  /** Returns the current cookies and local storage of the page. */
  login(): Promise<TabLogin>;
  /** Opens a protocol connection to the page, beside the tab's own. */
  channel(listener: TabChannelListener): Promise<TabChannel>;
  /** Closes the page and deletes its storage; changes to its session are saved to that. */
  close(): Promise<void>;
}

/** Opens tabs. */
export interface LiveBrowser {
  /** Opens an empty tab as planned (device, language, proxy, headers). */
  openTab(plan: FetchPlan, listener: TabListener): Promise<LiveTab>;
}

/** Token of the browser that opens tabs. */
export const LiveBrowser = Symbol('LiveBrowser');
