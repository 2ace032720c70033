import type { Log, LogFields } from '../common/log';
import type { ErrorData } from '../common/thread-data';
import type { StorageContext } from '../ports/context';

/** What a storage thread is asked; the id comes back with its reply. */
export type AskMessage = { readonly id: number } & Asked;

/**
 * The work of a storage thread: it begins by opening the database of a locked folder, which gives back what was `Opened`, and ends by
 * closing it. Between them it calls methods of stores; a method of the storage itself has no `store`.
 */
export type Asked =
  | ({ readonly open: string } & Pick<StorageContext, 'leaseMs'>)
  | { readonly close: true }
  | { readonly store?: string; readonly method: string; readonly given: readonly unknown[] };

/** What was opened: a store, or a method of the storage itself. */
export interface Opened {
  readonly name: string;
  readonly isMethod: boolean;
}

/** What a storage thread says: what the work came to, sentences for people and for the log, and that its folder is gone. */
export type ThreadMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ErrorData }
  | { readonly warning: string }
  | { readonly logged: string; readonly level: keyof Log; readonly fields?: LogFields }
  | { readonly lost: ErrorData };
