import type { Delivery, Outbox } from '../../ports/delivery/outbox';

const targetOf = ({ jobId, sink, config }: Delivery): string => JSON.stringify([jobId, sink, config]);

/**
 * Tracks the receivers that refuse further events from a job (status 410). Reads this information from the outbox if it
 * is not cached, so that it survives a restart.
 */
export class DisabledReceivers {
  readonly #gone = new Map<string, Promise<boolean>>();
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** True when the receiver of a delivery refuses further events from the job. */
  has(delivery: Delivery): Promise<boolean> {
    const target = targetOf(delivery);
    const known = this.#gone.get(target);
    if (known) return known;
    const asked = this.#ask(delivery.jobId, target);
    this.#remember(target, asked);
    asked.catch(() => this.#gone.delete(target));
    return asked;
  }

  /** Records the result of an attempt: whether the receiver refuses further events. */
  note(delivery: Delivery, gone: boolean): void {
    this.#remember(targetOf(delivery), Promise.resolve(gone));
  }

  /**
   * Caches whether a receiver refuses further events. If the cache is full, evicts the oldest entry, which can be read
   * again from the outbox.
   */
  #remember(target: string, gone: Promise<boolean>): void {
    this.#gone.set(target, gone);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > maxRemembered && oldest !== undefined) this.#gone.delete(oldest);
  }

  async #ask(jobId: string, target: string): Promise<boolean> {
    const { deliveries } = await this.#outbox.list(jobId, { skip: 0, limit: Number.MAX_SAFE_INTEGER });
    return deliveries.some((delivery) => delivery.state === 'disabled' && targetOf(delivery) === target);
  }
}

const maxRemembered = 1000;
