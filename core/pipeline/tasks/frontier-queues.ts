import type { HostSlots } from '../../ports/host-slots';
import { type Frontier, leaseMs } from '../../ports/jobs/frontier';
import { FrontierQueue } from './frontier-queue';
import type { QueueParts } from './queue-parts';

/** Opens the request queues of jobs. */
export class FrontierQueues {
  constructor(
    private readonly frontier: Frontier,
    private readonly slots: HostSlots,
    /** How long a claim lasts without being renewed, in milliseconds. */
    readonly claimMs = leaseMs,
  ) {}

  /** The queue of a job, over what its frontier holds. */
  open(jobId: string, options: Omit<QueueParts, 'frontier' | 'slots'>): FrontierQueue {
    return new FrontierQueue(jobId, { ...options, frontier: this.frontier, slots: this.slots });
  }
}
