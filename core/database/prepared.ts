import type { Compilable, CompiledQuery, Insertable, InsertObject } from 'kysely';
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

/**
 * A query that is built and compiled once for each database and then run with other values: building one takes longer than
 * running it. `build` must use the values as they are, without looking into them.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, parameters as Values).compile();
      compiled.set(adapter, query);
    }
    const given = query.parameters.map((each) =>
      each instanceof Parameter ? values[each.name as keyof Values] : each,
    );
    if (db.isTransaction && adapter instanceof NodeSqliteAdapter) return adapter.rows(query.sql, given) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters: given })).rows;
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
