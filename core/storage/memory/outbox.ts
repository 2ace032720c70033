import type { Clock } from '../context';
import { isoNow } from '../context';
import { changedDelivery, newDelivery, PendingDeliveries } from '../deliveries';
import type { Delivery, DeliveryChange, NewDelivery, Outbox } from '../job-ports';

/** Deliveries in memory. */
export class MemoryOutbox implements Outbox {
  readonly #deliveries = new Map<string, Delivery>();
  readonly #bodies = new Map<string, Uint8Array>();
  readonly #pending = new PendingDeliveries();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async add(delivery: NewDelivery): Promise<boolean> {
    if (this.#deliveries.has(delivery.id)) return false;
    this.#bodies.set(delivery.id, Uint8Array.from(delivery.body));
    this.#keep(newDelivery(delivery, this.#clock));
    return true;
  }

  async due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]> {
    const ids = this.#pending.due(isoNow(this.#clock), limit, except);
    return ids.flatMap((id) => this.#deliveries.get(id) ?? []);
  }

  async nextDueAt(): Promise<string | undefined> {
    return this.#pending.next();
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    return this.#bodies.get(id);
  }

  async get(id: string): Promise<Delivery | undefined> {
    return this.#deliveries.get(id);
  }

  async update(id: string, change: DeliveryChange): Promise<Delivery | undefined> {
    const delivery = this.#deliveries.get(id);
    return delivery && this.#keep(changedDelivery(delivery, change));
  }

  async list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
    const all = [...this.#deliveries.values()].filter((delivery) => delivery.jobId === jobId);
    return { deliveries: all.slice(options.skip, options.skip + options.limit), total: all.length };
  }

  async replay(id: string): Promise<Delivery | undefined> {
    return this.update(id, { state: 'pending', nextAt: isoNow(this.#clock) });
  }

  async removeJob(jobId: string): Promise<void> {
    for (const { id, jobId: owner } of [...this.#deliveries.values()]) {
      if (owner !== jobId) continue;
      this.#deliveries.delete(id);
      this.#bodies.delete(id);
      this.#pending.forget(id);
    }
  }

  #keep(delivery: Delivery): Delivery {
    this.#deliveries.set(delivery.id, delivery);
    this.#pending.note(delivery);
    return delivery;
  }
}
