/** Wall clock. Tests replace it with a clock that they advance themselves. */
export interface Clock {
  /** Milliseconds since 1970. Jumps when the system time is changed. */
  now(): number;
}

/** A clock that also measures durations. */
export interface SteadyClock extends Clock {
  /** Milliseconds since an arbitrary point in time. Never jumps. */
  steadyNow(): number;
}

/** A clock with timers. */
export interface TimerClock extends Clock {
  /** Calls `callback` once after `delayMs`. Returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Clock that uses the system time and timers. */
export const systemClock: TimerClock & SteadyClock = {
  now: () => Date.now(),
  steadyNow: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Returns a clock's current time as an ISO string. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();
