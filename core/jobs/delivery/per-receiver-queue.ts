import type { Delivery } from '../../ports/delivery/outbox';
import { receiverOf } from '../../ports/delivery/outbox';

/** Limits on running and queued deliveries. */
export interface ReceiverLimits {
  readonly total: number;
  readonly perReceiver: number;
  /** Maximum number of failing receivers tried at once, with one delivery each. */
  readonly failing: number;
  /** Maximum number of slow deliveries that can run in addition to `total`. */
  readonly slow: number;
  /** Maximum number of deliveries queued in memory across all receivers. Further deliveries stay in the outbox. */
  readonly waiting: number;
}

/** Default limits. */
export const defaultReceiverLimits: ReceiverLimits = { total: 8, perReceiver: 2, failing: 2, slow: 32, waiting: 512 };

/**
 * Queues due deliveries by receiver, with a limit per receiver. To avoid blocking other receivers, slow deliveries soon
 * stop counting towards the total, and failing receivers share a few slots.
 */
export class PerReceiverQueue {
  readonly #waiting = new Map<string, Delivery[]>();
  readonly #running = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #slow = new Set<string>();
  readonly #failing = new Set<string>();
  readonly #limits: ReceiverLimits;
  #runningTotal = 0;

  constructor(limits: ReceiverLimits) {
    this.#limits = limits;
  }

  /** Number of deliveries that are running or queued. */
  get size(): number {
    return this.#ids.size;
  }

  /** Number of further deliveries that can be queued. */
  get room(): number {
    return Math.max(0, this.#limits.waiting + this.#runningTotal - this.#ids.size);
  }

  /**
   * Returns the receivers for which no more deliveries need to be fetched: those with queued deliveries, and those at
   * their limit on running deliveries.
   */
  supplied(): ReadonlySet<string> {
    const full = [...this.#running].filter(([, count]) => count >= this.#limits.perReceiver);
    return new Set([...this.#waiting.keys(), ...full.map(([receiver]) => receiver)]);
  }

  /** Adds a due delivery. Returns false when the delivery is already queued or running. */
  add(delivery: Delivery): boolean {
    if (this.#ids.has(delivery.id)) return false;
    const receiver = receiverOf(delivery);
    this.#ids.add(delivery.id);
    this.#waiting.set(receiver, [...(this.#waiting.get(receiver) ?? []), delivery]);
    return true;
  }

  /** Returns the next delivery, serving receivers round-robin. Undefined if no queued delivery can start now. */
  take(): Delivery | undefined {
    if (this.#runningTotal - this.#slow.size >= this.#limits.total) return undefined;
    const failing = [...this.#failing].reduce((sum, receiver) => sum + (this.#running.get(receiver) ?? 0), 0);
    for (const [receiver, [next, ...others]] of this.#waiting) {
      const running = this.#running.get(receiver) ?? 0;
      if (!next || running >= this.#limits.perReceiver) continue;
      if (this.#failing.has(receiver) && (running > 0 || failing >= this.#limits.failing)) continue;
      // Deletes and re-inserts the entry to move the receiver to the end of the queue.
      this.#waiting.delete(receiver);
      if (others.length > 0) this.#waiting.set(receiver, others);
      this.#running.set(receiver, running + 1);
      this.#runningTotal += 1;
      return next;
    }
    return undefined;
  }

  /** Removes a finished delivery. */
  done(delivery: Delivery): void {
    const receiver = receiverOf(delivery);
    const running = (this.#running.get(receiver) ?? 1) - 1;
    if (running > 0) this.#running.set(receiver, running);
    else this.#running.delete(receiver);
    this.#runningTotal -= 1;
    this.#slow.delete(delivery.id);
    this.#ids.delete(delivery.id);
  }

  /**
   * Marks a running delivery as slow, which frees its slot. Returns false, without marking it, when the limit on slow
   * deliveries is reached.
   */
  slow(delivery: Delivery): boolean {
    if (this.#slow.size >= this.#limits.slow) return false;
    this.#slow.add(delivery.id);
    return true;
  }

  /** Records the outcome of a receiver's last attempt. */
  judge(receiver: string, failed: boolean): void {
    if (failed) this.#failing.add(receiver);
    else this.#failing.delete(receiver);
  }

  /** Drops the queued deliveries of a receiver. The deliveries stay in the outbox. */
  drop(receiver: string): void {
    for (const { id } of this.#waiting.get(receiver) ?? []) this.#ids.delete(id);
    this.#waiting.delete(receiver);
  }
}
