import type { Log, LogFields } from '../common/log';
import type { ErrorData } from '../common/thread-data';
import type { StorageContext } from '../ports/context';

/** A message to a storage thread. The reply has the same ID. */
export type AskMessage = { readonly id: number } & Asked;

/**
 * A request to a storage thread. The first request opens the database of a locked directory and returns `Opened`. The
 * last request closes the database. All other requests call a method of a store or, without `store`, of the storage
 * itself.
 */
export type Asked =
  | ({ readonly open: string } & Pick<StorageContext, 'leaseMs'>)
  | { readonly close: true }
  | { readonly store?: string; readonly method: string; readonly given: readonly unknown[] };

/** Name of an opened store, or of a method of the storage itself. */
export interface Opened {
  readonly name: string;
  readonly isMethod: boolean;
}

/**
 * A message from a storage thread: a result, an error, a warning for the user, a log line, or a report that the
 * directory was lost.
 */
export type ThreadMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ErrorData }
  | { readonly warning: string }
  | { readonly logged: string; readonly level: keyof Log; readonly fields?: LogFields }
  | { readonly lost: ErrorData };
