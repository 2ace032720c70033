import { AppError } from '../common/errors';
import type { EngineId, FetchPlan, Page } from '../common/model';
import type { Engine } from './engine';

/** An engine that is created when first used, so that startup stays fast. */
export class LazyEngine implements Engine {
  #engine: Promise<Engine> | undefined;
  #closed = false;

  constructor(
    readonly id: EngineId,
    private readonly make: () => Promise<Engine>,
  ) {}

  async fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    this.#engine ??= this.make();
    try {
      return await (await this.#engine).fetch(plan, signal);
    } catch (thrown) {
      // An engine whose creation failed is created again on the next call.
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
