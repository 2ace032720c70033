import { AppError, type ErrorCode, toAppError } from './errors';

/** An AppError as plain data, because class instances cannot be sent to another thread. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: unknown;
  readonly stack?: string;
}

/** Converts anything thrown into data that another thread can receive. */
export function toErrorData(thrown: unknown): ErrorData {
  const { code, message, details, cause, stack } = toAppError(thrown);
  return { code, message, details: plain(details), stack: cause instanceof Error ? cause.stack : stack };
}

/** Restores an error received from another thread. */
export const fromErrorData = ({ code, message, details, stack }: ErrorData): AppError =>
  new AppError(code, message, { details, cause: stack });

/**
 * Converts a value as JSON would: drops functions and applies `toJSON`. Unlike JSON, preserves bytes, dates and sets.
 */
export function plain(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array || value instanceof Date || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
