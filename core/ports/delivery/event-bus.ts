import { inject, injectable } from 'inversify';
import type { EventName, GleanerEvent } from '../../common/events';
import { Log } from '../../common/log';
import { Hooks } from '../../contract/hooks';

/** Publishes events within the process. The `event` hook receives each event before the listeners. */
@injectable()
export class EventBus {
  readonly #listeners = new Set<(event: GleanerEvent) => void>();

  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Log) private readonly log: Log,
  ) {}

  /**
   * Passes an event to the `event` hook, and then to every listener. An error in one listener does not affect the
   * others.
   */
  async emit(type: EventName, jobId: string | undefined, data: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const event: GleanerEvent = { type, jobId, at: new Date().toISOString(), data };
    await this.hooks.event.promise(event);
    this.pass(event);
  }

  /** Forwards an event from another process to listeners. Skips the hook, which has already run in that process. */
  pass(event: GleanerEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (thrown) {
        this.log.warn(`a listener for ${event.type} failed: ${String(thrown)}`);
      }
    }
  }

  /** Subscribes to every event. Returns a function that unsubscribes. */
  listen(listener: (event: GleanerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
