import type { Clock } from './context';
import { isoNow } from './context';
import type { Delivery, DeliveryChange, NewDelivery } from './job-ports';

/** A delivery that is due at once. */
export function newDelivery({ id, jobId, type, sink, config }: NewDelivery, clock: Clock): Delivery {
  const now = isoNow(clock);
  return { id, jobId, type, sink, config, state: 'pending', createdAt: now, nextAt: now, tries: [] };
}

/** A delivery after a try or a change of state. */
export const changedDelivery = (delivery: Delivery, change: DeliveryChange): Delivery => ({
  ...delivery,
  state: change.state,
  nextAt: change.nextAt ?? delivery.nextAt,
  tries: change.attempt ? [...delivery.tries, change.attempt] : delivery.tries,
});

/** Pending deliveries, indexed by what the delivery loop asks for. */
export class PendingDeliveries {
  readonly #nextAt = new Map<string, string>();

  /** Notes the present state of a delivery. */
  note({ id, state, nextAt }: Pick<Delivery, 'id' | 'state' | 'nextAt'>): void {
    if (state === 'pending') this.#nextAt.set(id, nextAt);
    else this.#nextAt.delete(id);
  }

  forget(id: string): void {
    this.#nextAt.delete(id);
  }

  /** Ids that are due, the longest due first. */
  due(now: string, limit: number): readonly string[] {
    const due = [...this.#nextAt].filter(([, nextAt]) => nextAt <= now);
    due.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
    return due.slice(0, limit).map(([id]) => id);
  }

  /** When the next one is due. */
  next(): string | undefined {
    let next: string | undefined;
    for (const nextAt of this.#nextAt.values()) if (next === undefined || nextAt < next) next = nextAt;
    return next;
  }
}
