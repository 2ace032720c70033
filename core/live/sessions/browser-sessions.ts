import { randomBytes } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { ScrapeSpec } from '../../common/model';
import { newId } from '../../common/values/ids';
import { Hooks } from '../../contract/hooks';
import { sameText } from '../../platform/auth/same-text';
import { ScrapeStore } from '../../ports/jobs/history';
import { LivePages } from '../live-pages';
import type { LiveSession } from '../live-session';
import type { CodeOutcome } from '../sandbox/messages';
import { CdpGate } from './cdp-gate';
import { CodeHost } from './code-host';

/** Injection token for the path of the built script that runs code. */
export const SessionScript = Symbol('SessionScript');

/** Lifetime limits of a session, in seconds. */
export interface SessionLimits {
  /** Maximum total lifetime. */
  readonly ttl: number;
  /** Maximum idle time. */
  readonly activityTtl: number;
}

/** Session details, as returned to callers. */
export interface SessionFacts {
  readonly id: string;
  readonly status: 'active' | 'destroyed';
  readonly token: string;
  /** ID of the session's live page. */
  readonly pageId: string;
  readonly createdAt: string;
  readonly lastActivity: string;
  readonly expiresAt: string;
}

interface Entry {
  readonly id: string;
  readonly token: string;
  readonly page: LiveSession;
  readonly code: CodeHost;
  readonly limits: SessionLimits;
  readonly createdAt: number;
  lastActivity: number;
  timer?: NodeJS.Timeout;
}

/** Maximum number of active sessions. Each session uses about 250 MB of memory for its page and process. */
const maxActive = 8;
/** Maximum number of closed sessions in the list. */
const maxEnded = 100;

/** Limits for a scrape's session, in seconds. */
const scrapeLimits: SessionLimits = { ttl: 3600, activityTtl: 300 };

