import type { Log } from '../log';

/** Time between two looks, in milliseconds. */
const lookMs = 1000;

type Versions = Readonly<Record<string, number>>;

/** Tells when a collection of documents was changed, by this node or another one. */
export class SharedChanges {
  readonly #versions: () => Promise<Versions>;
  readonly #log: Log;
  readonly #listeners: (readonly [collection: string, listener: () => unknown])[] = [];
  #known: Versions | undefined;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> = Promise.resolve();
  #ended = false;

  /** `versions` gives the number of the last change of each collection. */
  constructor(versions: () => Promise<Versions>, log: Log) {
    this.#versions = versions;
    this.#log = log;
  }

  /** Calls back after a change; what it throws is logged. */
  on(collection: string, listener: () => unknown): void {
    this.#listeners.push([collection, listener]);
  }

  /** Begins to look, once a second; changes from now on are told. */
  async start(): Promise<void> {
    this.#known = await this.#versions();
    this.#sleep();
  }

  /** Looks now; resolves once every change that was kept before is taken up. */
  look(): Promise<void> {
    this.#look = this.#look.then(() => this.#lookOnce());
    return this.#look;
  }

  /** Waits for a look under way. */
  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#look;
  }

  #sleep(): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      void this.look().finally(() => this.#sleep());
    }, lookMs).unref();
  }

  async #lookOnce(): Promise<void> {
    if (!this.#known || this.#ended) return;
    // While the server is away there is nothing to be told, and who asks it for something is told that.
    const now = await this.#versions().catch(() => undefined);
    if (!now) return;
    const before = this.#known;
    this.#known = now;
    for (const [collection, listener] of this.#listeners)
      if (now[collection] !== before[collection])
        await Promise.resolve()
          .then(listener)
          .catch((thrown: unknown) =>
            this.#log.warn(`a change of ${collection} at another node could not be taken up: ${String(thrown)}`),
          );
  }
}
