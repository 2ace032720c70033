import { leaseMs } from '../../ports/jobs/frontier';
import { FrontierQueue } from './frontier-queue';
import type { QueueParts } from './queue-parts';

type SharedParts = Pick<QueueParts, 'frontier' | 'slots'>;

/** Opens the request queues of jobs. */
export class FrontierQueues {
  readonly #open = new Set<FrontierQueue>();

  constructor(
    private readonly parts: SharedParts,
    /** Lease duration of a claim, in milliseconds. */
    readonly claimMs = leaseMs,
  ) {}

  /** Returns a queue for the stored frontier of a job. */
  open(jobId: string, options: Omit<QueueParts, keyof SharedParts | 'mayGather' | 'onClosed'>): FrontierQueue {
    const mayGather = () => [...this.#open].some(({ inProgress, ending }) => inProgress > ending);
    const onClosed = () => void this.#open.delete(queue);
    const queue: FrontierQueue = new FrontierQueue(jobId, { ...options, ...this.parts, mayGather, onClosed });
    this.#open.add(queue);
    return queue;
  }
}
