import type { Clock } from './context';
import { isoNow } from './context';
import type { Delivery, DeliveryChange, NewDelivery } from './job-ports';

/** A delivery that is due at once. */
export function newDelivery({ body: _, ...delivery }: NewDelivery, clock: Clock): Delivery {
  const now = isoNow(clock);
  return { ...delivery, state: 'pending', createdAt: now, nextAt: now, tries: [] };
}

/** Who gets a delivery. */
export const receiverOf = ({ receiver, sink }: Pick<Delivery, 'receiver' | 'sink'>): string => receiver ?? sink;

const nobody: ReadonlySet<string> = new Set();

/** A delivery after a try or a change of state. */
export const changedDelivery = (delivery: Delivery, change: DeliveryChange): Delivery => ({
  ...delivery,
  state: change.state,
  nextAt: change.nextAt ?? delivery.nextAt,
  tries: change.attempt ? [...delivery.tries, change.attempt] : delivery.tries,
});

/** Pending deliveries, indexed by what the delivery loop asks for. */
export class PendingDeliveries {
  /** By receiver: when each delivery is due, by id. */
  readonly #receivers = new Map<string, Map<string, string>>();

  /** Notes the present state of a delivery. */
  note(delivery: Pick<Delivery, 'id' | 'state' | 'nextAt' | 'sink' | 'receiver'>): void {
    if (delivery.state === 'pending') {
      const receiver = receiverOf(delivery);
      const pending = this.#receivers.get(receiver) ?? new Map<string, string>();
      this.#receivers.set(receiver, pending.set(delivery.id, delivery.nextAt));
    } else this.forget(delivery.id);
  }

  forget(id: string): void {
    for (const [receiver, pending] of this.#receivers) {
      if (pending.delete(id) && pending.size === 0) this.#receivers.delete(receiver);
    }
  }

  /** Ids that are due, the longest due first; none for the receivers in `except`. */
  due(now: string, limit: number, except: ReadonlySet<string> = nobody): readonly string[] {
    const due: { readonly id: string; readonly nextAt: string }[] = [];
    for (const [receiver, pending] of this.#receivers) {
      if (except.has(receiver)) continue;
      for (const [id, nextAt] of pending) if (nextAt <= now) due.push({ id, nextAt });
    }
    due.sort(({ nextAt: a }, { nextAt: b }) => (a < b ? -1 : a > b ? 1 : 0));
    return due.slice(0, limit).map(({ id }) => id);
  }

  /** When the next one is due. */
  next(): string | undefined {
    let next: string | undefined;
    for (const pending of this.#receivers.values()) {
      for (const nextAt of pending.values()) if (next === undefined || nextAt < next) next = nextAt;
    }
    return next;
  }
}
