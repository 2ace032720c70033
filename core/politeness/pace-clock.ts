/** The clock of the rate limiters. */
export interface PaceClock {
  /** Milliseconds that never jump. */
  now(): number;
  /** Milliseconds since 1970. */
  wallNow(): number;
  /** Calls back once after some time; returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void;
}

/** Token of the clock. */
export const PaceClock = Symbol('PaceClock');

/** The system's time. Waiting does not keep the process alive. */
export const systemClock: PaceClock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
