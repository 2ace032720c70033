import type { SqlDatabase } from '../../database/database';
import type { StorageContext } from '../context';
import { Contents } from './contents';

/** What every store of the database is made with. */
export abstract class SqlStore {
  protected readonly database: SqlDatabase;
  protected readonly context: StorageContext;
  protected readonly contents: Contents;

  constructor(database: SqlDatabase, context: StorageContext, contents = new Contents(database, context)) {
    this.database = database;
    this.context = context;
    this.contents = contents;
  }
}
