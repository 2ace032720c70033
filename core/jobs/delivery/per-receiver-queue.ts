import type { Delivery } from '../../ports/delivery/outbox';
import { receiverOf } from '../../ports/delivery/outbox';

/** How many deliveries run at once, and how many wait in memory. */
export interface ReceiverLimits {
  readonly total: number;
  readonly perReceiver: number;
  /** Most that run at once for receivers whose last try failed, one for each. */
  readonly failing: number;
  /** Most that run beside the total because their receiver has not answered for a while. */
  readonly slow: number;
  /** Most deliveries waiting in memory, over all receivers; the others wait in the outbox. */
  readonly waiting: number;
}

/** The usual limits. */
export const defaultReceiverLimits: ReceiverLimits = { total: 8, perReceiver: 2, failing: 2, slow: 32, waiting: 512 };

/**
 * Due deliveries by receiver: each receiver gets few at once. One that does not answer holds its place in the total for a
 * moment only, and those that failed last share a few places, so that they hold up no other.
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

  /** Deliveries that are running or waiting here. */
  get size(): number {
    return this.#ids.size;
  }

  /** How many more may wait here. */
  get room(): number {
    return Math.max(0, this.#limits.waiting + this.#runningTotal - this.#ids.size);
  }

  /** Receivers that have something waiting here, or as much running as they may. */
  supplied(): ReadonlySet<string> {
    const full = [...this.#running].filter(([, count]) => count >= this.#limits.perReceiver);
    return new Set([...this.#waiting.keys(), ...full.map(([receiver]) => receiver)]);
  }

  /** Takes a due delivery in; false when it is here already. */
  add(delivery: Delivery): boolean {
    if (this.#ids.has(delivery.id)) return false;
    const receiver = receiverOf(delivery);
    this.#ids.add(delivery.id);
    this.#waiting.set(receiver, [...(this.#waiting.get(receiver) ?? []), delivery]);
    return true;
  }

  /** The next delivery to make, receivers in turn; undefined when no receiver may get one now. */
  take(): Delivery | undefined {
    if (this.#runningTotal - this.#slow.size >= this.#limits.total) return undefined;
    const failing = [...this.#failing].reduce((sum, receiver) => sum + (this.#running.get(receiver) ?? 0), 0);
    for (const [receiver, [next, ...others]] of this.#waiting) {
      const running = this.#running.get(receiver) ?? 0;
      if (!next || running >= this.#limits.perReceiver) continue;
      if (this.#failing.has(receiver) && (running > 0 || failing >= this.#limits.failing)) continue;
      // Set anew, so that the receiver moves to the end of the line.
      this.#waiting.delete(receiver);
      if (others.length > 0) this.#waiting.set(receiver, others);
      this.#running.set(receiver, running + 1);
      this.#runningTotal += 1;
      return next;
    }
    return undefined;
  }

  /** A delivery that was taken has come to an end. */
  done(delivery: Delivery): void {
    const receiver = receiverOf(delivery);
    const running = (this.#running.get(receiver) ?? 1) - 1;
    if (running > 0) this.#running.set(receiver, running);
    else this.#running.delete(receiver);
    this.#runningTotal -= 1;
    this.#slow.delete(delivery.id);
    this.#ids.delete(delivery.id);
  }

  /** A delivery that was taken still waits for its receiver; gives back true when its place is free for another. */
  slow(delivery: Delivery): boolean {
    if (this.#slow.size >= this.#limits.slow) return false;
    this.#slow.add(delivery.id);
    return true;
  }

  /** Notes how the last try of a receiver went. */
  judge(receiver: string, failed: boolean): void {
    if (failed) this.#failing.add(receiver);
    else this.#failing.delete(receiver);
  }

  /** Forgets what waits for a receiver; it stays in the outbox. */
  drop(receiver: string): void {
    for (const { id } of this.#waiting.get(receiver) ?? []) this.#ids.delete(id);
    this.#waiting.delete(receiver);
  }
}
