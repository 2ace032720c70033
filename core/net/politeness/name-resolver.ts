import type { LookupAddress } from 'node:dns';
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { orAborted } from '../../common/concurrency/promises';
import { Semaphore } from '../../common/concurrency/semaphore';
import { HostsFile } from './hosts-file';

/** Returns all addresses of a host name. Rejects with an error whose `code` is `ENOTFOUND` or `EAI_AGAIN`. */
export type LookupAll = (host: string) => Promise<readonly LookupAddress[]>;

/** Options for a resolver. By default, the system's settings apply. */
export interface ResolverOptions {
  /** Name servers, each as `address` or `address:port`. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Timeout for a lookup in ms. Defaults to 5 s. */
  readonly timeoutMs?: number;
  /** Lookup by the operating system. Resolves more kinds of names than name servers do, but blocks a thread. */
  readonly system?: LookupAll;
}

/** Addresses for a name, or the error code. */
type Found = readonly LookupAddress[] | { readonly code: 'ENOTFOUND' | 'EAI_AGAIN' };

/** Result for one address family. If no name server responded, neither field is set. */
interface FamilyAnswer {
  readonly value?: readonly { readonly address: string; readonly ttl: number }[];
  readonly code?: string;
}

const standardTimeoutMs = 5_000;
/** Cache TTL in ms for the system's list of name servers. Short, because laptops change networks. */
const freshServersMs = 30_000;
/** Maximum TTL for addresses in ms. Overrides longer TTLs from name servers. */
const maxTtlMs = 60_000;
/** TTLs in ms for names that do not exist, and for names whose name servers do not respond. */
const [missingTtlMs, silentTtlMs] = [30_000, 10_000];
/** Additional time in ms to wait for the slower address family. */
const secondFamilyMs = 250;
/** Maximum number of threads for system lookups. The remaining threads of the pool are needed for file access. */
const systemThreads = 2;

const systemAll: LookupAll = (host) => systemLookup(host, { all: true, order: 'verbatim' });

/**
 * Resolves names without blocking threads, so that an unresponsive name server does not delay anything else. Tries the
 * hosts file, then the name servers, then the operating system for names that are still unresolved. Concurrent lookups
 * of the same name share a query. Results and failures are cached for a while.
 */
export class NameResolver {
  readonly #known = new LRUCache<string, Found>({ max: 5000 });
  readonly #inFlight = new Map<string, Promise<Found>>();
  readonly #threads = new Semaphore(systemThreads);
  readonly #hosts: HostsFile;
  #resolver: { readonly resolver: Resolver; readonly until: number } | undefined;

  constructor(private readonly options: ResolverOptions = {}) {
    this.#hosts = new HostsFile(options.hostsFile);
  }

  /** Returns all addresses of a name, IPv4 first. */
  readonly lookup: LookupAll = async (host) => {
    const found = this.#known.get(host) ?? (await this.#ask(host));
    if (!('code' in found)) return found;
    throw Object.assign(new Error(`${host} does not resolve`), { code: found.code });
  };

  get #timeoutMs(): number {
    return this.options.timeoutMs ?? standardTimeoutMs;
  }

  #ask(host: string): Promise<Found> {
    const asked = this.#inFlight.get(host);
    if (asked) return asked;
    const asking = this.#find(host).finally(() => this.#inFlight.delete(host));
    this.#inFlight.set(host, asking);
    return asking;
  }

  async #find(host: string): Promise<Found> {
    const own = loopbackOf(host) ?? (await this.#hosts.find(host));
    if (own) return own;
    const deadline = performance.now() + this.#timeoutMs;
    const { found, ttlMs } = await this.#askServers(host);
    const isMissing = 'code' in found && found.code === 'ENOTFOUND';
    const known = isMissing ? await this.#askSystem(host, deadline) : undefined;
    if (known || ttlMs > 0) this.#known.set(host, known ?? found, { ttl: known ? maxTtlMs : ttlMs });
    return known ?? found;
  }

  async #askServers(host: string): Promise<{ readonly found: Found; readonly ttlMs: number }> {
    const resolver = this.#currentResolver();
    const answers = await bothFamilies(
      [resolver.resolve4(host, { ttl: true }), resolver.resolve6(host, { ttl: true })],
      this.#timeoutMs,
    );
    const records = answers.flatMap(({ value }) => value ?? []);
    if (records.length > 0) {
      const ttlMs = Math.min(maxTtlMs, ...records.map(({ ttl }) => ttl * 1000));
      return { found: records.map(({ address }) => ({ address, family: isIP(address) })), ttlMs };
    }
    const isMissing = answers.some(({ code }) => code === 'ENOTFOUND') || answers.every(({ code }) => isAnswer(code));
    return isMissing
      ? { found: { code: 'ENOTFOUND' }, ttlMs: missingTtlMs }
      : { found: { code: 'EAI_AGAIN' }, ttlMs: silentTtlMs };
  }

  /**
   * Returns the addresses that the operating system has for a host. Undefined if it has none, or if all threads for
   * such lookups are busy.
   */
  async #askSystem(host: string, deadline: number): Promise<readonly LookupAddress[] | undefined> {
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())));
    try {
      const release = await this.#threads.acquire(signal);
      // The thread remains busy until the system responds, even after the timeout.
      const asked = (this.options.system ?? systemAll)(host).finally(release);
      const found = await orAborted(asked, signal);
      return found.length > 0 ? found : undefined;
    } catch {
      return undefined;
    }
  }

  #currentResolver(): Resolver {
    const now = performance.now();
    if (this.#resolver && this.#resolver.until > now) return this.#resolver.resolver;
    const resolver = new Resolver({ timeout: Math.ceil(this.#timeoutMs / 4), tries: 2 });
    if (this.options.servers) resolver.setServers(this.options.servers);
    this.#resolver = { resolver, until: now + freshServersMs };
    return resolver;
  }
}

/** True for error codes that indicate that a name server has answered. Timeouts and cancellations do not count. */
const isAnswer = (code: string | undefined): boolean =>
  code !== undefined && !['ETIMEOUT', 'ECANCELLED', 'EDESTRUCTION'].includes(code);

/** Resolves `localhost` and its subdomains to this machine, regardless of name servers (RFC 6761). */
const loopbackOf = (host: string): readonly LookupAddress[] | undefined =>
  host === 'localhost' || host.endsWith('.localhost')
    ? [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    : undefined;

/**
 * Returns the results of the queries for both address families. Once one query has returned addresses, waits only a
 * little longer for the other query.
 */
async function bothFamilies(
  questions: readonly Promise<NonNullable<FamilyAnswer['value']>>[],
  timeoutMs: number,
): Promise<readonly FamilyAnswer[]> {
  const answers: FamilyAnswer[] = questions.map(() => ({}));
  const settled = questions.map(async (question, index) => {
    try {
      answers[index] = { value: await question };
    } catch (thrown) {
      answers[index] = { code: (thrown as NodeJS.ErrnoException).code ?? 'EUNKNOWN' };
    }
  });
  const ended = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
  const first = Promise.any(questions).then(
    () => pause(secondFamilyMs),
    () => undefined,
  );
  await Promise.race([Promise.all(settled), first, pause(timeoutMs)]);
  ended.abort();
  return [...answers];
}
