import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import type { Db, Tables } from '../schema';
import { isUnreachable } from './database-error';
import type { QueryConfigs } from './pool';
import { type Sender, TransactionAdapter } from './transaction-adapter';

/** A connection with its stream, which the driver's types omit. */
interface WithStream {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/** Options for running transactions. */
export interface TransactionParts {
  readonly pool: pg.Pool;
  readonly configs: QueryConfigs;
}

/**
 * Runs transactions one at a time with few round trips. Pipelines statements whose results are not needed. Sends
 * `begin` with the first statement, and the commit with the last. Sends neither for a single statement, because
 * PostgreSQL runs it in a transaction of its own.
 */
export class Transactions implements Sender {
  readonly #parts: TransactionParts;
  readonly #db: Db;
  /** Results of statements that the caller does not wait for. */
  #sent: Promise<unknown>[] = [];
  /** Sends the first statement, which is delayed until a second statement follows. */
  #held: (() => Promise<pg.QueryResult>) | undefined;
  /** True once `begin` has been sent. */
  #isBegun = false;
  /** Promise for the commit. Set once the last statement has been sent. */
  #ended: Promise<void> | undefined;
  /** Connection of the current transaction. */
  #client: pg.PoolClient | undefined;
  /** Connection that stays open between transactions, until it fails. */
  #open: pg.PoolClient | undefined;
  #isCorked = false;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.#db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new TransactionAdapter(this),
        createDriver: () => driverOf(connectionOf((text, values) => this.#answer(text, values))),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  }

  /** Runs work in a transaction, which commits or rolls back as a unit. */
  async run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#open ??= await this.#connect();
    const client = this.#open;
    this.#client = client;
    try {
      const value = await work(this.#db);
      await (this.#ended ?? this.#end());
      return value;
    } catch (thrown) {
      this.#sent = [];
      // If the rollback fails, closes the connection, which also rolls back.
      if (this.#isBegun) await client.query('rollback').catch(() => this.#drop(client));
      else if (isUnreachable(thrown)) this.#drop(client);
      throw thrown;
    } finally {
      this.#client = undefined;
      this.#held = undefined;
      this.#isBegun = false;
      this.#ended = undefined;
    }
  }

  async #end(): Promise<void> {
    if (this.#isBegun) return assertKept(await this.#answer('commit', []));
    await this.#held?.();
  }

  /** Closes the connection. Must not be called during a transaction. */
  close(): void {
    if (this.#open) this.#drop(this.#open);
  }

  /**
   * Opens a connection that stays open. Requesting a connection for each transaction would cost a timer and two
   * event-loop turns.
   */
  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#parts.pool.connect();
    const drop = () => this.#drop(client);
    return client.once('error', drop).once('end', drop);
  }

  #drop(client: pg.PoolClient): void {
    if (this.#open !== client) return;
    this.#open = undefined;
    client.release(true);
  }

  async rows(text: string, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.#answer(text, values)).rows;
  }

  later(text: string, values: readonly unknown[]): void {
    this.#assertOpen();
    if (!this.#isBegun && !this.#held) {
      this.#held = () => this.#send(text, values);
      return;
    }
    this.#begin();
    this.#expect(this.#send(text, values));
  }

  /** Sends `begin` and the delayed statement. */
  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#expect(this.#send('begin', []));
    if (this.#held) this.#expect(this.#held());
  }

  /**
   * Stores a result that the caller does not await. If the statement failed, the next awaited statement throws the
   * error.
   */
  #expect(sent: Promise<pg.QueryResult>): void {
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  async last(text: string, values: readonly unknown[]): Promise<unknown[]> {
    this.#assertOpen();
    const isAlone = !this.#isBegun && !this.#held;
    const answer = isAlone ? this.#send(text, values) : this.#answer(text, values);
    this.#ended = isAlone ? answer.then(() => undefined) : this.#send('commit', []).then(assertKept);
    // Prevents an unhandled rejection. The caller sees the failure when it awaits the rows.
    this.#ended.catch(() => undefined);
    return (await answer).rows;
  }

  /** Returns the result of a statement once all earlier statements have succeeded. */
  async #answer(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.#assertOpen();
    this.#begin();
    const sent = this.#sent;
    const answer = this.#send(text, values);
    if (sent.length === 0) return answer;
    this.#sent = [];
    await Promise.all([...sent, answer]);
    return answer;
  }

  /** Throws if the transaction has ended, or its last statement has been sent. */
  #assertOpen(): void {
    if (!this.#client || this.#ended) throw new Error('The transaction has ended.');
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const client = this.#client;
    if (!client) throw new Error('The transaction has ended.');
    this.#cork(client);
    return client.query(this.#parts.configs.of(text, values));
  }

  /** Sends all statements issued in one event-loop turn in a single packet. */
  #cork(client: pg.PoolClient): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (client as unknown as WithStream).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}

function assertKept({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back a transaction.');
}

type Ask = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

const connectionOf = (ask: Ask): DatabaseConnection => ({
  async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
    const { rows, rowCount } = await ask(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  },
  // biome-ignore lint/correctness/useYield: nothing is read row by row inside a transaction
  async *streamQuery() {
    throw new Error('Rows cannot be streamed inside a transaction.');
  },
});

const nothing = async (): Promise<void> => undefined;

/** Returns a driver without transaction commands, because the owner of the connection begins and ends transactions. */
const driverOf = (connection: DatabaseConnection): Driver => ({
  init: nothing,
  acquireConnection: async () => connection,
  beginTransaction: nothing,
  commitTransaction: nothing,
  rollbackTransaction: nothing,
  releaseConnection: nothing,
  destroy: nothing,
});
