import type { SqlDatabase } from '../../database/database';
import type { StorageContext } from '../context';

/** What every store of the database is made with. */
export abstract class SqlStore {
  protected readonly database: SqlDatabase;
  protected readonly context: StorageContext;

  constructor(database: SqlDatabase, context: StorageContext) {
    this.database = database;
    this.context = context;
  }
}
