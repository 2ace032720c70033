import type { Clock } from '../common/concurrency/clock';
import type { AppError } from '../common/errors';
import type { Log } from '../common/log';
import type { S3Options } from './object-store';

/** What every store is given. */
export interface StorageContext {
  readonly log: Log;
  readonly clock: Clock;
  /** Told when the data folder is gone: nothing that is written from then on would be kept. */
  readonly onLost?: (error: AppError) => void;
  /** Where large bodies go when the database is PostgreSQL. */
  readonly objects?: S3Options;
  /** Most bytes that jobs with zero retention may hold in memory, all together; 512 MB unless given. */
  readonly unkeptBytes?: number;
  /** How long claims and leads last without being renewed, in milliseconds; slots half as long. A minute unless given. */
  readonly leaseMs?: number;
}
