import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type SelectQueryNode, SqliteAdapter, SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

const maxStatements = 500;

/** Kysely dialect for Node's SQLite, with cached statements. `beforeCommit` runs inside each transaction. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #prepare: (sql: string) => SqliteStatement;

  constructor(database: DatabaseSync, beforeCommit: () => void) {
    const statements = new LRUCache<string, SqliteStatement>({ max: maxStatements });
    const prepare = (sql: string): SqliteStatement => {
      const known = statements.get(sql);
      if (known) return known;
      const statement = statementOf(database, sql, beforeCommit);
      statements.set(sql, statement);
      return statement;
    };
    super({ database: { prepare, close: () => database.close() } });
    this.#prepare = prepare;
  }

  override createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter(this.#prepare);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new NodeSqliteCompiler();
  }
}

/** Omits row locks from queries, because a writer locks the entire database. */
class NodeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: undefined });
  }
}

/** Declares schema changes as transactional. SQLite supports this, but Kysely's adapter claims that it does not. */
export class NodeSqliteAdapter extends SqliteAdapter {
  readonly #prepare: (sql: string) => SqliteStatement;

  constructor(prepare: (sql: string) => SqliteStatement) {
    super();
    this.#prepare = prepare;
  }

  /**
   * Runs a query directly on a transaction's connection, because the layers of the query builder would take longer than
   * a small query.
   */
  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function statementOf(database: DatabaseSync, sql: string, beforeCommit: () => void): SqliteStatement {
  // SQLite rolls back automatically when the disk is full. A second rollback would fail and hide the cause.
  if (sql === 'rollback') return command(() => database.isTransaction && database.exec(sql));
  const statement = database.prepare(sql);
  if (sql === 'commit')
    return command(() => {
      beforeCommit();
      statement.run();
    });
  const inputs = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...inputs(parameters)),
    run: (parameters) => statement.run(...inputs(parameters)),
    iterate: (parameters) => statement.iterate(...inputs(parameters)),
  };
}

const command = (work: () => void): SqliteStatement => ({
  reader: false,
  all: () => [],
  iterate: () => [][Symbol.iterator](),
  run: () => {
    work();
    return { changes: 0, lastInsertRowid: 0 };
  },
});
