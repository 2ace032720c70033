import { parse, stringify } from 'css-what';
import type { ElementHandle, Page } from 'puppeteer';
import { isDriverSelector } from '../../../contract/css-selector';
import { pause, untilAborted } from './until-aborted';

const POLL_MS = 100;

/** Waits for the first match for a selector in a page, its open shadow roots and its frames. Undefined on timeout. */
export async function waitForElement(
  page: Page,
  selector: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ElementHandle | undefined> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const [found] = await untilAborted(findElements(page, selector, false), signal);
    if (found || performance.now() >= end) return found;
    await pause(POLL_MS, signal);
  }
}

/**
 * Returns the elements that match a selector in the page. If the page contains no match, searches its open shadow
 * roots, and then its frames until one contains a match.
 */
export async function findElements(page: Page, selector: string, all: boolean): Promise<ElementHandle[]> {
  const forms = isDriverSelector(selector) ? [selector] : [selector, piercing(selector)];
  for (const frame of page.frames()) {
    for (const one of forms) {
      const find = all ? frame.$$(one) : frame.$(one).then((found) => (found ? [found] : []));
      // The frame may be removed or may navigate during the search.
      const found = await find.catch((thrown: unknown) => {
        if (frame === page.mainFrame() && one === selector && !isGoing(thrown)) throw thrown;
        return [];
      });
      if (found.length > 0) return found;
    }
  }
  return [];
}

const isGoing = (thrown: unknown): boolean =>
  thrown instanceof Error && /context was destroyed|detached|Cannot find context/i.test(thrown.message);

/** Rewrites a selector so that its descendant combinators reach into shadow roots. */
function piercing(selector: string): string {
  return parse(selector)
    .map((tokens) => tokens.map((token) => (token.type === 'descendant' ? ' >>> ' : stringify([[token]]))).join(''))
    .map((branch) => `html >>> ${branch}`)
    .join(', ');
}
