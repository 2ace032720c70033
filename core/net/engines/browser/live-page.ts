import type { ElementHandle, KeyInput, Page, PaperFormat, Protocol } from 'puppeteer';
import { keysOf } from '../../../common/values/keys';
import type { ScrollOptions } from '../../../contract/live-page';
import type { CapturedFile, LivePage, PdfOptions, Point, ScreenshotOptions } from '../../../contract/plugin';
import { setView, type View } from './emulation';
import { findElements, waitForElement } from './find-element';
import { secretField, selectField } from './focused-field';
import { joinPngs } from './join-pngs';
import { maskTyped } from './mask-typed';
import { isReplaced } from './page-gone';
import { painted, serialise } from './page-scripts';
import type { PageSlot } from './page-slot';
import { runScript, type ScriptValue } from './run-script';
import { readWithClosedRoots, type ShadowedReading } from './shadow/closed-roots';
import { pause, untilAborted } from './until-aborted';

/** Maximum height of a screenshot that Chromium can paint in one piece, in pixels. */
const maxPictureHeight = 16_384;
/** Maximum number of images stitched into one screenshot. */
const MAX_PICTURES = 4;
/** Maximum length of text typed key by key, in characters. Longer text is inserted in one step. */
const maxTypedLength = 400;

/**
 * Time in ms for loading and drawing a part of the page that has been scrolled into view. Many pages check for visible
 * parts at intervals of up to 250 ms. `totalMs` limits the time for all parts together, but each part gets at least
 * `minMs`.
 */
const DRAWING = { maxMs: 270, minMs: 30, totalMs: 10_000 };
/** Maximum number of steps when scrolling to the end. Each step scrolls by one viewport. */
const MAX_VIEWS = 150;

/** Maximum time an action waits for its element, in ms. */
const elementMs = 3000;
/** Maximum time a wait action waits for its element, in ms. */
const waitMs = 30_000;

/** Returns a saved secret for use on a page. Throws if the page's origin does not belong to the secret's site. */
export type SecretLookup = (name: string, origin: string) => Promise<string>;

/** Dependencies of a live page. */
export interface LivePageContext {
  readonly slot: PageSlot;
  readonly view: View;
  /** Selector for the elements hidden by ad filters. */
  readonly hide: string;
  readonly maxHtmlChars: number;
  readonly secret: SecretLookup;
  /** Receives the HTML of the page while an action is still loading more content. */
  readonly preview?: (html: string) => void;
}

/** Gives actions and captures access to a page through puppeteer. */
export class PuppeteerPage implements LivePage {
  /** Secrets typed so far. They are masked in everything that is read from the page. */
  readonly typed: string[] = [];
  /** Warnings about incomplete captures and lists. */
  readonly warnings: string[] = [];
  readonly warn: LivePage['warn'] = (sentence) => void this.warnings.push(sentence);
  readonly preview?: LivePage['preview'];
  private readonly page: Page;

  constructor(private readonly context: LivePageContext) {
    const { slot, preview } = context;
    this.page = slot.page;
    if (preview) this.preview = (html) => preview(maskTyped(html, this.typed));
  }

  url(): string {
    return maskTyped(this.page.url(), this.typed);
  }

  async html(): Promise<string> {
    const { slot, hide, maxHtmlChars } = this.context;
    const script = serialise(JSON.stringify(hide), maxHtmlChars);
    const read = () => slot.watch.evaluate<ShadowedReading & { readonly html: string }>(script);
    return maskTyped((await readWithClosedRoots(slot, read)).html, this.typed);
  }

  async click(selector: string, options: { readonly all: boolean; readonly signal: AbortSignal }): Promise<void> {
    const wanted = options.all
      ? await untilAborted(findElements(this.page, selector, true), options.signal)
      : [await this.find(selector, options.signal)];
    for (const element of wanted) await this.act(() => pressElement(element), options.signal);
    await Promise.all(wanted.map((element) => element.dispose().catch(() => undefined)));
  }

  async locate(selector: string, signal: AbortSignal): Promise<Point> {
    const found = await this.find(selector, signal);
    try {
      await untilAborted(found.scrollIntoView(), signal);
      const { x, y } = await untilAborted(found.clickablePoint(), signal);
      return { x, y };
    } catch (thrown) {
      if (signal.aborted || isReplaced(thrown)) throw thrown;
      throw new Error(`\`${selector}\` is not visible on the page`, { cause: thrown });
    } finally {
      await found.dispose().catch(() => undefined);
    }
  }

