import type { ErrorData } from '../common/thread-data';
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

/** What the work came to. */
export type ReplyMessage = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: ErrorData });

/** What a storage thread says: replies, sentences for people and for the log, and that its folder is gone. */
export type ThreadMessage =
  | ReplyMessage
  | { readonly warning: string }
  | { readonly logged: string; readonly level: keyof Log; readonly fields?: LogFields }
  | { readonly lost: ErrorData };
