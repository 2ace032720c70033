import type { Clock } from '../storage/context';

/** The clock of deliveries; tests turn it by hand. */
export interface DeliveryClock extends Clock {
  /** Calls back once after some milliseconds; gives back the function that takes it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock on the wall and the timers of the system. */
export const systemDeliveryClock: DeliveryClock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