  async moveMouse({ x, y }: Point, signal: AbortSignal): Promise<void> {
    await this.act(() => this.page.mouse.move(x, y), signal);
  }

  async write(text: string, signal: AbortSignal): Promise<void> {
    const { keyboard } = this.page;
    const typing = text.length > maxTypedLength ? keyboard.sendCharacter(text) : keyboard.type(text);
    await untilAborted(typing, signal);
  }

  async selectText(signal: AbortSignal): Promise<void> {
    await untilAborted(this.context.slot.watch.evaluate(selectField), signal);
  }

  async writeSecret(name: string, signal: AbortSignal): Promise<void> {
    const field = await untilAborted(this.context.slot.watch.evaluate<{ origin: string } | null>(secretField), signal);
    if (!field) throw new Error('no field on the page has focus; click the field first');
    const value = await this.context.secret(name, field.origin);
    this.typed.push(value);
    await this.write(value, signal);
  }

  async choose(selector: string, value: string, signal: AbortSignal): Promise<void> {
    const found = await this.find(selector, signal);
    try {
      await this.act(async () => {
        const [chosen] = await found.select(value);
        if (chosen !== value) throw new Error(`\`${selector}\` has no option with the value \`${value}\``);
      }, signal);
    } finally {
      await found.dispose().catch(() => undefined);
    }
  }

  async press(chord: string, signal: AbortSignal): Promise<void> {
    const keys = [...(keysOf(chord) ?? [])] as KeyInput[];
    const last = keys.pop();
    if (last === undefined) throw new Error(`\`${chord}\` is not a key`);
    const { keyboard } = this.page;
    await this.act(async () => {
      for (const held of keys) await keyboard.down(held);
      try {
        // Characters that no key produces are inserted directly.
        await (keys.length === 0 && last.length === 1 ? keyboard.type(last) : keyboard.press(last));
      } finally {
        for (const held of keys.reverse()) await keyboard.up(held);
      }
    }, signal);
  }

  async scroll({ direction, selector, toEnd = false }: ScrollOptions, signal: AbortSignal): Promise<void> {
    const target = selector === undefined ? 'null' : `document.querySelector(${JSON.stringify(selector)})`;
    const scrolled = await untilAborted(
      this.context.slot.watch.evaluate<boolean>(`(() => {
        const part = ${target};
        if (${selector !== undefined} && !part) return false;
        const whole = part || document.scrollingElement || document.documentElement;
        const to = part || window;
        const sign = ${direction === 'up' ? -1 : 1};
        const view = part ? part.clientHeight : innerHeight;
        const drawn = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
        const step = (distance) => to.scrollBy({ top: sign * distance, behavior: 'instant' });
        const left = () => (sign < 0 ? Math.abs(whole.scrollTop) : whole.scrollHeight - view - whole.scrollTop);
        // Scrolls one viewport at a time, because some parts of a page load only when they become visible.
        return (async () => {
          if (!${toEnd}) step(view);
          let time = ${DRAWING.totalMs};
          for (let views = 0, from; ${toEnd} && views < ${MAX_VIEWS} && whole.scrollTop !== from; views++) {
            from = whole.scrollTop;
            const wait = Math.max(${DRAWING.minMs}, Math.min(${DRAWING.maxMs}, time / Math.max(1, left() / view)));
            step(view);
            // Ignores parts that are added after the end was reached. The \`loadMore\` action loads these.
            const isEnd = left() <= 1;
            await drawn(wait);
            time = Math.max(0, time - wait);
            if (isEnd) break;
          }
          if (${toEnd}) step(whole.scrollHeight);
          await drawn(${DRAWING.minMs});
          return true;
        })();
      })()`),
      signal,
    );
    if (!scrolled) throw new Error(`nothing on the page matches \`${selector}\``);
  }

  async waitForSelector(selector: string, signal: AbortSignal): Promise<void> {
    const found = await waitForElement(this.page, selector, { timeoutMs: waitMs, signal });
    if (!found) throw new Error(`nothing on the page matched \`${selector}\` within ${waitMs / 1000} s`);
    await found.dispose();
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return pause(milliseconds, signal);
  }

  pendingRequests(maxAgeMs: number): number {
    return this.context.slot.watch.youngRequests(maxAgeMs);
  }

