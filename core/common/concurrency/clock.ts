/** The time of the wall; tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970; jumps when somebody sets the clock. */
  now(): number;
}

/** A clock that measures times, too. */
export interface SteadyClock extends Clock {
  /** Milliseconds that never jump; from an unknown start. */
  steadyNow(): number;
}

/** A clock that calls back. */
export interface TimerClock extends Clock {
  /** Calls back once after some milliseconds; gives back the function that takes it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The system's time and timers. */
export const systemClock: TimerClock & SteadyClock = {
  now: () => Date.now(),
  steadyNow: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The clock's time as an ISO string. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();
