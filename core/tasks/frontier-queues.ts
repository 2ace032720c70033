import { inject, injectable } from 'inversify';
import { HostSlots } from '../politeness/host-slots';
import { Frontier } from './frontier';
import { FrontierQueue, type QueueParts } from './frontier-queue';

/** Opens the request queues of jobs. */
@injectable()
export class FrontierQueues {
  constructor(
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(HostSlots) private readonly slots: HostSlots,
  ) {}

  /** The queue of a job, over what its frontier holds. */
  open(jobId: string, options: Omit<QueueParts, 'frontier' | 'slots'>): FrontierQueue {
    return new FrontierQueue(jobId, { ...options, frontier: this.frontier, slots: this.slots });
  }
}
