import { PostgresAdapter } from 'kysely';

/** Sends the statements of a transaction. */
export interface Sender {
  rows(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /**
   * Sends a statement without waiting for its result. If the statement fails, the next awaited statement or the commit
   * throws the error.
   */
  later(sql: string, parameters: readonly unknown[]): void;
  /** Sends the last statement of a transaction together with the commit. Returns the rows of the statement. */
  last(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/**
 * Adapter for queries inside a transaction. Through `sender`, prepared queries use the connection directly and bypass
 * the layers of the query builder.
 */
export class TransactionAdapter extends PostgresAdapter {
  readonly sender: Sender;

  constructor(sender: Sender) {
    super();
    this.sender = sender;
  }
}
