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
import { isAway } from './database-error';
import type { QueryConfigs } from './pool';
import { type Sender, TransactionAdapter } from './transaction-adapter';

/** The stream of a connection, which the driver does not declare. */
interface WithStream {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/** How a series of transactions is made. */
export interface TransactionParts {
  readonly pool: pg.Pool;
  readonly configs: QueryConfigs;
}

/**
 * Transactions, one after the other. A statement is sent without waiting for the answer to the one before where nobody needs that: the
 * beginning goes with the first statement, the commit with the last ones, so that each takes fewer round trips. A single
 * statement is sent alone, without `begin` and `commit`: it is a transaction by itself.
 */
export class Transactions implements Sender {
  readonly #parts: TransactionParts;
  readonly #db: Db;
  /** Statements whose answers nobody has waited for yet. */
  #sent: Promise<unknown>[] = [];
  /** Sends the first statement, which is held back until another one follows. */
  #held: (() => Promise<pg.QueryResult>) | undefined;
  /** Whether `begin` was sent. */
  #isBegun = false;
  /** The end of the transaction, once its last statement was sent. */
  #ended: Promise<void> | undefined;
  /** That of the transaction under way. */
  #client: pg.PoolClient | undefined;
  /** The connection, as long as it works. */
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

  /** Does work in a transaction: all of it is kept, or nothing. */
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
      // A connection that cannot undo is closed, which undoes, too.
      if (this.#isBegun) await client.query('rollback').catch(() => this.#drop(client));
      else if (isAway(thrown)) this.#drop(client);
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

  /** Closes the connection; no transaction is under way. */
  close(): void {
    if (this.#open) this.#drop(this.#open);
  }

  /** A connection that is kept: asking for it with each transaction would cost a timer and two turns of the event loop. */
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

  /** Sends `begin`, and the statement that was held back. */
  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#expect(this.#send('begin', []));
    if (this.#held) this.#expect(this.#held());
  }

  /** Leaves an answer to whoever waits next, who hears of a failure, too. */
  #expect(sent: Promise<pg.QueryResult>): void {
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  async last(text: string, values: readonly unknown[]): Promise<unknown[]> {
    this.#assertOpen();
    const isAlone = !this.#isBegun && !this.#held;
    const answer = isAlone ? this.#send(text, values) : this.#answer(text, values);
    this.#ended = isAlone ? answer.then(() => undefined) : this.#send('commit', []).then(assertKept);
    // Whoever waits for the rows hears of it first.
    this.#ended.catch(() => undefined);
    return (await answer).rows;
  }

  /** The answer to a statement, once those before have gone well. */
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

  /** Nothing may follow the last statement. */
  #assertOpen(): void {
    if (!this.#client || this.#ended) throw new Error('The transaction has ended.');
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const client = this.#client;
    if (!client) throw new Error('The transaction has ended.');
    this.#cork(client);
    return client.query(this.#parts.configs.of(text, values));
  }

  /** What is sent in one turn goes out in one piece. */
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
  if (command !== 'COMMIT') throw new Error('PostgreSQL has undone a transaction.');
}

type Ask = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

const connectionOf = (ask: Ask): DatabaseConnection => ({
  async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
    const { rows, rowCount } = await ask(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  },
  // biome-ignore lint/correctness/useYield: nothing is read row by row inside a transaction
  async *streamQuery() {
    throw new Error('Rows are not streamed inside a transaction.');
  },
});

const nothing = async (): Promise<void> => undefined;

/** Transactions are begun and ended by who has the connection. */
const driverOf = (connection: DatabaseConnection): Driver => ({
  init: nothing,
  acquireConnection: async () => connection,
  beginTransaction: nothing,
  commitTransaction: nothing,
  rollbackTransaction: nothing,
  releaseConnection: nothing,
  destroy: nothing,
});
