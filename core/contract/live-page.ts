import type { CapturedFile } from '../common/model';

/** Shape of a screenshot. */
export interface ScreenshotOptions {
  readonly fullPage?: boolean;
  /** 1 to 100; given, the picture is a JPEG of that quality, else a PNG. */
  readonly quality?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Shape of a PDF print. */
export interface PdfOptions {
  readonly format?: string;
  readonly landscape?: boolean;
  readonly scale?: number;
}

/** Which way to scroll, and what. */
export interface ScrollOptions {
  readonly direction: 'up' | 'down';
  readonly selector?: string;
  readonly toEnd?: boolean;
}

/** A place in the view, in CSS pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The live page as actions and captures see it; every call ends when `signal` aborts. */
export interface LivePage {
  /** Current URL. */
  url(): string;
  /** The page's HTML as it is now. */
  html(): Promise<string>;
  /** Presses the first match (an error when none comes within 3 seconds) or, with `all`, every match. */
  click(selector: string, options: { readonly all: boolean; readonly signal: AbortSignal }): Promise<void>;
  /** Scrolls the first match into view; gives back its middle. An error when nothing matches or the match has no place on the screen. */
  locate(selector: string, signal: AbortSignal): Promise<Point>;
  /** Moves the mouse to a place in the view, and waits for a page that this opens. */
  moveMouse(to: Point, signal: AbortSignal): Promise<void>;
  /** Types into the focused element. */
  write(text: string, signal: AbortSignal): Promise<void>;
  /** Selects the text of the focused field, so that what is typed next takes its place. */
  selectText(signal: AbortSignal): Promise<void>;
  /** Types a saved secret into the focused field. An error without such a field, or on another site than that of the secret. */
  writeSecret(name: string, signal: AbortSignal): Promise<void>;
  /** Chooses the option with a value in the first match, which is a `select`. An error when there is no such option. */
  choose(selector: string, value: string, signal: AbortSignal): Promise<void>;
  /** Presses one key by its name in any case, e.g. `Enter`, or a chord, e.g. `Control+A`. */
  press(key: string, signal: AbortSignal): Promise<void>;
  /** Scrolls the page, or the first match of `selector`, by one view or, with `toEnd`, as far as it goes. */
  scroll(options: ScrollOptions, signal: AbortSignal): Promise<void>;
  /** Waits until `selector` is in the page. */
  waitForSelector(selector: string, signal: AbortSignal): Promise<void>;
  /** Waits for some milliseconds. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Number of scripts and data requests in flight that started at most `maxAgeMs` ago. */
  pendingRequests(maxAgeMs: number): number;
  /** Runs a script in the page and gives back what JSON can tell of its value, with the value's type. */
  evaluate(script: string, signal: AbortSignal): Promise<{ readonly type: string; readonly value: unknown }>;
  screenshot(options: ScreenshotOptions, signal: AbortSignal): Promise<CapturedFile>;
  pdf(options: PdfOptions, signal: AbortSignal): Promise<CapturedFile>;
}
