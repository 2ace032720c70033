import type { AppError } from '../common/errors';

/** Where stores say what a person should know. */
export interface StorageLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The time as stores see it; tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970; jumps when somebody sets the clock. */
  now(): number;
}

/** What every store is given. */
export interface StorageContext {
  readonly log: StorageLog;
  readonly clock: Clock;
  /** Told when the data folder is gone: nothing that is written from then on would be kept. */
  readonly onLost?: (error: AppError) => void;
  /** Most bytes that jobs with zero retention may hold in memory, all together; 512 MB unless given. */
  readonly unkeptBytes?: number;
}

/** The clock on the wall. */
export const systemClock: Clock = { now: () => Date.now() };

/** A log that says nothing. */
export const silentLog: StorageLog = { info: () => undefined, warn: () => undefined };

/** The clock's time as an ISO string. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();

/** How long results, files and idempotency keys are kept and shown, in milliseconds. */
export const keptMs = 24 * 60 * 60 * 1000;
