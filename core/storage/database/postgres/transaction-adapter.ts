import { PostgresAdapter } from 'kysely';

/** Sends the statements of a transaction. */
export interface Sender {
  rows(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /**
   * Sends a statement whose rows are not needed. Its error is thrown by the next awaited statement, at the latest by the
   * commit.
   */
  later(sql: string, parameters: readonly unknown[]): void;
  /** Returns the rows of a transaction's last statement and sends the commit with it. */
  last(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/** Adapter inside a transaction: prepared queries go straight to the connection, past the layers between. */
export class TransactionAdapter extends PostgresAdapter {
  readonly sender: Sender;

  constructor(sender: Sender) {
    super();
    this.sender = sender;
  }
}
