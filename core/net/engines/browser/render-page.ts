import { AppError } from '../../../common/errors';
import { NotAPage } from '../../../ports/engine';
import type { DocumentResponse, DocumentWatch } from './document-watch';
import { navigationError } from './net-errors';
import { isReplaced, PageGone } from './page-gone';
import { hasText, type Settled, settle } from './page-scripts';
import type { PageSlot } from './page-slot';

/** Outcome of waiting for a page to settle. */
export interface SettledPage {
  readonly quiet: boolean;
  /** Warning for the result. Set if the page was read before it had finished loading. */
  readonly warning?: string;
  /** Value read from the page as soon as the page settled, if possible. */
  readonly value?: unknown;
}

/** Options for opening a URL. */
export interface Opening {
  /** True to load the page even if its URL differs from the current URL only in the fragment. */
  readonly isFresh?: boolean;
}

/** Opens a URL in the page and waits for the main document's response. */
export async function openPage(
  slot: PageSlot,
  url: string,
  { isFresh }: Opening = {},
): Promise<DocumentResponse | undefined> {
  const { client, watch } = slot;
  let reply = await client.send('Page.navigate', { url });
  const isSameDocument = reply.loaderId === undefined && reply.errorText === undefined;
  if (isFresh && isSameDocument) {
    if (!(await slot.leave())) throw new PageGone('The browser could not navigate away from the page.');
    watch.begin();
    reply = await client.send('Page.navigate', { url });
  }
  const response = (reply.loaderId && watch.responseOf(reply.loaderId)) || watch.response;
  if (reply.isDownload || watch.downloading) throw new NotAPage(response?.headers['content-type'], url);
  if (reply.loaderId && !reply.errorText) watch.expect(reply.loaderId);
  if (!reply.errorText) return response;
  // A 204 or an empty response aborts the navigation, but still counts as a response.
  if (reply.errorText === 'net::ERR_ABORTED' && response) return response;
  if (reply.errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE' && response) return response;
  throw navigationError(reply.errorText, url);
}

/** Maximum time to wait for parsing to end after a document's body has failed to load, in ms. */
const failedBodyMs = 500;
/** Maximum time for a page to show its content after its document has loaded, in ms. */
const settleMs = 8000;

/** Options for waiting until a page has settled. */
export interface SettleOptions {
  /** Maximum time to wait after the document has been parsed, in ms. */
  readonly maxMs?: number;
  /**
   * Expression to evaluate in the page as soon as it has settled. Evaluated in the same browser call that waits for the
   * page to settle.
   */
  readonly read?: string;
}

/**
 * Waits until the page shows its content. At that point, the document is parsed and no longer changes, requests for
 * scripts and data have finished, and short timers have fired. A page that does not settle within a time limit is read
 * in its current state.
 */
export async function waitUntilSettled(
  slot: PageSlot,
  deadline: number,
  { maxMs = settleMs, read }: SettleOptions = {},
): Promise<SettledPage> {
  const { watch } = slot;
  const started = performance.now();
  if (!(await parsedInTime(watch, deadline))) {
    return { quiet: false, warning: 'The page had not finished loading when it was read.' };
  }
  const end = Math.min(performance.now() + maxMs, deadline - Math.min(500, (deadline - started) / 4));
  for (let round = 0; round < 20; round++) {
    const left = end - performance.now();
    if (left <= 0) break;
    const rested = await settleOnce(watch, slot.secret, left, watch.pendingRequests === 0 ? read : undefined);
    if (rested === undefined) {
      await watch.until(() => watch.parsed, Math.max(0, end - performance.now()));
      continue;
    }
    if (rested.thin && watch.navigating && (await replaced(watch, Math.min(left, 2000)))) continue;
    if (watch.pendingRequests === 0) return { quiet: rested.quiet, value: rested.value };
    const waitMs = Math.min(end - performance.now(), rested.thin ? 6000 : 2000 - (performance.now() - started));
    if (waitMs <= 0 || !(await watch.until(() => watch.pendingRequests === 0, waitMs))) break;
  }
  return { quiet: false };
}

/**
 * If a page with little text is navigating, waits for the next document. Returns false if no document arrives in time.
 */
async function replaced(watch: DocumentWatch, waitMs: number): Promise<boolean> {
  const before = watch.documents;
  await watch.until(() => !watch.navigating, waitMs);
  return watch.documents > before;
}

/** Waits once for the page to settle. Undefined if the page navigated to another document. */
async function settleOnce(
  watch: DocumentWatch,
  secret: string,
  left: number,
  read: string | undefined,
): Promise<Settled | undefined> {
  try {
    return await watch.evaluate<Settled>(settle(secret, { maxMs: left, loadMs: Math.min(2500, left / 2) }, read));
  } catch (thrown) {
    if (isReplaced(thrown)) return undefined;
    throw thrown;
  }
}

/**
 * Waits until the document has been parsed. If the body fails, or a script or an endless stream blocks the parser for
 * most of the available time, returns false as soon as the document contains text. Throws if no text has arrived when
 * the body fails or the time runs out.
 */
async function parsedInTime(watch: DocumentWatch, deadline: number): Promise<boolean> {
  const left = deadline - performance.now();
  const isOver = () => watch.parsed || watch.bodyFailure !== undefined;
  await watch.until(isOver, Math.min(15_000, left * 0.6));
  if (await watch.until(() => watch.parsed, watch.bodyFailure === undefined ? 0 : failedBodyMs)) return true;
  while (performance.now() < deadline) {
    const filled = await watch.evaluate<boolean>(hasText).catch(() => false);
    if (filled) return false;
    if (watch.bodyFailure !== undefined) throw navigationError(watch.bodyFailure, watch.response?.url ?? '');
    if (await watch.until(() => watch.parsed, 250)) return true;
  }
  throw new AppError('SCRAPE_TIMEOUT');
}
