import { inject, injectable } from 'inversify';
import type { EventName, GleanerEvent } from '../../common/events';
import { Log } from '../../common/log';
import { Hooks } from '../../contract/hooks';

/** Tells everybody in the process what happens; the `event` hook hears it first. */
@injectable()
export class EventBus {
  readonly #listeners = new Set<(event: GleanerEvent) => void>();

  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Sends an event to the `event` hook and then to every listener; a listener that throws hurts nobody else. */
  async emit(type: EventName, jobId: string | undefined, data: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const event: GleanerEvent = { type, jobId, at: new Date().toISOString(), data };
    await this.hooks.event.promise(event);
    this.pass(event);
  }

  /** Tells listeners of an event that another process of the same database has sent; its hook has heard it there. */
  pass(event: GleanerEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (thrown) {
        this.log.warn(`a listener of ${event.type} failed: ${String(thrown)}`);
      }
    }
  }

  /** Listens to every event; gives back the function that stops it. */
  listen(listener: (event: GleanerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
