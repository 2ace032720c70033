import type { Compilable, CompiledQuery, Insertable, InsertObject, RawBuilder } from 'kysely';
import { TransactionAdapter } from './postgres/transaction-adapter';
import type { Db, Tables } from './schema';
import { NodeSqliteAdapter } from './sqlite/node-sqlite';

/** Stands in a compiled query for a value that is known when it runs. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/** A compiled query with the values of one run. */
interface Ready<Row> {
  readonly query: CompiledQuery<Row>;
  readonly given: readonly unknown[];
}

/** One run of a prepared query, to be made together with others. */
export interface Statement {
  run(db: Db): Promise<unknown>;
  ready(db: Db): Ready<unknown>;
}

/** A query that is compiled once; called, it runs and gives back its rows. */
export interface Prepared<Values extends object, Row> {
  (db: Db, values: Values): Promise<Row[]>;
  /** The same run, not made yet. */
  with(values: Values): Statement;
  /** The same run as the last one of its transaction, which is kept in the same round trip. */
  last(db: Db, values: Values): Promise<Row[]>;
}

/**
 * A query that is built and compiled once for each database and then run with other values: building one takes longer than
 * running it. `build` must use the values as they are, without looking into them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const ready = (db: Db, values: Values): Ready<Row> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, parameters as Values).compile();
      compiled.set(adapter, query);
    }
    const given = query.parameters.map((each) =>
      each instanceof Parameter ? values[each.name as keyof Values] : each,
    );
    return { query, given };
  };
  const run = async (db: Db, values: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const { query, given } = ready(db, values);
    if (db.isTransaction && adapter instanceof NodeSqliteAdapter) return adapter.rows(query.sql, given) as Row[];
    if (adapter instanceof TransactionAdapter) return (await adapter.sender.rows(query.sql, given)) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters: given })).rows;
  };
  const later = (values: Values): Statement => ({
    run: (db) => run(db, values),
    ready: (db) => ready(db, values),
  });
  const last = async (db: Db, values: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    if (!(adapter instanceof TransactionAdapter)) return run(db, values);
    const { query, given } = ready(db, values);
    return (await adapter.sender.last(query.sql, given)) as Row[];
  };
  return Object.assign(run, { with: later, last });
}

/** Whether each statement is a round trip to a server, so that one for several rows is worth more than its plan. */
export const isFar = (db: Db): boolean => db.getExecutor().adapter instanceof TransactionAdapter;

/** Statements that one statement is made of, at most: the server keeps a plan for each number of them. */
const partsAtOnce = 8;

/** Joined statements by the texts of their parts. */
const joined = new Map<string, string>();

/**
 * Makes several changes of a transaction whose rows nobody reads. PostgreSQL gets them as parts of one statement, whose answer nobody waits
 * for before the next one; so none of them may see what another one changes.
 */
export async function together(db: Db, statements: readonly Statement[]): Promise<void> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof TransactionAdapter)) {
    for (const each of statements) await each.run(db);
    return;
  }
  for (let at = 0; at < statements.length; at += partsAtOnce) {
    const parts = statements.slice(at, at + partsAtOnce).map((each) => each.ready(db));
    const values = parts.flatMap(({ given }) => given);
    adapter.sender.later(textOf(parts.map(({ query }) => query)), values);
  }
}

function textOf(queries: readonly CompiledQuery<unknown>[]): string {
  const key = queries.map(({ sql }) => sql).join(';');
  const known = joined.get(key);
  if (known !== undefined) return known;
  let before = 0;
  const texts = queries.map(({ sql, parameters: { length } }) => {
    const from = before;
    before += length;
    return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${from + Number(number)}`);
  });
  const parts = texts.slice(0, -1).map((text, n) => `part_${n} as (${text})`);
  const text = parts.length > 0 ? `with ${parts.join(', ')} ${texts.at(-1)}` : (texts[0] ?? '');
  joined.set(key, text);
  return text;
}

/** A statement written in SQL, to be prepared. */
export const written = <Row>(db: Db, text: RawBuilder<unknown>): Compilable<Row> => ({
  compile: () => (text as RawBuilder<Row>).compile(db),
});

/** Inserts one row into a table; gives back nothing. */
export const preparedInsert = <Table extends keyof Tables, Column extends string & keyof Insertable<Tables[Table]>>(
  table: Table,
  columns: readonly Column[],
) =>
  prepared((db, row: Pick<Insertable<Tables[Table]>, Column>) => {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return db.insertInto(table).values(values as InsertObject<Tables, Table>);
  });
