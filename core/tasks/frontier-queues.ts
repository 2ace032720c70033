import { inject, injectable } from 'inversify';
import { HostPace } from '../politeness/host-pace';
import { Frontier } from './frontier';
import { FrontierQueue, type QueueParts } from './frontier-queue';

/** Opens the request queues of jobs. */
@injectable()
export class FrontierQueues {
  constructor(
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(HostPace) private readonly pace: HostPace,
  ) {}

  /** The queue of a job, over what its frontier holds. */
  open(jobId: string, options: Omit<QueueParts, 'frontier' | 'slots'>): FrontierQueue {
    return new FrontierQueue(jobId, { ...options, frontier: this.frontier, slots: this.pace });
  }
}