  async evaluate(script: string, signal: AbortSignal): Promise<ScriptValue> {
    let returned: ScriptValue = { type: 'undefined', value: null };
    await this.act(async () => {
      returned = await runScript(this.context.slot.client, script);
    }, signal);
    return returned;
  }

  async screenshot(options: ScreenshotOptions, signal: AbortSignal): Promise<CapturedFile> {
    const { slot, view } = this.context;
    const { viewport } = options;
    if (viewport) await setView(slot.client, { ...view, ...viewport });
    try {
      return await untilAborted(this.shoot(options), signal);
    } finally {
      if (viewport) await setView(slot.client, view).catch(() => undefined);
    }
  }

  async pdf(options: PdfOptions, signal: AbortSignal): Promise<CapturedFile> {
    const { format = 'letter', landscape = false, scale = 1 } = options;
    const printed = this.page.pdf({
      format: format.toLowerCase() as Lowercase<PaperFormat>,
      landscape,
      scale,
      printBackground: true,
      timeout: 0,
    });
    return { bytes: await untilAborted(printed, signal), mediaType: 'application/pdf' };
  }

  /** Waits for the first match for a selector. Throws when no match appears in time. */
  private async find(selector: string, signal: AbortSignal): Promise<ElementHandle> {
    const found = await waitForElement(this.page, selector, { timeoutMs: elementMs, signal });
    if (!found) throw new Error(`nothing on the page matches \`${selector}\``);
    return found;
  }

  /** Runs an operation and, if the operation navigates, waits for the new document. */
  private async act(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    const { watch } = this.context.slot;
    const before = watch.navigationsStarted;
    await untilAborted(work(), signal);
    const moved = await untilAborted(
      watch.until(() => watch.navigationsStarted > before, 60),
      signal,
    );
    if (moved)
      await untilAborted(
        watch.until(() => !watch.navigating && watch.parsed, 10_000),
        signal,
      );
  }

  private async shoot({ fullPage = false, quality }: ScreenshotOptions): Promise<CapturedFile> {
    const { client, watch } = this.context.slot;
    await watch.evaluate(painted);
    const picture = quality === undefined ? ({ format: 'png' } as const) : ({ format: 'jpeg', quality } as const);
    const mediaType = `image/${picture.format}`;
    const clips = fullPage ? await this.clipsOfPage(quality === undefined ? MAX_PICTURES : 1) : [undefined];
    const pieces: Buffer[] = [];
    for (const clip of clips) {
      const options = { ...picture, ...(clip ? { clip, captureBeyondViewport: true } : {}), optimizeForSpeed: true };
      const { data } = await client.send('Page.captureScreenshot', options);
      pieces.push(Buffer.from(data, 'base64'));
    }
    const [first = Buffer.alloc(0)] = pieces;
    if (pieces.length === 1) return { bytes: first, mediaType };
    const whole = await joinPngs(pieces);
    if (whole === undefined) this.warnings.push(cutAt(maxPictureHeight));
    return { bytes: whole ?? first, mediaType };
  }

  /** Divides the page from top to bottom into pieces that Chromium can paint. */
  private async clipsOfPage(maxPieces: number): Promise<readonly Protocol.Page.Viewport[]> {
    const { cssContentSize } = await this.context.slot.client.send('Page.getLayoutMetrics');
    const width = Math.max(1, Math.ceil(cssContentSize.width));
    const height = Math.max(1, Math.ceil(cssContentSize.height));
    const most = maxPieces * maxPictureHeight;
    if (height > most) this.warnings.push(cutAt(most));
    const count = Math.min(maxPieces, Math.ceil(height / maxPictureHeight));
    return Array.from({ length: count }, (_, at) => {
      const y = at * maxPictureHeight;
      return { x: 0, y, width, height: Math.min(height - y, maxPictureHeight), scale: 1 };
    });
  }
}

const cutAt = (height: number): string => `The screenshot was cropped to ${height} pixels; the page is taller.`;

/** Clicks an element with the mouse. If the element is not on the screen, dispatches a click event to it instead. */
async function pressElement(element: ElementHandle): Promise<void> {
  try {
    await element.click();
  } catch (thrown) {
    if (isReplaced(thrown)) return;
    await element.evaluate((node) => (node as unknown as { click?: () => void }).click?.());
  }
}
