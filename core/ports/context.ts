import type { Clock } from '../common/concurrency/clock';
import type { AppError } from '../common/errors';
import type { Log } from '../common/log';
import type { S3Options } from './object-store';

/** Context of every store. */
export interface StorageContext {
  readonly log: Log;
  readonly clock: Clock;
  /** Called when the data directory is lost: later writes would not be stored. */
  readonly onLost?: (error: AppError) => void;
  /** Object store of large bodies when the database is PostgreSQL. */
  readonly objects?: S3Options;
  /** Maximum memory of all jobs with zero retention, bytes; 512 MB when absent. */
  readonly zeroRetentionBytes?: number;
  /** Lease of claims and job leadership, ms; slots last half as long. A minute when absent. */
  readonly leaseMs?: number;
}
