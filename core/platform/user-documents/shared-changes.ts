import type { Log } from '../../common/log';

/** Time between two looks, in milliseconds. */
const lookMs = 1000;

/** Failures in a row after which nobody waits for a listener any more: it fails for a reason of its own. */
const mostFailures = 5;

type Versions = Readonly<Record<string, number>>;

/** Who takes the changes of a collection up, and the last one that was taken up. */
interface Listener {
  readonly collection: string;
  readonly takeUp: () => unknown;
  known: number | undefined;
  /** How often in a row it could not be taken up. */
  failures: number;
}

/** A listener that failed, and why. */
interface Failure {
  readonly listener: Listener;
  readonly reason: unknown;
}

/** Tells when a collection of documents was changed, by this node or another one. */
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

  /** `versions` gives the number of the last change of each collection; changes from now on are told. Open it before collections are read. */
  static async open(versions: () => Promise<Versions>, log: Log): Promise<SharedChanges> {
    return new SharedChanges(versions, await versions(), log);
  }

  /** Calls back after a change, and again at each look until that has succeeded once. */
  on(collection: string, takeUp: () => unknown): void {
    this.#listeners.push({ collection, takeUp, known: this.#first[collection], failures: 0 });
  }

  /** Begins to look, now and once a second. */
  async start(): Promise<void> {
    await this.look().catch(() => undefined);
    this.#sleep();
  }

  /**
   * Looks now; resolves once the changes that were kept before are taken up. Rejects when the database cannot be asked, or when those of the
   * collection that is named could not be taken up; it is to be tried again then.
   */
  look(collection?: string): Promise<void> {
    const look = this.#look.then(() => this.#lookOnce());
    this.#look = look.catch(() => undefined);
    return look.then((failed) => {
      const own = failed.find(({ listener }) => listener.collection === collection);
      if (own && own.listener.failures < mostFailures) throw own.reason;
    });
  }

  /** Waits for a look under way. */
  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#look;
  }

  #sleep(): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.start(), lookMs).unref();
  }

  /** Gives back whose changes could not be taken up. */
  async #lookOnce(): Promise<readonly Failure[]> {
    if (this.#ended) return [];
    const now = await this.#versions();
    const failed: Failure[] = [];
    for (const listener of this.#listeners) {
      const version = now[listener.collection];
      if (version === listener.known) continue;
      try {
        await listener.takeUp();
        listener.known = version;
        listener.failures = 0;
      } catch (reason) {
        listener.failures += 1;
        failed.push({ listener, reason });
        this.#tellLate(listener, reason);
      }
    }
    return failed;
  }

  #tellLate(listener: Listener, thrown: unknown): void {
    if (listener.failures > 1) return;
    this.#log.warn(
      `a change of ${listener.collection} at another node could not be taken up yet, and is tried again: ${String(thrown)}`,
    );
  }
}
