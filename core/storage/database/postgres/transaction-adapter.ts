import { PostgresAdapter } from 'kysely';

/** What a transaction sends its statements with. */
export interface Sender {
  /** The rows of a statement. */
  rows(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Sends a statement whose rows nobody reads. What it fails with is thrown by the next one that is waited for, at last by the commit. */
  later(sql: string, parameters: readonly unknown[]): void;
  /** The rows of the last statement of a transaction, with which the commit is sent. */
  last(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/** PostgreSQL inside a transaction: prepared queries go to the connection at once, past the layers between. */
export class TransactionAdapter extends PostgresAdapter {
  readonly sender: Sender;

  constructor(sender: Sender) {
    super();
    this.sender = sender;
  }
}
