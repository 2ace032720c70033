import type { CapturedFile } from '../common/model';

/** Options for a screenshot. */
export interface ScreenshotOptions {
  readonly fullPage?: boolean;
  /** JPEG quality from 1 to 100. If absent, the screenshot is a PNG. */
  readonly quality?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Options for printing to PDF. */
export interface PdfOptions {
  readonly format?: string;
  readonly landscape?: boolean;
  readonly scale?: number;
}

/** Scroll direction, and the element to scroll. */
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

/** A live page, as provided to actions and captures. Every call is cancelled when its `signal` aborts. */
export interface LivePage {
  /** Current URL. */
  url(): string;
  /** Returns the current HTML of the page. */
  html(): Promise<string>;
  /**
   * Reports the page's HTML while an action is still loading more content. Absent if the caller needs no intermediate
   * HTML.
   */
  readonly preview?: (html: string) => void;
  /** Adds a sentence to the `warning` of the result. Absent for plugins in the sandbox. */
  readonly warn?: (sentence: string) => void;
  /**
   * Clicks the first match of `selector`, or every match if `all` is true. Throws when no match appears within 3
   * seconds.
   */
  click(selector: string, options: { readonly all: boolean; readonly signal: AbortSignal }): Promise<void>;
  /**
   * Scrolls the first element that matches `selector` into view and returns its centre. Throws when no element matches
   * or the match is not visible.
   */
  locate(selector: string, signal: AbortSignal): Promise<Point>;
  /**
   * Moves the mouse to a position in the viewport. If the move triggers a navigation, waits until the page has loaded.
   */
  moveMouse(to: Point, signal: AbortSignal): Promise<void>;
  /** Types into the focused element. */
  write(text: string, signal: AbortSignal): Promise<void>;
  /** Selects the text of the focused field, so that typing replaces it. */
  selectText(signal: AbortSignal): Promise<void>;
  /**
   * Types a saved secret into the focused field. Throws when no field has focus, or when the secret was saved for a
   * different site.
   */
  writeSecret(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Selects the option with the given value in the first `select` element that matches `selector`. Throws when no
   * option has this value.
   */
  choose(selector: string, value: string, signal: AbortSignal): Promise<void>;
  /** Presses a key by its case-insensitive name, e.g. `Enter`, or a chord, e.g. `Control+A`. */
  press(key: string, signal: AbortSignal): Promise<void>;
  /**
   * Scrolls the page by the height of the viewport. With `selector`, scrolls the first matching element by its visible
   * height instead. With `toEnd`, scrolls to the end in the given direction.
   */
  scroll(options: ScrollOptions, signal: AbortSignal): Promise<void>;
  /** Waits until an element matches `selector`. */
  waitForSelector(selector: string, signal: AbortSignal): Promise<void>;
  /** Waits for the given time in ms. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Returns the number of in-flight script and data requests that started within the last `maxAgeMs`. */
  pendingRequests(maxAgeMs: number): number;
  /** Runs a script in the page. Returns the script's result as JSON data, together with the type of the result. */
  evaluate(script: string, signal: AbortSignal): Promise<{ readonly type: string; readonly value: unknown }>;
  screenshot(options: ScreenshotOptions, signal: AbortSignal): Promise<CapturedFile>;
  pdf(options: PdfOptions, signal: AbortSignal): Promise<CapturedFile>;
}
