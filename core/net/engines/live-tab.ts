import type { LiveInput } from '../../common/live';
import type { ActionRequest, ActionResults, FetchPlan } from '../../common/model';
import type { SessionState } from '../../common/page-session';

/** A picture, font or style sheet of a page. */
export interface TabResource {
  readonly bytes: Uint8Array;
  /** Media type as the server or the browser named it; empty when neither did. */
  readonly mediaType: string;
}

/** The page as it is painted. */
export interface TabPicture {
  /** JPEG in base64. */
  readonly data: string;
  /** Width and height of the view, in CSS pixels. */
  readonly size: readonly [number, number];
}

/** An element at a place of the page. */
export interface PageElement {
  /** Id in the mirror: its own, or that of the nearest element around it that the mirror has. */
  readonly node: number;
  /** True for what is in a frame or a shadow root that the mirror and steps do not reach into. */
  readonly isBeyond: boolean;
  /** Where it is in the view, in CSS pixels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A text field of the page. */
export interface TabField {
  /** Id in the mirror. */
  readonly node: number;
  /** Its present text. */
  readonly value: string;
  /** True for passwords and codes that are good for one use. */
  readonly isSecret: boolean;
  /** Origin of its document. */
  readonly origin: string;
}

/** How far a page, or an element of it, is scrolled, in pixels. */
export interface TabScroll {
  readonly y: number;
  /** Height of what is seen of it. */
  readonly view: number;
  /** Height of all of it. */
  readonly whole: number;
}

/** What a page knows its visitor by. */
export interface TabLogin {
  /** Address of the page. */
  readonly address: string;
  readonly state: SessionState;
  /** True when it shows a field for a password. */
  readonly asksForPassword: boolean;
}

/** What happens in a tab. */
export interface TabListener {
  /** The recorder in the page sent an event, as JSON. */
  recorded(payload: string): void;
  /** The page has another address. */
  navigated(): void;
  /** A click or a key has opened a window: `isHere` when its address is opened in the tab, false when it is left out. */
  opened(url: string, isHere: boolean): void;
  /** The page or its browser died; the tab is of no use any more. */
  gone(): void;
}

/** A page of the browser that a person looks at and works in; it stays open until `close`. */
export interface LiveTab {
  /** Width of the view, in CSS pixels. */
  readonly width: number;
  /** Lays the page out at another width; its height and the device stay. */
  resize(width: number): Promise<void>;
  /** Where it is: the present address, and whether there is a page to go back to. */
  place(): Promise<{ readonly address: string; readonly canGoBack: boolean }>;
  /** Opens an address, with `signal` as the end of the wait. Rejects with an AppError when it cannot be reached. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Goes one page back; does nothing on the first one. */
  back(signal: AbortSignal): Promise<void>;
  reload(signal: AbortSignal): Promise<void>;
  /** Does what a person did; rejects with an AppError when the element is not there any more. */
  act(input: LiveInput, signal: AbortSignal): Promise<void>;
  /** What the page loads from an address, else what the browser loads for it through the guarded way out. */
  resource(url: string): Promise<TabResource | undefined>;
  /** Sends the page as it is painted, each picture once `take` is done with the last one; none without it. */
  pictures(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void>;
  /** The element at a place of the view; undefined where none can be told. */
  elementAt(x: number, y: number): Promise<PageElement | undefined>;
  /** Id in the mirror of the first match of a selector, as actions find it; undefined without one. */
  firstMatch(selector: string): Promise<number | undefined>;
  /** A text field by its id in the mirror, or the one that has the focus; undefined for what is none. */
  field(node?: number): Promise<TabField | undefined>;
  /** How far the page, or an element by its id in the mirror, is scrolled; undefined when it is gone. */
  scrolled(node?: number): Promise<TabScroll | undefined>;
  /** Does an action as a scrape does it and returns its results; rejects with SCRAPE_ACTION_ERROR when it cannot be done. */
  perform(action: ActionRequest, signal: AbortSignal): Promise<ActionResults>;
  /** The page as it is painted, once it has come to rest, a second and a half at most. */
  picture(): Promise<TabPicture>;
  /** The cookies and the local storage of the page as they are now. */
  login(): Promise<TabLogin>;
  /** Closes the page with all it has stored; what it has changed in a session it was opened with goes there. */
  close(): Promise<void>;
}

/** Opens tabs. */
export interface LiveBrowser {
  /** A tab as the plan wants it (device, language, proxy, headers), with nothing open in it yet. */
  openTab(plan: FetchPlan, listener: TabListener): Promise<LiveTab>;
}

/** Token of the browser that opens tabs. */
export const LiveBrowser = Symbol('LiveBrowser');
