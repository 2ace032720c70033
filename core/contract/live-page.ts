import type { CapturedFile } from '../common/model';

/** Options of a screenshot. */
export interface ScreenshotOptions {
  readonly fullPage?: boolean;
  /** JPEG quality from 1 to 100; a PNG when absent. */
  readonly quality?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Options of a PDF print. */
export interface PdfOptions {
  readonly format?: string;
  readonly landscape?: boolean;
  readonly scale?: number;
}

/** Target and direction of scrolling. */
export interface ScrollOptions {
  readonly direction: 'up' | 'down';
  readonly selector?: string;
  readonly toEnd?: boolean;
}

/** A position in the viewport, in CSS pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A live page as seen by actions and captures; every call ends when `signal` aborts. */
export interface LivePage {
  /** Current URL. */
  url(): string;
  /** Returns the current HTML of the page. */
  html(): Promise<string>;
  /** Clicks the first match (throws when none appears within 3 seconds) or, with `all`, every match. */
  click(selector: string, options: { readonly all: boolean; readonly signal: AbortSignal }): Promise<void>;
  /** Scrolls the first match into view; returns its centre. Throws when nothing matches or the match is not visible. */
  locate(selector: string, signal: AbortSignal): Promise<Point>;
  /** Moves the mouse to a position in the viewport, and waits for a page this opens. */
  moveMouse(to: Point, signal: AbortSignal): Promise<void>;
  /** Types into the focused element. */
  write(text: string, signal: AbortSignal): Promise<void>;
  /** Selects the text of the focused field, so that typing replaces it. */
  selectText(signal: AbortSignal): Promise<void>;
  /** Types a saved secret into the focused field. Throws without a focused field, or on a site other than that of the secret. */
  writeSecret(name: string, signal: AbortSignal): Promise<void>;
  /** Selects the option with a value in the first match, a `select` element. Throws when there is no such option. */
  choose(selector: string, value: string, signal: AbortSignal): Promise<void>;
  /** Presses a key by its name in any case, e.g. `Enter`, or a chord, e.g. `Control+A`. */
  press(key: string, signal: AbortSignal): Promise<void>;
  /** Scrolls the page, or the first match of `selector`, by one view or, with `toEnd`, to its end. */
  scroll(options: ScrollOptions, signal: AbortSignal): Promise<void>;
  /** Waits until an element matches `selector`. */
  waitForSelector(selector: string, signal: AbortSignal): Promise<void>;
  /** Waits for some milliseconds. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Number of in-flight script and data requests that started at most `maxAgeMs` ago. */
  pendingRequests(maxAgeMs: number): number;
  /** Runs a script in the page and returns its value as JSON, with its type. */
  evaluate(script: string, signal: AbortSignal): Promise<{ readonly type: string; readonly value: unknown }>;
  screenshot(options: ScreenshotOptions, signal: AbortSignal): Promise<CapturedFile>;
  pdf(options: PdfOptions, signal: AbortSignal): Promise<CapturedFile>;
}
