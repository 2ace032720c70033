/** The clock of the rate limiters. */
export interface PaceClock {
  /** Milliseconds that never jump. */
  now(): number;
  /** Milliseconds since 1970. */
  wallNow(): number;
}

/** Token of the clock. */
export const PaceClock = Symbol('PaceClock');

/** The system's time. */
export const systemClock: PaceClock = { now: () => performance.now(), wallNow: () => Date.now() };
