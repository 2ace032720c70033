import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import type { ScrapeSpec, Task } from '../common/model';
import { newId } from '../common/values/ids';
import { Hooks } from '../contract/hooks';
import { LiveBrowser } from '../net/engines/live-tab';
import { Planner } from '../pipeline/tasks/plan-task';
import { sameText } from '../platform/auth/same-text';
import { emptyPage, LiveSession } from './live-session';

const maxPages = 4;
/** Idle timeout of a live page in ms. */
const idleMs = 10 * 60_000;
/** Idle timeout in ms of a page that is not shown in any window. */
const graceMs = 60_000;

/** An open live page. */
interface OpenPage {
  readonly session: LiveSession;
  /** Idle timeout in ms while the page is not shown in any window. */
  readonly unseenMs: number;
  /** True for pages opened by a window. Only such pages count towards `maxPages`. */
  readonly isOfWindow: boolean;
  timer?: NodeJS.Timeout;
}

interface OpenOptions {
  readonly unseenMs?: number;
  readonly width?: number;
}

/** Manages live pages: only a few at a time, each closed after its idle timeout. */
@injectable()
export class LivePages {
  readonly #sessions = new Map<string, OpenPage>();

  constructor(
    @inject(LiveBrowser) private readonly browser: LiveBrowser,
    @inject(Planner) private readonly planner: Planner,
    @inject(Hooks) private readonly hooks: Hooks,
  ) {
    hooks.closing.tapPromise('live pages', () => this.#closeAll());
  }

  /**
   * Opens a page. Rejects with the reason when its URL is refused or unreachable. Callers other than windows set
   * `unseenMs`, the idle timeout while no window shows the page. Their pages do not count towards `maxPages`. `width`
   * is the width of the viewport in CSS pixels.
   */
  async open(spec: ScrapeSpec, { unseenMs, width }: OpenOptions = {}): Promise<LiveSession> {
    const isOfWindow = unseenMs === undefined;
    if (isOfWindow && this.#ofWindows.length >= maxPages) await this.#closeLeft();
    if (isOfWindow && this.#ofWindows.length >= maxPages) {
      throw new AppError('CONFLICT', `${maxPages} live pages are open; close one of them first.`);
    }
    const id = newId();
    const session = new LiveSession({
      ...{ id, url: spec.url, width, used: () => this.#watch(id) },
      openTab: async (listener) => this.browser.openTab(await this.#plan(id, spec), listener),
    });
    this.#sessions.set(id, { session, unseenMs: unseenMs ?? graceMs, isOfWindow });
    try {
      await session.open();
    } catch (thrown) {
      await this.close(id);
      throw thrown;
    }
    this.#watch(id);
    return session;
  }

  /** Returns a live page by ID. Throws NOT_FOUND. */
  get(id: string): LiveSession {
    const session = this.#sessions.get(id)?.session;
    if (!session) throw new AppError('NOT_FOUND', 'This live page does not exist or was closed; open the page again.');
    this.#watch(id);
    return session;
  }

  /** Returns the live page whose mirror uses the given token. */
  byToken(token: string): LiveSession | undefined {
    return [...this.#sessions.values()].find(({ session }) => sameText(session.token, token))?.session;
  }

  /** Closes a live page. Returns false if it does not exist. */
  async close(id: string): Promise<boolean> {
    const entry = this.#sessions.get(id);
    if (!entry) return false;
    clearTimeout(entry.timer);
    this.#sessions.delete(id);
    await entry.session.close();
    return true;
  }

  /** Creates the fetch plan for a live page, using the same rules as for a scrape. */
  async #plan(id: string, spec: ScrapeSpec) {
    const task: Task = { id, jobId: id, kind: 'live', spec, followsLinks: false, depth: 0, attempt: 1 };
    // The empty page sends no request, so its URL is not checked. The egress proxy checks pages that are opened later.
    const refusal = spec.url === emptyPage ? undefined : await this.hooks.admit.promise(task);
    if (refusal) throw refusal.error;
    return this.planner.withProxy(await this.planner.plan(task));
  }

  /** Closes the first page that is no longer shown in any window. */
  async #closeLeft(): Promise<void> {
    const left = this.#ofWindows.find(([, { session }]) => session.isAbandoned);
    if (left) await this.close(left[0]);
  }

  get #ofWindows(): readonly (readonly [string, OpenPage])[] {
    return [...this.#sessions].filter(([, page]) => page.isOfWindow);
  }

  /** Resets the idle timeout. */
  #watch(id: string): void {
    const entry = this.#sessions.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(
      () => void this.close(id),
      entry.session.windows > 0 ? Math.max(idleMs, entry.unseenMs) : entry.unseenMs,
    );
    entry.timer.unref();
  }

  async #closeAll(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.close(id)));
  }
}
