import { leaseMs } from '../../ports/jobs/frontier';
import { FrontierQueue } from './frontier-queue';
import type { QueueParts } from './queue-parts';

/** The parts that the queues of all jobs share. */
type SharedParts = Pick<QueueParts, 'frontier' | 'slots' | 'inWork' | 'isBusy'>;

/** Opens the request queues of jobs. */
export class FrontierQueues {
  constructor(
    private readonly parts: SharedParts,
    /** Duration of a claim that is not renewed, in milliseconds. */
    readonly claimMs = leaseMs,
  ) {}

  /** Returns the queue of a job, over its stored frontier. */
  open(jobId: string, options: Omit<QueueParts, keyof SharedParts>): FrontierQueue {
    return new FrontierQueue(jobId, { ...options, ...this.parts });
  }
}
