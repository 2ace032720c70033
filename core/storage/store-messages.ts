import { AppError, type ErrorCode, toAppError } from '../common/errors';
import type { Log, LogFields } from '../log';
import type { S3Options } from '../objects/object-store';

/** What a storage thread is asked; the id comes back with its reply. */
export type AskMessage = { readonly id: number } & Asked;

/** The work of a storage thread: it begins by opening the database of a locked folder and ends by closing it. */
export type Asked =
  | {
      readonly open: string;
      readonly databaseUrl?: string;
      readonly leaseMs?: number;
      readonly objects?: S3Options;
    }
  | { readonly close: true }
  | StoreCall;

/** Calls a method of a store; a method of the storage itself has no `store`. */
export interface StoreCall {
  readonly store?: string;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** An AppError as plain data, since classes do not cross threads. */
export interface FailureData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: unknown;
  /** Where it was thrown, for the log. */
  readonly stack?: string;
}

/** What the work came to. */
export type ReplyMessage = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: FailureData });

/** What a storage thread says: replies, sentences for people and for the log, and that its folder is gone. */
export type ThreadMessage =
  | ReplyMessage
  | { readonly warning: string }
  | { readonly logged: string; readonly level: keyof Log; readonly fields?: LogFields }
  | { readonly lost: FailureData };

/** An error to be sent to another thread. */
export function toFailureData(thrown: unknown): FailureData {
  const { code, message, details, cause, stack } = toAppError(thrown);
  return { code, message, details, stack: cause instanceof Error ? cause.stack : stack };
}

/** The error that another thread has sent. */
export const fromFailureData = ({ code, message, details, stack }: FailureData): AppError =>
  new AppError(code, message, { details, cause: stack });

/** A value as JSON would keep it, bytes and dates aside: functions are left out, and objects that say what they are as JSON become that. */
export function plain(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array || value instanceof Date || value instanceof Set) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
