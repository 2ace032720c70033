import type { StorageContext } from '../../ports/context';
import { leaseMs } from '../../ports/jobs/frontier';
import type { SqlDatabase } from '../database/database';
import { Contents } from './contents';

/** Base class for all SQL stores. */
export abstract class SqlStore {
  protected readonly database: SqlDatabase;
  protected readonly context: StorageContext;
  protected readonly contents: Contents;

  constructor(database: SqlDatabase, context: StorageContext, contents = new Contents(database, context)) {
    this.database = database;
    this.context = context;
    this.contents = contents;
  }

  /** Current time, in milliseconds since 1970. */
  protected get now(): number {
    return this.context.clock.now();
  }

  /** Lease time for claims and job leadership, in ms. */
  protected get leaseMs(): number {
    return this.context.leaseMs ?? leaseMs;
  }
}
