import { setImmediate as nextTurn } from 'node:timers/promises';
import { inject, injectable } from 'inversify';
import { Log } from '../common/log';
import { Hooks } from '../contract/hooks';

/** Maximum number of records per turn of the event loop that are written before their responses are sent. */
const maxAwaited = 8;

/**
 * Writes the records of failed synchronous jobs: history, events and activity. A response waits until its record is
 * written. If many jobs fail at once, e.g. at the same timeout, further responses are sent before their records are
 * written.
 */
@injectable()
export class LateRecords {
  readonly #pending: (() => Promise<void>)[] = [];
  #written: Promise<void> = Promise.resolve();
  #inTurn = 0;

  constructor(
    @inject(Hooks) hooks: Hooks,
    @inject(Log) private readonly log: Log,
  ) {
    hooks.closing.tapPromise('late records', () => this.#written);
  }

  /**
   * Writes a record. Resolves once the record is written, or earlier if many records were added in this turn of the
   * event loop.
   */
  async add(write: () => Promise<void>): Promise<void> {
    if (this.#inTurn++ === 0) setImmediate(() => this.#startTurn());
    if (this.#inTurn <= maxAwaited && this.#pending.length === 0) return write();
    this.#pending.push(write);
    if (this.#pending.length === 1) this.#written = this.#writePending();
  }

  #startTurn(): void {
    this.#inTurn = 0;
  }

  /** Writes one record per turn of the event loop, so that the timeouts of other jobs are not delayed. */
  async #writePending(): Promise<void> {
    for (let write = this.#pending[0]; write; write = this.#pending[0]) {
      await nextTurn();
      await write().catch((thrown) => this.log.warn(`the end of a job was not recorded: ${String(thrown)}`));
      this.#pending.shift();
    }
  }
}
