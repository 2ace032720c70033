import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { Page, Task } from '../../common/model';
import { Hooks } from '../../contract/hooks';
import { RobotsCache } from '../../net/politeness/robots-cache';
import { decodeText } from '../../page/documents/decode-text';
import { contentFrames, frameContent, withFrames } from '../../page/documents/foreign-frames';
import { Engines } from '../../ports/engine';
import { Planner } from './plan-task';

/** Maximum size of a page, and of each of its frames, in bytes. */
const MAX_BYTES = 1_000_000;
/** Timeout for all frames of a page, in ms. */
const TIMEOUT_MS = 10_000;

/** Reads frames from other hosts if they contain the main content of a page. */
@injectable()
export class FrameSource {
  constructor(
    @inject(Engines) private readonly engines: Engines,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Planner) private readonly planner: Planner,
    @inject(RobotsCache) private readonly robots: RobotsCache,
  ) {}

  /**
   * Inserts the content of frames from other hosts into the page, and adds a warning for each of these frames. Returns
   * the page unchanged if it has no frames from other hosts.
   */
  async fill(page: Page, task: Task, signal: AbortSignal): Promise<Page> {
    if (task.isStep || !isSmallHtml(page)) return page;
    const html = Buffer.from(page.body).toString('latin1');
    const frames = contentFrames(html, page.url);
    if (frames.length === 0) return page;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const contents = new Map<string, string>();
    const warnings: string[] = [];
    for (const url of frames) {
      try {
        const content = await this.#read(url, task, limited);
        if (content === undefined) continue;
        contents.set(url, content);
        warnings.push(`The content of the frame ${url} was read as part of the page.`);
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        const reason = limited.aborted
          ? `It took longer than ${TIMEOUT_MS / 1000} seconds.`
          : toAppError(thrown).reason;
        warnings.push(`The frame ${url} was not read: ${reason}`);
      }
    }
    const body = contents.size === 0 ? page.body : Buffer.from(withFrames(html, page.url, contents), 'latin1');
    return { ...page, body, warnings: [...page.warnings, ...warnings] };
  }

  /** Fetches a frame without the headers, login and actions of the page. Undefined for a frame without content. */
  async #read(
    url: string,
    { session: _, hostLease: __, ...task }: Task,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { profile: ___, ...spec } = task.spec;
    const inner: Task = { ...task, spec: { ...spec, url, headers: {}, formats: [], actions: [], waitForMs: 0 } };
    const refusal = await this.hooks.admit.promise(inner);
    if (refusal) throw refusal.error;
    // Only pages that were found by following links are subject to robots.txt.
    const target = new URL(url);
    const obeys = task.followsLinks && task.ignoresRobots !== true;
    const rules = obeys ? await this.robots.rulesFor(target, signal) : undefined;
    if (rules && !rules.allowsPage(target))
      throw new AppError('CRAWL_DENIED', rules.unavailable ?? 'robots.txt disallows it.');
    const { session: ____, ...planned } = await this.planner.plan(inner);
    const plan = this.planner.withProxy({ ...planned, engine: 'http', timeoutMs: TIMEOUT_MS });
    const frame = await this.engines.http.fetch(plan, signal);
    if (frame.statusCode >= 400)
      throw new AppError('SCRAPE_SITE_ERROR', `The server returned status ${frame.statusCode}.`);
    if (!isSmallHtml(frame)) return undefined;
    const { text } = decodeText(frame.body, {
      ...(frame.contentType ? { contentType: frame.contentType } : {}),
      isHtml: true,
    });
    return frameContent(text, frame.url);
  }
}

const isSmallHtml = ({ statusCode, contentType, body }: Page): boolean =>
  statusCode < 400 && /html/.test(contentType ?? '') && body.byteLength <= MAX_BYTES;
