import { type Compilable, type CompiledQuery, type Insertable, type InsertObject, type RawBuilder, sql } from 'kysely';
import { TransactionAdapter } from './postgres/transaction-adapter';
import type { Db, Tables } from './schema';
import type { Several } from './several';
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

/** Runs that one statement is made of, at most: the server keeps a plan for each combination of them. */
const partsAtOnce = 8;

/** Joined statements by the texts of their parts. */
const joined = new Map<string, string>();

/** Runs that are one part of a statement: rows of one table that are inserted, or one run of anything else. */
interface Part {
  readonly sql: string;
  readonly rows: (readonly unknown[])[];
}

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
    const parts = partsOf(statements.slice(at, at + partsAtOnce).map((each) => each.ready(db)));
    adapter.sender.later(
      textOf(parts),
      parts.flatMap(({ rows }) => rows.flat()),
    );
  }
}

/** An insert of one row, whose values are parameters, and nothing more. */
const plainInsert = /^(insert into .* values )(\((?:\$\d+(?:, )?)+\))$/;

function partsOf(runs: readonly Ready<unknown>[]): readonly Part[] {
  const parts: Part[] = [];
  for (const { query, given } of runs) {
    const same = parts.find(({ sql }) => sql === query.sql && plainInsert.test(sql));
    if (same) same.rows.push(given);
    else parts.push({ sql: query.sql, rows: [given] });
  }
  return parts;
}

function textOf(parts: readonly Part[]): string {
  const key = parts.map(({ sql, rows }) => `${rows.length} ${sql}`).join(';');
  const known = joined.get(key);
  if (known !== undefined) return known;
  let before = 0;
  const texts = parts.map(({ sql, rows }) => {
    const [, into = '', row = sql] = rows.length > 1 ? (plainInsert.exec(sql) ?? []) : [];
    const all = rows.map(({ length }) => {
      const from = before;
      before += length;
      return row.replaceAll(/\$(\d+)/g, (_, number: string) => `$${from + Number(number)}`);
    });
    return into + all.join(', ');
  });
  const named = texts.slice(0, -1).map((text, n) => `part_${n} as (${text})`);
  const text = named.length > 0 ? `with ${named.join(', ')} ${texts.at(-1)}` : (texts[0] ?? '');
  joined.set(key, text);
  return text;
}

/** Makes the commit of a transaction not wait for the disk, in PostgreSQL. */
export const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`;

/** A statement written in SQL, to be prepared. */
export const written = <Row>(db: Db, text: RawBuilder<unknown>): Compilable<Row> => ({
  compile: () => (text as RawBuilder<Row>).compile(db),
});

/** Inserts rows into a table in one statement; gives back their ids, in the same order. */
export function insertsOf<Table extends keyof Tables, Column extends string & keyof Insertable<Tables[Table]>>(
  table: Table,
  columns: readonly Column[],
) {
  const valuesOf = (row: Several<unknown>) => Object.fromEntries(columns.map((column, n) => [column, row[n]]));
  const ofSome = (count: number) =>
    prepared((db, given: Several<unknown>) => {
      const rows = Array.from({ length: count }, (_, row) => columns.map((__, n) => given[row * columns.length + n]));
      const values = rows.map(valuesOf) as InsertObject<Tables, Table>[];
      return db.insertInto(table).values(values).returning(sql<number>`id`.as('id'));
    });
  const bySize = new Map<number, ReturnType<typeof ofSome>>();
  return async (db: Db, rows: readonly Pick<Insertable<Tables[Table]>, Column>[]): Promise<readonly number[]> => {
    if (rows.length === 0) return [];
    const insert = bySize.get(rows.length) ?? ofSome(rows.length);
    bySize.set(rows.length, insert);
    const added = await insert(
      db,
      rows.flatMap((row) => columns.map((column) => row[column])),
    );
    // Ids are given in the order of the rows; the order of the answer is open.
    return added.map(({ id }) => id).sort((one, other) => one - other);
  };
}

/** Inserts one row into a table; gives back nothing. */
export const preparedInsert = <Table extends keyof Tables, Column extends string & keyof Insertable<Tables[Table]>>(
  table: Table,
  columns: readonly Column[],
) =>
  prepared((db, row: Pick<Insertable<Tables[Table]>, Column>) => {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return db.insertInto(table).values(values as InsertObject<Tables, Table>);
  });
