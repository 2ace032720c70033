import type { CDPSession, Protocol } from 'puppeteer';
import { DocumentReplaced, isReplaced, PageGone } from './page-gone';
import { ownWorld } from './page-scripts';

/** Maximum number of downloads and dialogs reported per page. */
const MAX_REMARKS = 10;

/** Network response for the main document. */
export interface DocumentResponse {
  readonly requestId: string;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly mimeType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Request types that must finish before a page counts as loaded. */
const awaitedTypes = new Set(['Script', 'XHR', 'Fetch']);

/** Tracks the state of a page: its current document, loading progress and pending requests. */
export class DocumentWatch {
  /** Origins that the page has visited and whose data must be cleared. */
  readonly origins = new Set<string>();
  /** True when the page used cross-origin frames or workers. Their data remains when the page's origins are cleared. */
  foreignParts = false;
  /** Response for the latest main document. */
  response: DocumentResponse | undefined;
  private readonly responses = new Map<string, DocumentResponse>();
  private readonly arrived = new Set<string>();
  private readonly failures = new Map<string, string>();
  private readonly waiting = new Map<string, number>();
  private readonly changes = new Set<() => void>();
  private contextId: string | undefined;
  /**
   * Context ID of the isolated world in the current document. Needed for calls that do not accept the context's unique
   * ID.
   */
  contextNumber: number | undefined;
  private loaderId = '';
  private committed = '';
  private ready = false;
  private gone: PageGone | undefined;
  private downloads = 0;
  /** Sentences about downloads and dialogs, for the result's `warning`. */
  readonly remarks: string[] = [];
  private starts = 0;
  private entered = 0;
  private expected: string | undefined;

