import { type Compilable, type CompiledQuery, type Insertable, type InsertObject, type RawBuilder, sql } from 'kysely';
import { TransactionAdapter } from './postgres/transaction-adapter';
import type { RowValues } from './row-values';
import type { Db, Tables } from './schema';
import { NodeSqliteAdapter } from './sqlite/node-sqlite';

/** Placeholder in a compiled query for a value that differs between runs. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/** A compiled query with the values for one run. */
interface Ready<Row> {
  readonly query: CompiledQuery<Row>;
  readonly given: readonly unknown[];
}

/** One run of a prepared query, which can be batched with runs of this or other queries. */
export interface Statement {
  run(db: Db): Promise<unknown>;
  ready(db: Db): Ready<unknown>;
}

/** A query that is compiled only once. Calling it runs the query and returns the rows. */
export interface Prepared<Values extends object, Row> {
  (db: Db, values: Values): Promise<Row[]>;
  /** Returns a run of the query that can be batched with other runs. */
  with(values: Values): Statement;
  /** Runs the query as the last statement of its transaction, and commits in the same round trip. */
  last(db: Db, values: Values): Promise<Row[]>;
}

/**
 * Prepares a query, which is compiled once per database and can then run with different values. Compiling a query takes
 * longer than running it. `build` must pass the values on without inspecting them.
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

/**
 * True when each statement requires a round trip to a server. In that case, a statement for several rows saves more
 * time than it takes to plan.
 */
export const isRemote = (db: Db): boolean => db.getExecutor().adapter instanceof TransactionAdapter;

/**
 * Maximum number of runs in a combined statement. It is small because the server caches a plan for each combination.
 */
const partsAtOnce = 8;

/** Combined statements, keyed by the SQL of their parts. */
const joined = new Map<string, string>();

/** One part of a combined statement: either rows to insert into a table, or one run of another query. */
interface Part {
  readonly sql: string;
  readonly rows: (readonly unknown[])[];
}

/**
 * Runs several changes in a transaction and discards their rows. On PostgreSQL, combines the changes into a few
 * statements, and sends each without waiting for earlier results. The changes must not depend on each other.
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

/** Matches an insert statement for a single row of parameters, without any further clause. */
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

/** Makes a PostgreSQL transaction commit without waiting for the disk. */
export const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`;

/** Adapts a raw SQL statement for use with `prepared`. */
export const written = <Row>(db: Db, text: RawBuilder<unknown>): Compilable<Row> => ({
  compile: () => (text as RawBuilder<Row>).compile(db),
});

/** Returns a function that inserts rows into a table with one statement, and returns the row IDs in the same order. */
export function insertsOf<Table extends keyof Tables, Column extends string & keyof Insertable<Tables[Table]>>(
  table: Table,
  columns: readonly Column[],
) {
  const valuesOf = (row: RowValues<unknown>) => Object.fromEntries(columns.map((column, n) => [column, row[n]]));
  const ofSome = (count: number) =>
    prepared((db, given: RowValues<unknown>) => {
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
    // Sorts the IDs. They are assigned in row order, but returned in an undefined order.
    return added.map(({ id }) => id).sort((one, other) => one - other);
  };
}

/** Prepares a statement that inserts one row into a table. */
export const preparedInsert = <Table extends keyof Tables, Column extends string & keyof Insertable<Tables[Table]>>(
  table: Table,
  columns: readonly Column[],
) =>
  prepared((db, row: Pick<Insertable<Tables[Table]>, Column>) => {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return db.insertInto(table).values(values as InsertObject<Tables, Table>);
  });
