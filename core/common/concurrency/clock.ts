/** Wall clock; tests set it by hand. */
export interface Clock {
  /** Milliseconds since 1970; jumps when the clock is set. */
  now(): number;
}

/** A clock that also measures durations. */
export interface SteadyClock extends Clock {
  /** Milliseconds from an unknown start; never jumps. */
  steadyNow(): number;
}

/** A clock with timers. */
export interface TimerClock extends Clock {
  /** Calls back once after some milliseconds; returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** System time and timers. */
export const systemClock: TimerClock & SteadyClock = {
  now: () => Date.now(),
  steadyNow: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Returns the clock's time as an ISO string. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();
