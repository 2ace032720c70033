import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { orAborted } from '../../common/concurrency/promises';
import type { RobotsAnswer, RobotsAnswers } from '../../ports/robots-answers';
import { maxRobotsBytes, noRules, parseRobots, type RobotsRules, refuseAll, robotsAgents } from './robots';

/** One answer of a server to one request, redirects not followed. */
export interface TextAnswer {
  readonly status: number;
  readonly contentType?: string;
  /** Where a redirect leads, as the server wrote it. */
  readonly location?: string;
  /** The body, cut at `maxBytes`. */
  readonly body: Uint8Array;
}

/** Asks a server for a small text file once; rejects when there is no answer. Must pass the address guard. */
export type FetchText = (
  url: string,
  options: { readonly signal: AbortSignal; readonly maxBytes: number },
) => Promise<TextAnswer>;

/** How long a response is cached: a day at most (RFC 9309); a failing server is asked again soon. */
const freshMs = 3_600_000;
const failedMs = 60_000;

/** Longest time a crawl waits for a robots.txt. */
const timeoutMs = 5000;
const pausesMs = [400, 1200];

/** Most redirects that are followed (RFC 9309, section 2.3.1.2). */
const maxRedirects = 5;

/** Options of a robots cache. */
export interface RobotsCacheOptions {
  readonly maxOrigins?: number;
  readonly timeoutMs?: number;
  /** Pauses before a server that answered 5xx is asked again. */
  readonly pausesMs?: readonly number[];
  /** Answers that other processes share; each process asks by itself when absent. */
  readonly shared?: RobotsAnswers;
}

/**
 * The robots.txt of each origin, fetched once and shared by all jobs, and by all processes of a database. What the answers mean:
 * 2xx – its rules, unless it is HTML, JSON or XML, which means no rules; 4xx and more than five redirects – no rules;
 * 5xx, asked three times – nothing may be fetched; no answer at all within 5 s – no rules, since the pages themselves will tell.
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
    const max = options.maxOrigins ?? 1000;
    this.#answers = new LRUCache({ max });
    this.#known = new LRUCache({ max, ttl: freshMs });
    this.#timeoutMs = options.timeoutMs ?? timeoutMs;
    this.#pausesMs = options.pausesMs ?? pausesMs;
    this.#shared = options.shared;
  }

  /** The rules for a URL, fetched when they are not known. Rejects only when the signal aborts. */
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

  /** The rules for a URL if its origin has been asked already. */
  peek(url: URL, userAgent?: string): RobotsRules | undefined {
    const raw = this.#known.get(url.origin);
    return raw && rulesOf(raw, userAgent);
  }

  /** Asks with a time limit of its own: one caller who leaves must not fail the others. */
  async #ask(origin: string): Promise<Uint8Array | RobotsRules> {
    const known = await this.#ofOthers(origin);
    if (known) {
      this.#known.set(origin, known.raw, { ttl: known.ttl });
      return known.raw;
    }
    const { raw, ttl } = await this.#follow(`${origin}/robots.txt`, AbortSignal.timeout(this.#timeoutMs)).then(
      (found) => ({ raw: found, ttl: found instanceof Uint8Array || !found.unavailable ? freshMs : failedMs }),
      () => ({ raw: noRules, ttl: failedMs }),
    );
    this.#known.set(origin, raw, { ttl });
    await this.#shared?.keep(origin, toAnswer(raw), ttl).catch(() => undefined);
    return raw;
  }

  /** What another process knows, waited for while it asks; undefined when this one is to ask, as without the database. */
  async #ofOthers(origin: string) {
    const until = performance.now() + 2 * this.#timeoutMs;
    while (this.#shared && performance.now() < until) {
      const look = await this.#shared.look(origin).catch(() => undefined);
      if (!look || 'isMine' in look) return undefined;
      if ('known' in look) return { raw: ofAnswer(look.known), ttl: Math.max(1, look.freshMs) };
      await sleep(look.waitMs);
    }
    return undefined;
  }

  /** A server that answers 5xx is asked again before everything counts as refused. */
  async #patiently(url: string, signal: AbortSignal): Promise<TextAnswer> {
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
      const answer = await this.#patiently(url, signal);
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

/** Parsed once per agent: rules of the same bytes are asked for with every link. */
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

/** What an answer that is no redirect means. */
function understand({ status, contentType, body }: TextAnswer, url: string): Uint8Array | RobotsRules {
  if (status >= 500) return refuseAll(`${url} answered ${status}; nothing may be fetched until it answers again.`);
  if (status < 200 || status >= 300) return noRules;
  return isMarkup(contentType, body) ? noRules : body;
}

/** HTML, JSON or XML: an error page or an app shell that answers every address. */
function isMarkup(contentType: string | undefined, body: Uint8Array): boolean {
  if (/\b(?:html|json|xml)\b/i.test(contentType ?? '')) return true;
  const start = new TextDecoder().decode(body.subarray(0, 64)).trimStart();
  return /^[<{]/.test(start);
}
