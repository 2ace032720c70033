import { AppError, type ErrorCode, toAppError } from './errors';

/** An AppError as plain data: classes do not cross threads. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: unknown;
  /** Where it was thrown, for the log. */
  readonly stack?: string;
}

/** Anything thrown, as it is sent to another thread. */
export function toErrorData(thrown: unknown): ErrorData {
  const { code, message, details, cause, stack } = toAppError(thrown);
  return { code, message, details: plain(details), stack: cause instanceof Error ? cause.stack : stack };
}

/** The error that another thread has sent. */
export const fromErrorData = ({ code, message, details, stack }: ErrorData): AppError =>
  new AppError(code, message, { details, cause: stack });

/** A value as JSON would keep it, bytes, dates and sets aside: functions are left out, and objects that say what they are as JSON become that. */
export function plain(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array || value instanceof Date || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
