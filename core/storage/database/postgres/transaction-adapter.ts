import { PostgresAdapter } from 'kysely';

/** Sends the statements of a transaction. */
export interface Sender {
  rows(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /**
   * Sends a statement whose rows are not needed. If it fails, the error is thrown by the next awaited statement, or by
   * the commit at the latest.
   */
  later(sql: string, parameters: readonly unknown[]): void;
  /** Returns the rows from the last statement of a transaction, and sends the commit with it. */
  last(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/** Adapter inside a transaction: prepared queries go straight to the connection, bypassing the layers in between. */
export class TransactionAdapter extends PostgresAdapter {
  readonly sender: Sender;

  constructor(sender: Sender) {
    super();
    this.sender = sender;
  }
}
