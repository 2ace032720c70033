import type { Log } from '../../common/log';

/** Poll interval, ms. */
const pollMs = 1000;

/**
 * Number of consecutive failures after which a listener no longer makes `look` reject. Such failures are probably
 * permanent.
 */
const maxFailures = 5;

type Versions = Readonly<Record<string, number>>;

/** Listener for changes to a collection, with the version that it has loaded. */
interface Listener {
  readonly collection: string;
  readonly reload: () => unknown;
  known: number | undefined;
  /** Number of consecutive failures. */
  failures: number;
}

interface Failure {
  readonly listener: Listener;
  readonly reason: unknown;
}

/** Notifies listeners when any node changes a document collection. */
export class SharedChanges {
  readonly #versions: () => Promise<Versions>;
  readonly #first: Versions;
  readonly #log: Log;
  readonly #listeners: Listener[] = [];
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<unknown> = Promise.resolve();
  #ended = false;

  private constructor(versions: () => Promise<Versions>, first: Versions, log: Log) {
    this.#versions = versions;
    this.#first = first;
    this.#log = log;
  }

  /**
   * Starts tracking changes. `versions` returns the number of the last change to each collection. Call this before
   * reading collections, because earlier changes are not reported.
   */
  static async open(versions: () => Promise<Versions>, log: Log): Promise<SharedChanges> {
    return new SharedChanges(versions, await versions(), log);
  }

  /** Calls `reload` after a change. If `reload` fails, calls it again at each poll until it succeeds. */
  on(collection: string, reload: () => unknown): void {
    this.#listeners.push({ collection, reload, known: this.#first[collection], failures: 0 });
  }

  /** Polls immediately and then once per second. */
  async start(): Promise<void> {
    await this.look().catch(() => undefined);
    this.#sleep();
  }

  /**
   * Polls immediately. Resolves once all earlier changes have been loaded. Rejects if the database cannot be queried,
   * or if changes to the given collection could not be loaded. The caller should then retry.
   */
  look(collection?: string): Promise<void> {
    const look = this.#look.then(() => this.#lookOnce());
    this.#look = look.catch(() => undefined);
    return look.then((failed) => {
      const own = failed.find(({ listener }) => listener.collection === collection);
      if (own && own.listener.failures < maxFailures) throw own.reason;
    });
  }

  /** Stops polling. Waits for a poll in progress. */
  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#look;
  }

  #sleep(): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.start(), pollMs).unref();
  }

  /** Notifies the listeners of changed collections. Returns the failures. */
  async #lookOnce(): Promise<readonly Failure[]> {
    if (this.#ended) return [];
    const now = await this.#versions();
    const failed: Failure[] = [];
    for (const listener of this.#listeners) {
      const version = now[listener.collection];
      if (version === listener.known) continue;
      try {
        await listener.reload();
        listener.known = version;
        listener.failures = 0;
      } catch (reason) {
        listener.failures += 1;
        failed.push({ listener, reason });
        this.#notifyLate(listener, reason);
      }
    }
    return failed;
  }

  #notifyLate(listener: Listener, thrown: unknown): void {
    if (listener.failures > 1) return;
    this.#log.warn(
      `a change to ${listener.collection} on another node could not be applied, retrying: ${String(thrown)}`,
    );
  }
}
