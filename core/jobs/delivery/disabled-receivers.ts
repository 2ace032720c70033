import type { Delivery, Outbox } from '../../ports/delivery/outbox';

/** Who a job's deliveries go to: the sink with its settings. */
const targetOf = ({ jobId, sink, config }: Delivery): string => JSON.stringify([jobId, sink, config]);

/** Knows which receivers have said that they want nothing more of a job (410), also after a restart. */
export class DisabledReceivers {
  readonly #gone = new Map<string, Promise<boolean>>();
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** True when the receiver of a delivery wants nothing more of its job. */
  has(delivery: Delivery): Promise<boolean> {
    const target = targetOf(delivery);
    const known = this.#gone.get(target);
    if (known) return known;
    const asked = this.#ask(delivery.jobId, target);
    this.#remember(target, asked);
    asked.catch(() => this.#gone.delete(target));
    return asked;
  }

  /** Notes what a try has shown. */
  note(delivery: Delivery, gone: boolean): void {
    this.#remember(targetOf(delivery), Promise.resolve(gone));
  }

  /** Answers can be found again in the outbox, so the oldest may go when there are many. */
  #remember(target: string, gone: Promise<boolean>): void {
    this.#gone.set(target, gone);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > mostRemembered && oldest !== undefined) this.#gone.delete(oldest);
  }

  async #ask(jobId: string, target: string): Promise<boolean> {
    const { deliveries } = await this.#outbox.list(jobId, { skip: 0, limit: Number.MAX_SAFE_INTEGER });
    return deliveries.some((delivery) => delivery.state === 'disabled' && targetOf(delivery) === target);
  }
}

const mostRemembered = 1000;