/** Browser sessions for API clients. Each has a live page, driven by code or by a DevTools protocol client. */
@injectable()
export class BrowserSessions {
  readonly #active = new Map<string, Entry>();
  readonly #ended: SessionFacts[] = [];
  /** Number of sessions that are being opened. */
  #starting = 0;
  /** Promises for the scrape sessions that are being opened, by scrape ID. */
  readonly #opening = new Map<string, Promise<Entry>>();

  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(ScrapeStore) private readonly scrapes: ScrapeStore,
    @inject(SessionScript) private readonly script: string,
    @inject(Hooks) hooks: Hooks,
  ) {
    hooks.closing.tapPromise('browser sessions', () => this.#closeAll());
  }

  /** Opens a session with an empty page. */
  async open(spec: ScrapeSpec, limits: SessionLimits): Promise<SessionFacts> {
    return factsOf(await this.#open(newId(), spec, limits));
  }

  /**
   * Returns the session for a scrape. The first call opens the scraped page and repeats the scrape's actions. Throws
   * JOB_NOT_FOUND.
   */
  async ofScrape(scrapeId: string): Promise<SessionFacts> {
    const active = this.#active.get(scrapeId);
    if (active) return factsOf(active);
    const opening = this.#opening.get(scrapeId) ?? this.#openScrape(scrapeId);
    this.#opening.set(scrapeId, opening);
    try {
      return factsOf(await opening);
    } finally {
      this.#opening.delete(scrapeId);
    }
  }

  /** Returns an active session. Throws NOT_FOUND. */
  get(id: string): SessionFacts {
    return factsOf(this.#get(id));
  }

  /** Lists sessions, newest first. */
  list(status?: SessionFacts['status']): readonly SessionFacts[] {
    const all = [...[...this.#active.values()].map(factsOf).reverse(), ...this.#ended.toReversed()];
    return status === undefined ? all : all.filter((session) => session.status === status);
  }

  /** Runs code in a session's page. Throws NOT_FOUND. */
  async run(
    id: string,
    request: {
      readonly language: 'node' | 'bash';
      readonly code: string;
      readonly timeoutMs: number;
      readonly endpoint: string;
    },
  ): Promise<CodeOutcome> {
    const entry = this.#get(id);
    this.#touch(entry);
    try {
      return await entry.code.run(request);
    } finally {
      this.#touch(entry);
    }
  }

  /**
   * Connects a DevTools protocol client to the page of the session with the given token. Returns the gate through which
   * the client sends commands. Throws NOT_FOUND.
   */
  async connect(token: string, send: (text: string) => void, ended: () => void): Promise<CdpGate> {
    const entry = [...this.#active.values()].find((session) => sameText(session.token, token));
    if (!entry) throw noSession();
    const gate = new CdpGate({ url: () => entry.page.facts().address, send, used: () => this.#touch(entry) });
    const listener = { event: gate.event.bind(gate), ended };
    gate.connect(await entry.page.work((tab) => tab.channel(listener)));
    return gate;
  }

  /** Closes a session. Returns its duration in ms. Throws NOT_FOUND. */
  async close(id: string): Promise<number> {
    const entry = this.#get(id);
    clearTimeout(entry.timer);
    this.#active.delete(id);
    this.#ended.push({ ...factsOf(entry), status: 'destroyed' });
    if (this.#ended.length > maxEnded) this.#ended.shift();
    await Promise.all([entry.code.close(), this.pages.close(entry.page.facts().id)]);
    return Date.now() - entry.createdAt;
  }

  async #openScrape(scrapeId: string): Promise<Entry> {
    const record = await this.scrapes.record(scrapeId);
    if (!record)
      throw new AppError('JOB_NOT_FOUND', 'This scrape does not exist or is no longer stored; scrape the page again.');
    const result = await this.scrapes.result(scrapeId);
    const url = result?.document.metadata.url ?? record.url;
    const entry = await this.#open(
      scrapeId,
      { ...record.spec, url: typeof url === 'string' ? url : record.url },
      scrapeLimits,
    );
    for (const action of record.spec.actions) {
      await entry.page.work((tab) => tab.perform(action, AbortSignal.timeout(30_000))).catch(() => undefined);
    }
    return entry;
  }

  async #open(id: string, spec: ScrapeSpec, limits: SessionLimits): Promise<Entry> {
    if (this.#active.size + this.#starting >= maxActive) {
      throw new AppError('CONFLICT', `${maxActive} browser sessions are open; close one of them first.`);
    }
    this.#starting++;
    const code = new CodeHost(this.script);
    code.warm();
    try {
      const page = await this.pages.open(spec, { unseenMs: limits.ttl * 1000 });
      const now = Date.now();
      const token = randomBytes(32).toString('base64url');
      const entry: Entry = { id, token, page, code, limits, createdAt: now, lastActivity: now };
      this.#active.set(id, entry);
      this.#touch(entry);
      return entry;
    } catch (thrown) {
      await code.close();
      throw thrown;
    } finally {
      this.#starting--;
    }
  }

  #get(id: string): Entry {
    const entry = this.#active.get(id);
    if (!entry) throw noSession();
    return entry;
  }

  /** Records activity and resets the idle timeout. */
  #touch(entry: Entry): void {
    if (!this.#active.has(entry.id)) return;
    clearTimeout(entry.timer);
    entry.lastActivity = Date.now();
    entry.timer = setTimeout(() => void this.close(entry.id).catch(() => undefined), endOf(entry) - Date.now());
    entry.timer.unref();
  }

  async #closeAll(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((id) => this.close(id)));
  }
}

/** Returns the time, in ms since the epoch, at which a session expires if it is not used again. */
function endOf({ createdAt, lastActivity, limits }: Entry): number {
  return Math.min(createdAt + limits.ttl * 1000, lastActivity + limits.activityTtl * 1000);
}

function factsOf(entry: Entry): SessionFacts {
  const { id, token, page, createdAt, lastActivity } = entry;
  return {
    ...{ id, token, status: 'active', pageId: page.facts().id },
    createdAt: new Date(createdAt).toISOString(),
    lastActivity: new Date(lastActivity).toISOString(),
    expiresAt: new Date(endOf(entry)).toISOString(),
  };
}

const noSession = (): AppError =>
  new AppError('NOT_FOUND', 'This session does not exist; it may have expired. Open a new session.');
