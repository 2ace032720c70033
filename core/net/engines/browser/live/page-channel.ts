import type { CDPSession, Page } from 'puppeteer';
import type { TabChannel, TabChannelListener } from '../../live-tab';
import { within } from '../until-aborted';

/** Separate protocol connection to a page. Settings made through this connection are discarded when it closes. */
export class PageChannel implements TabChannel {
  readonly #sessions = new Map<string, CDPSession>();

  private constructor(
    readonly targetId: string,
    private readonly session: CDPSession,
    private readonly listener: TabChannelListener,
  ) {}

  /** Connects to a page. */
  static async open(page: Page, listener: TabChannelListener): Promise<PageChannel> {
    const session = await page.createCDPSession();
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const channel = new PageChannel(targetInfo.targetId, session, listener);
    channel.#forward(session, undefined);
    page.once('close', () => listener.ended());
    return channel;
  }

  async send(method: string, params: unknown, session?: string): Promise<unknown> {
    const target = session === undefined ? this.session : this.#sessions.get(session);
    if (!target) throw new Error('Session with given id not found.');
    // Clients choose the commands, so the types of their parameters are unknown.
    return (target.send as (method: string, params: unknown) => Promise<unknown>).call(target, method, params);
  }

  async close(): Promise<void> {
    if (!this.session.detached) await within(this.session.detach(), 1000);
  }

  #forward(session: CDPSession, id: string | undefined): void {
    session.on('sessionattached', (child) => {
      this.#sessions.set(child.id(), child);
      this.#forward(child, child.id());
    });
    session.on('sessiondetached', (child) => this.#sessions.delete(child.id()));
    session.on('*', (...given: unknown[]) => {
      const [method, params] = given;
      // Events without a dot in their name are internal to puppeteer.
      if (typeof method === 'string' && method.includes('.')) this.listener.event(method, params, id);
    });
  }
}
