import type { LiveInput } from '../../common/live';
import type { ActionRequest, ActionResults, FetchPlan } from '../../common/model';
import type { SessionState } from '../../common/page-session';

/** An image, font or style sheet used by a page. */
export interface TabResource {
  /** URL after redirects. URLs in a style sheet are relative to this URL. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Media type reported by the server or the browser. Empty if unknown. */
  readonly mediaType: string;
}

/** A screencast frame of the page. */
export interface TabPicture {
  /** JPEG, encoded as Base64. */
  readonly data: string;
  /** Width and height of the viewport in CSS pixels. */
  readonly size: readonly [number, number];
}

/** An element at a point on the page. */
export interface PageElement {
  /**
   * ID of the element in the mirror, or of its nearest ancestor in the mirror if the mirror does not contain the
   * element.
   */
  readonly node: number;
  /** True for an element in a frame or shadow root that neither the mirror nor steps can reach. */
  readonly isBeyond: boolean;
  /** Bounding box in the viewport, in CSS pixels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A text field on the page. */
export interface TabField {
  readonly node: number;
  readonly value: string;
  /** True for fields that take passwords or one-time codes. */
  readonly isSecret: boolean;
  /** Origin of the document that contains the field. */
  readonly origin: string;
}

/** Vertical scroll position, visible height and total height of the page or of an element, in pixels. */
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
  /** Called with an event. `session` identifies a frame or worker, and is undefined for the page itself. */
  event(method: string, params: unknown, session: string | undefined): void;
  /** Called once the page has been closed or has died. */
  ended(): void;
}

/** Connection to a page over the Chrome DevTools Protocol, without access to the rest of the browser. */
export interface TabChannel {
  readonly targetId: string;
  /** Sends a command to the page or to one of its frames or workers. Rejects with the browser's error. */
  send(method: string, params: unknown, session?: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Receives the events of a tab. */
export interface TabListener {
  /** Called with a recorder event, as JSON. */
  recorded(payload: string): void;
  /** Called when the URL of the page has changed. */
  navigated(): void;
  /**
   * Called when a click or key press opens a window. If `isHere` is true, this tab opens the URL instead. Otherwise,
   * the URL is discarded.
   */
  opened(url: string, isHere: boolean): void;
  /** Called when the page or its browser has died. The tab cannot be used any longer. */
  gone(): void;
}

/** A browser page that a person views and controls. It remains open until `close` is called. */
export interface LiveTab {
  /** Width of the viewport in CSS pixels. */
  readonly width: number;
  /** Changes the layout width. Height and device remain the same. */
  resize(width: number): Promise<void>;
  /** Returns the current URL and its HTTP status. `canGoBack` is true if the history contains an earlier page. */
  place(): Promise<{ readonly address: string; readonly canGoBack: boolean; readonly status?: number }>;
  /** Opens a URL. Stops when the signal aborts. Throws an AppError if the URL cannot be reached. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Navigates back. Does nothing on the first page. */
  back(signal: AbortSignal): Promise<void>;
  reload(signal: AbortSignal): Promise<void>;
  /** Forwards a person's input to the page. Throws an AppError if the element no longer exists. */
  act(input: LiveInput, signal: AbortSignal): Promise<void>;
  /** Returns the resource at a URL. If the page has not loaded the resource, fetches it through the guarded egress. */
  resource(url: string): Promise<TabResource | undefined>;
  /**
   * Streams frames to `take`. Sends each frame after `take` has finished with the previous one. Stops streaming when
   * `take` is undefined.
   */
  pictures(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void>;
  /** Returns the element at a point in the viewport. Undefined if the browser cannot determine it. */
  elementAt(x: number, y: number): Promise<PageElement | undefined>;
  /**
   * Returns the mirror ID of the element that an action would find with the same selector. Undefined if no element
   * matches.
   */
  firstMatch(selector: string): Promise<number | undefined>;
  /**
   * Returns a text field by its mirror ID, or the focused field if no ID is given. Undefined if the element is not a
   * text field.
   */
  field(node?: number): Promise<TabField | undefined>;
  /**
   * Returns the scroll position of an element by its mirror ID, or of the page if no ID is given. Undefined if the
   * element no longer exists.
   */
  scrolled(node?: number): Promise<TabScroll | undefined>;
  /**
   * Performs an action as a scrape would, and returns its results. Throws SCRAPE_ACTION_ERROR when the action fails.
   */
  perform(action: ActionRequest, signal: AbortSignal): Promise<ActionResults>;
  /** Takes a screenshot once the page has settled, or after 1.5 seconds at the latest. */
  picture(): Promise<TabPicture>;
  /** Returns the current cookies and local storage of the page. */
  login(): Promise<TabLogin>;
  /** Opens a protocol connection to the page, in addition to the tab's own. */
  channel(listener: TabChannelListener): Promise<TabChannel>;
  /** Closes the page and deletes its storage. If the page has a session, first updates the session. */
  close(): Promise<void>;
}

/** A browser that can open tabs. */
export interface LiveBrowser {
  /** Opens an empty tab with the device, language, proxy and headers from a plan. */
  openTab(plan: FetchPlan, listener: TabListener): Promise<LiveTab>;
}

/** Injection token for the browser that opens tabs. */
export const LiveBrowser = Symbol('LiveBrowser');
