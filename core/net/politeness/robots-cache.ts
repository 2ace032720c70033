import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { orAborted } from '../../common/concurrency/promises';
import type { RobotsAnswer, RobotsAnswers } from '../../ports/robots-answers';
import { maxRobotsBytes, noRules, parseRobots, type RobotsRules, refuseAll, robotsAgents } from './robots';

/** Response to a single request. Redirects are not followed. */
export interface TextAnswer {
  readonly status: number;
  readonly contentType?: string;
  /** Target of a redirect, as sent by the server. */
  readonly location?: string;
  /** Body, truncated at `maxBytes`. */
  readonly body: Uint8Array;
}

/**
 * Fetches a small text file with a single request. Rejects if there is no response. Implementations must use the
 * address guard.
 */
export type FetchText = (
  url: string,
  options: { readonly signal: AbortSignal; readonly maxBytes: number },
) => Promise<TextAnswer>;

/** TTLs in ms for responses and for failures. RFC 9309 allows at most a day. */
const freshMs = 3_600_000;
const failedMs = 60_000;

/** Timeout in ms for fetching a robots.txt. */
const timeoutMs = 5000;
const pausesMs = [400, 1200];

/** Maximum number of redirects to follow (RFC 9309, section 2.3.1.2). */
const maxRedirects = 5;

const maxOrigins = 1000;

/** Options for a robots cache. */
export interface RobotsCacheOptions {
  readonly timeoutMs?: number;
  /** Delays in ms before retrying after a 5xx response. */
  readonly pausesMs?: readonly number[];
  /** Responses shared with other processes. Absent if each process fetches its own. */
  readonly shared?: RobotsAnswers;
}

/**
 * Caches the robots.txt of each origin for all jobs and for all processes that share a database. A 2xx response
 * supplies the rules. No rules apply if it is HTML, JSON or XML, if a 4xx response is received, or if there are more
 * than five redirects. If all three attempts get a 5xx response, nothing may be fetched from the origin. If there is no
 * response within 5 s, no rules apply, because fetching the pages will then fail as well.
 */
export class RobotsCache {
  readonly #answers: LRUCache<string, Promise<Uint8Array | RobotsRules>>;
  readonly #known: LRUCache<string, Uint8Array | RobotsRules>;
  readonly #timeoutMs: number;
  readonly #pausesMs: readonly number[];
  readonly #shared: RobotsAnswers | undefined;

  constructor(
    private readonly fetchText: FetchText,
    options: RobotsCacheOptions = {},
  ) {
    this.#answers = new LRUCache({ max: maxOrigins });
    this.#known = new LRUCache({ max: maxOrigins, ttl: freshMs });
    this.#timeoutMs = options.timeoutMs ?? timeoutMs;
    this.#pausesMs = options.pausesMs ?? pausesMs;
    this.#shared = options.shared;
  }

  /** Returns the rules for a URL, and fetches them if necessary. Rejects only if the signal aborts. */
  async rulesFor(url: URL, signal: AbortSignal, userAgent?: string): Promise<RobotsRules> {
    const known = this.peek(url, userAgent);
    if (known) return known;
    let answer = this.#answers.get(url.origin);
    if (!answer) {
      answer = this.#ask(url.origin).finally(() => this.#answers.delete(url.origin));
      this.#answers.set(url.origin, answer);
    }
    const raw = await orAborted(answer, signal);
    return rulesOf(raw, userAgent);
  }

  /** Returns the rules for a URL if they are cached. */
  peek(url: URL, userAgent?: string): RobotsRules | undefined {
    const raw = this.#known.get(url.origin);
    return raw && rulesOf(raw, userAgent);
  }

