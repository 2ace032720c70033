import type { Clock } from '../common/concurrency/clock';
import type { AppError } from '../common/errors';
import type { Log } from '../common/log';
import type { S3Options } from './object-store';

/** Context passed to every store. */
export interface StorageContext {
  readonly log: Log;
  readonly clock: Clock;
  /** Called when the data directory is lost. From then on, writes are not stored. */
  readonly onLost?: (error: AppError) => void;
  /** Object store for large bodies, used only when the database is PostgreSQL. */
  readonly objects?: S3Options;
  /** Maximum memory in bytes for all jobs with zero retention together. Defaults to 512 MB. */
  readonly zeroRetentionBytes?: number;
  /** Lease time of claims and job leadership, in ms. Slot leases last half as long. Defaults to one minute. */
  readonly leaseMs?: number;
}