  constructor(
    private readonly client: CDPSession,
    private readonly frameId: string,
  ) {
    client.on('Network.requestWillBeSent', (event) => this.onRequest(event));
    client.on('Network.responseReceived', (event) => this.onResponse(event));
    client.on('Network.loadingFinished', ({ requestId }) => this.onRequestEnd(requestId));
    client.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      if (this.responses.has(requestId) && !canceled) this.failures.set(requestId, errorText);
      this.onRequestEnd(requestId);
    });
    client.on('Page.frameNavigated', ({ frame }) => this.onNavigated(frame));
    client.on('Page.frameStartedNavigating', (event) => this.onStart(event));
    client.on('Page.frameStoppedLoading', ({ frameId }) => this.onStop(frameId));
    client.on('Page.frameDetached', ({ reason }) => {
      // A frame detached with the reason `swap` moves to another process, so it is cross-origin.
      if (reason === 'swap') this.foreignParts = true;
    });
    client.on('Page.lifecycleEvent', (event) => this.onLifecycle(event));
    client.on('Runtime.executionContextCreated', ({ context }) => this.onContext(context));
    client.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (executionContextUniqueId === this.contextId) this.contextId = undefined;
    });
    client.on('Runtime.executionContextsCleared', () => {
      this.contextId = undefined;
    });
    client.on('Page.downloadWillBegin', ({ url, suggestedFilename }) => {
      this.downloads++;
      const address = /^https?:/.test(url) ? ` To read the file, scrape ${url}.` : '';
      this.remark(`The page started a download, which was not saved: ${suggestedFilename}.${address}`);
      this.changed();
    });
    client.on('Inspector.targetCrashed', () => this.fail('The page crashed.'));
  }

  /** Resets the state before a new URL is opened. */
  begin(): void {
    this.response = undefined;
    this.responses.clear();
    this.arrived.clear();
    this.failures.clear();
    this.waiting.clear();
    this.downloads = 0;
    this.remarks.length = 0;
  }

  /** Adds a sentence to `remarks`, unless `remarks` already contains it or is full. */
  remark(sentence: string): void {
    if (this.remarks.length < MAX_REMARKS && !this.remarks.includes(sentence)) this.remarks.push(sentence);
  }

  /** Marks the page as dead and makes all waiting calls reject. */
  fail(reason: string): void {
    this.gone ??= new PageGone(reason);
    this.changed();
  }

  /** Returns the number of in-flight requests for scripts and data that were started at most `maxAgeMs` ago. */
  youngRequests(maxAgeMs: number): number {
    const since = performance.now() - maxAgeMs;
    return [...this.waiting.values()].filter((startedAt) => startedAt >= since).length;
  }

  /** Number of in-flight requests for scripts and data. */
  get pendingRequests(): number {
    return this.waiting.size;
  }

  /** True once a navigation has started a download instead of loading a document. */
  get downloading(): boolean {
    return this.downloads > 0;
  }

  /** Number of navigations started in the main frame. */
  get navigationsStarted(): number {
    return this.starts;
  }

  /** Number of documents loaded so far. */
  get documents(): number {
    return this.entered;
  }

  responseOf(loaderId: string): DocumentResponse | undefined {
    return this.responses.get(loaderId);
  }

  /** Chromium's name for the error that cut off the body of the current document, if any. */
  get bodyFailure(): string | undefined {
    return this.failures.get(this.loaderId);
  }

  /** True while a navigation is waiting for its document. */
  get navigating(): boolean {
    return this.expected !== undefined && this.expected !== this.loaderId;
  }

  /** True when the document has been parsed and Gleaner's isolated world exists in it. */
  get parsed(): boolean {
    return this.ready && this.contextId !== undefined;
  }

  /** Waits until `done` returns true. Calls `done` immediately and after every change. Returns false on timeout. */
  until(done: () => boolean, milliseconds: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.changes.delete(look);
      };
      const look = () => {
        if (this.gone) reject(this.gone);
        else if (done()) resolve(true);
        else return;
        end();
      };
      const timer = setTimeout(
        () => {
          end();
          resolve(done());
        },
        Math.max(0, milliseconds),
      );
      this.changes.add(look);
      look();
    });
  }

  /** Evaluates an expression in the isolated world of the current document. */
  async evaluate<T>(expression: string): Promise<T> {
    if (this.gone) throw this.gone;
    const uniqueContextId = this.contextId;
    if (uniqueContextId === undefined) throw new DocumentReplaced();
    try {
      const reply = await this.client.send('Runtime.evaluate', {
        expression,
        uniqueContextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (reply.exceptionDetails) throw new Error(exceptionText(reply.exceptionDetails));
      return reply.result.value as T;
    } catch (thrown) {
      if (this.gone) throw this.gone;
      throw isReplaced(thrown) ? new DocumentReplaced() : thrown;
    }
  }

  private changed(): void {
    for (const look of [...this.changes]) look();
  }

  private onStart({ frameId, loaderId, navigationType }: Protocol.Page.FrameStartedNavigatingEvent): void {
    if (frameId !== this.frameId || /samedocument/i.test(navigationType)) return;
    this.starts++;
    this.expected = loaderId;
    this.changed();
  }

  /** Stops waiting for a document when a navigation produces no document, e.g. for a download or an empty response. */
  private onStop(frameId: string): void {
    if (frameId !== this.frameId) return;
    this.expected = undefined;
    this.changed();
  }

  private onRequest(event: Protocol.Network.RequestWillBeSentEvent): void {
    if (awaitedTypes.has(event.type ?? '')) this.waiting.set(event.requestId, performance.now());
  }

  private onResponse({ requestId, response, type, frameId }: Protocol.Network.ResponseReceivedEvent): void {
    if (type !== 'Document' || frameId !== this.frameId) return;
    const { url, status, statusText, mimeType, headers } = response;
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    this.responses.set(requestId, {
      requestId,
      url,
      status,
      statusText,
      mimeType,
      headers: Object.fromEntries(lower),
    });
    if (requestId === this.loaderId) this.response = this.responses.get(requestId);
    this.changed();
  }

  private onRequestEnd(requestId: string): void {
    const document = this.responses.has(requestId);
    if (document) this.arrived.add(requestId);
    if (this.waiting.delete(requestId) || document) this.changed();
  }

  private onNavigated(frame: Protocol.Page.Frame): void {
    if (frame.parentId !== undefined) {
      if (isForeign(frame.securityOrigin, this.origins)) this.foreignParts = true;
      return;
    }
    if (/^https?:/.test(frame.securityOrigin)) this.origins.add(frame.securityOrigin);
    this.committed = frame.loaderId;
    if (frame.loaderId === this.loaderId) this.changed();
    else this.enter(frame.loaderId);
  }

  /** Switches to the document that a navigation is loading, even if no events for that document have arrived yet. */
  expect(loaderId: string): void {
    if (loaderId === this.loaderId) return;
    this.contextId = undefined;
    this.enter(loaderId);
  }

  /** True when the expected document has replaced the previous one. */
  get arrivedAtDocument(): boolean {
    return this.committed === this.loaderId;
  }

  /** True when all bytes of a response have arrived. */
  hasArrived(requestId: string): boolean {
    return this.arrived.has(requestId);
  }

  /** Switches to a new document. Requests from the previous document are no longer counted. */
  private enter(loaderId: string): void {
    this.loaderId = loaderId;
    this.entered++;
    this.response = this.responses.get(loaderId) ?? this.response;
    this.ready = false;
    this.waiting.clear();
    this.changed();
  }

  private onLifecycle({ frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    if (frameId !== this.frameId) return;
    if (name === 'init' && loaderId !== this.loaderId) this.enter(loaderId);
    if (name === 'DOMContentLoaded' && loaderId === this.loaderId) {
      this.ready = true;
      this.changed();
    }
  }

  private onContext(context: Protocol.Runtime.ExecutionContextDescription): void {
    if (context.name !== ownWorld || context.auxData?.frameId !== this.frameId) return;
    this.contextId = context.uniqueId;
    this.contextNumber = context.id;
    this.changed();
  }
}

function isForeign(origin: string, own: ReadonlySet<string>): boolean {
  return /^https?:/.test(origin) && !own.has(origin);
}

function exceptionText(details: Protocol.Runtime.ExceptionDetails): string {
  return details.exception?.description?.split('\n', 1)[0] ?? details.text;
}
