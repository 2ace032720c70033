import { AppError } from '../../common/errors';
import type { FetchPlan, Page } from '../../common/model';
import type { Engine } from '../../ports/engine';
import type { LiveBrowser, LiveTab, TabListener } from './live-tab';

/** A browser engine that is created on first use, so that startup is fast. */
export class LazyBrowser implements Engine, LiveBrowser {
  readonly id = 'browser';
  #engine: Promise<Engine & LiveBrowser> | undefined;
  #closed = false;

  constructor(private readonly make: () => Promise<Engine & LiveBrowser>) {}

  fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    return this.#use((engine) => engine.fetch(plan, signal));
  }

  openTab(plan: FetchPlan, listener: TabListener): Promise<LiveTab> {
    return this.#use((engine) => engine.openTab(plan, listener));
  }

  async #use<T>(work: (engine: Engine & LiveBrowser) => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    this.#engine ??= this.make();
    try {
      return await work(await this.#engine);
    } catch (thrown) {
      // If creation fails, the next call tries again.
      await this.#engine?.catch(() => {
        this.#engine = undefined;
      });
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#engine?.catch(() => undefined))?.close();
  }
}
