import type { Log } from '../log';

/** Time between two looks, in milliseconds. */
const lookMs = 1000;

type Versions = Readonly<Record<string, number>>;

/** Who takes the changes of a collection up, and the last one that was taken up. */
interface Listener {
  readonly collection: string;
  readonly takeUp: () => unknown;
  known: number | undefined;
  /** Whether the change that failed was told to the log. */
  isLate: boolean;
}

/** Tells when a collection of documents was changed, by this node or another one. */
export class SharedChanges {
  readonly #versions: () => Promise<Versions>;
  readonly #first: Versions;
  readonly #log: Log;
  readonly #listeners: Listener[] = [];
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> = Promise.resolve();
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
    this.#listeners.push({ collection, takeUp, known: this.#first[collection], isLate: false });
  }

  /** Begins to look, now and once a second. */
  async start(): Promise<void> {
    await this.look().catch(() => undefined);
    this.#sleep();
  }

  /** Looks now; resolves once every change that was kept before is taken up, and rejects when one of them could not be. */
  look(): Promise<void> {
    const look = this.#look.then(() => this.#lookOnce());
    this.#look = look.catch(() => undefined);
    return look;
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

  async #lookOnce(): Promise<void> {
    if (this.#ended) return;
    const now = await this.#versions();
    const failures: unknown[] = [];
    for (const listener of this.#listeners) {
      const version = now[listener.collection];
      if (version === listener.known) continue;
      try {
        await listener.takeUp();
        listener.known = version;
        listener.isLate = false;
      } catch (thrown) {
        failures.push(thrown);
        this.#tellLate(listener, thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #tellLate(listener: Listener, thrown: unknown): void {
    if (listener.isLate) return;
    listener.isLate = true;
    this.#log.warn(
      `a change of ${listener.collection} at another node could not be taken up yet, and is tried again: ${String(thrown)}`,
    );
  }
}
