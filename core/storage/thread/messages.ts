import type { ErrorCode } from '../../common/errors';

/** What the thread of the storage is started with. */
export interface StorageThreadData {
  readonly dataDir: string;
}

/** One call of a store; an empty store name means the storage itself. */
export interface StorageCall {
  readonly id: number;
  readonly store: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** An error as plain data, since classes do not cross threads. */
export interface StorageFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: unknown;
}

/** What the thread tells: how a call ended, a line of the log with the warnings so far, or that the data folder is gone. */
export type StorageNews =
  | { readonly id: number; readonly value?: unknown; readonly failure?: StorageFailure }
  | { readonly log: 'info' | 'warn'; readonly message: string }
  | { readonly warnings: readonly string[] }
  | { readonly lost: StorageFailure };
