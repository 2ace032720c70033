import { z } from 'zod';
import { parseJson } from '../../common/values/json';
import type { TabChannel } from '../../net/engines/live-tab';
import { refusedCommand } from './cdp-commands';

const command = z.object({
  id: z.int(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
  sessionId: z.string().optional(),
});

type Command = z.output<typeof command>;

/** Session ID of the page, as clients see it. */
const pageSession = 'page';
/** Browser context ID of the page, as clients see it. */
const contextId = 'session';

/** Dependencies of a gate. */
export interface CdpGateParts {
  /** Current URL of the page. */
  readonly url: () => string;
  /** Sends a message to the client. */
  readonly send: (text: string) => void;
  /** Called for every command. */
  readonly used: () => void;
}

/**
 * Presents a browser with a single page to a client that uses the Chrome DevTools Protocol. Commands that would reach
 * another page, a local file or the browser's settings are refused.
 */
export class CdpGate {
  #channel: TabChannel | undefined;
  #isAttached = false;

  constructor(private readonly parts: CdpGateParts) {}

  /** Connects the gate to its page. */
  connect(channel: TabChannel): void {
    this.#channel = channel;
  }

  /** Forwards an event from the page to the client. */
  event(method: string, params: unknown, session: string | undefined): void {
    this.#send({ method, params, sessionId: session ?? pageSession });
  }

  /** Handles a message from the client. Anything other than a command is ignored. */
  async receive(text: string): Promise<void> {
    const read = command.safeParse(parseJson(text));
    if (!read.success) return;
    this.parts.used();
    const { id, sessionId } = read.data;
    const answer = (part: object) => this.#send({ id, ...part, ...(sessionId === undefined ? {} : { sessionId }) });
    try {
      answer({ result: (await this.#run(read.data)) ?? {} });
      if (read.data.method === 'Target.setAutoAttach' && sessionId === undefined) this.#attach();
    } catch (thrown) {
      answer({ error: { code: -32000, message: reasonOf(thrown) } });
    }
  }

  async close(): Promise<void> {
    await this.#channel?.close();
  }

  async #run({ method, params, sessionId }: Command): Promise<unknown> {
    if (sessionId === undefined) return this.#runInBrowser(method, params);
    const refusal = refusedCommand(method, params);
    if (refusal) throw new Error(refusal);
    return this.#page().send(method, guarded(method, params), sessionId === pageSession ? undefined : sessionId);
  }

  /** Handles a command addressed to the browser itself. */
  async #runInBrowser(method: string, params: Record<string, unknown>): Promise<unknown> {
    switch (method) {
      case 'Browser.getVersion':
        return this.#page().send(method, {});
      case 'Target.setAutoAttach':
      case 'Target.detachFromTarget':
      case 'Browser.setDownloadBehavior':
        return {};
      case 'Target.setDiscoverTargets':
        this.#send({ method: 'Target.targetCreated', params: { targetInfo: this.#target() } });
        return {};
      case 'Target.getTargets':
        return { targetInfos: [this.#target()] };
      case 'Target.getBrowserContexts':
        return { browserContextIds: [contextId] };
      case 'Target.getTargetInfo':
        return { targetInfo: params.targetId === this.#page().targetId ? this.#target() : browserTarget };
      case 'Target.attachToTarget':
        if (params.targetId !== this.#page().targetId) throw new Error('No target with given id found');
        this.#attach();
        return { sessionId: pageSession };
      // Runs the page's version of a browser command. The browser's own version would access the cookies of the default
      // context.
      case 'Storage.getCookies':
        return this.#page().send('Network.getAllCookies', {});
      case 'Storage.setCookies':
        return this.#page().send('Network.setCookies', { cookies: params.cookies });
      case 'Storage.clearCookies':
        return this.#page().send('Network.clearBrowserCookies', {});
      default:
        throw new Error(`'${method}' is not available: a session has a single page.`);
    }
  }

  #attach(): void {
    if (this.#isAttached) return;
    this.#isAttached = true;
    const params = { sessionId: pageSession, targetInfo: this.#target(), waitingForDebugger: false };
    this.#send({ method: 'Target.attachedToTarget', params });
  }

  #target() {
    const { targetId } = this.#page();
    const isAttached = { attached: true, canAccessOpener: false, browserContextId: contextId };
    return { targetId, type: 'page', title: '', url: this.parts.url(), ...isAttached };
  }

  #page(): TabChannel {
    if (!this.#channel) throw new Error('The page of this session was closed; open a new session.');
    return this.#channel;
  }

  #send(message: object): void {
    this.parts.send(JSON.stringify(message));
  }
}

const browserTarget = {
  targetId: 'browser',
  type: 'browser',
  title: '',
  url: '',
  attached: true,
  canAccessOpener: false,
};

/**
 * Prevents clients from handling authentication requests. The engine itself answers the requests from the egress proxy,
 * so clients never see the credentials.
 */
function guarded(method: string, params: Record<string, unknown>): Record<string, unknown> {
  return method === 'Fetch.enable' ? { ...params, handleAuthRequests: false } : params;
}

/** Returns the browser's error message without the prefix that puppeteer adds. */
function reasonOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/^Protocol error \([\w.]+\): /, '');
}