  /**
   * Fetches the robots.txt of an origin. Uses a separate timeout, so that other callers still get the response if one
   * caller aborts.
   */
  async #ask(origin: string): Promise<Uint8Array | RobotsRules> {
    const known = await this.#sharedAnswer(origin);
    if (known) {
      this.#known.set(origin, known.raw, { ttl: known.ttl });
      return known.raw;
    }
    const { raw, ttl } = await this.#follow(`${origin}/robots.txt`, AbortSignal.timeout(this.#timeoutMs)).then(
      (found) => ({ raw: found, ttl: found instanceof Uint8Array || !found.unavailable ? freshMs : failedMs }),
      () => ({ raw: noRules, ttl: failedMs }),
    );
    this.#known.set(origin, raw, { ttl });
    await this.#shared?.store(origin, toAnswer(raw), ttl).catch(() => undefined);
    return raw;
  }

  /**
   * Returns the response that another process has fetched. If another process is fetching it now, waits for the
   * response. Undefined if this process has to fetch it, or if the database is unreachable.
   */
  async #sharedAnswer(origin: string) {
    const until = performance.now() + 2 * this.#timeoutMs;
    while (this.#shared && performance.now() < until) {
      const look = await this.#shared.find(origin).catch(() => undefined);
      if (!look || 'isMine' in look) return undefined;
      if ('known' in look) return { raw: ofAnswer(look.known), ttl: Math.max(1, look.freshMs) };
      await sleep(look.waitMs);
    }
    return undefined;
  }

  /** Retries a request that gets a 5xx response, because a final 5xx means that nothing may be fetched. */
  async #withRetries(url: string, signal: AbortSignal): Promise<TextAnswer> {
    const ask = () => this.fetchText(url, { signal, maxBytes: maxRobotsBytes + 1 });
    let answer = await ask();
    for (const pauseMs of this.#pausesMs) {
      if (answer.status < 500) break;
      const last = answer;
      answer = await sleep(pauseMs, undefined, { signal }).then(ask, () => last);
    }
    return answer;
  }

  async #follow(start: string, signal: AbortSignal): Promise<Uint8Array | RobotsRules> {
    let url = start;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const answer = await this.#withRetries(url, signal);
      const target = isRedirect(answer.status) && answer.location ? URL.parse(answer.location, url) : undefined;
      if (!target) return understand(answer, url);
      url = target.href;
    }
    return noRules;
  }
}

const toAnswer = (raw: Uint8Array | RobotsRules): RobotsAnswer =>
  raw instanceof Uint8Array ? { body: raw } : { refusal: raw.unavailable };

const ofAnswer = ({ body, refusal }: RobotsAnswer): Uint8Array | RobotsRules =>
  body ?? (refusal === undefined ? noRules : refuseAll(refusal));

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Caches parsed rules by response body and agent, because the rules are needed for every link. */
const parsed = new WeakMap<Uint8Array, Map<string, RobotsRules>>();

function rulesOf(raw: Uint8Array | RobotsRules, userAgent: string | undefined): RobotsRules {
  if (!(raw instanceof Uint8Array)) return raw;
  const byAgent = parsed.get(raw) ?? new Map<string, RobotsRules>();
  parsed.set(raw, byAgent);
  const agent = userAgent ?? '';
  const rules = byAgent.get(agent) ?? parseRobots(raw, userAgent ? [userAgent] : robotsAgents);
  byAgent.set(agent, rules);
  return rules;
}

/** Interprets a response that is not a redirect. */
function understand({ status, contentType, body }: TextAnswer, url: string): Uint8Array | RobotsRules {
  if (status >= 500)
    return refuseAll(
      `${url} returned status ${status}; no pages of the site are fetched until this file is available again.`,
    );
  if (status < 200 || status >= 300) return noRules;
  return isMarkup(contentType, body) ? noRules : body;
}

/** True for HTML, JSON or XML. Such a response is an error page, or an app shell that is served for every URL. */
function isMarkup(contentType: string | undefined, body: Uint8Array): boolean {
  if (/\b(?:html|json|xml)\b/i.test(contentType ?? '')) return true;
  const start = new TextDecoder().decode(body.subarray(0, 64)).trimStart();
  return /^[<{]/.test(start);
}
