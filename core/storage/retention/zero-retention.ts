import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { StorageContext } from '../../ports/context';
import type { Delivery, Outbox } from '../../ports/delivery/outbox';
import type { Storage } from '../../ports/storage';

/** Stores for background jobs, and a method that deletes a job. */
export type JobStores = Pick<Storage, 'jobs' | 'frontier' | 'results' | 'outbox' | 'removeJob'>;

/** An in-memory storage that reports its size. */
export interface MemoryStorage extends Storage {
  /** Returns the memory in use, in bytes. */
  usedBytes(): number;
}

/** Job stores that support zero retention. */
export interface ZeroRetention {
  readonly stores: JobStores;
  /** Discards all in-memory jobs. */
  close(): Promise<void>;
}

/** Time in ms after which a job with zero retention is deleted, counted from when it finished or was last read. */
const heldMs = 10 * 60_000;
/** Default memory limit, in bytes. */
const defaultBytes = 512 * 1024 ** 2;
/** Interval between expiry checks, in ms. */
const pollMs = 15_000;

/**
 * Adds support for zero retention to stores. A job with zero retention exists only in memory. It is deleted ten minutes
 * after it finished or was last read, or when the process exits. `open` creates the in-memory storage when the first
 * such job is added. When that storage is full, new jobs and further results are refused with ZERO_RETENTION_FULL.
 */
export function withZeroRetention(
  kept: JobStores,
  open: () => Promise<MemoryStorage>,
  context: StorageContext,
): ZeroRetention {
  const sides = new Sides(kept, open, context);
  const timer = setInterval(() => {
    sides
      .dropUnread()
      .catch((thrown: unknown) =>
        context.log.warn(`Jobs with zero retention could not be removed from memory: ${String(thrown)}`),
      );
  }, pollMs);
  timer.unref();
  const stores: JobStores = {
    jobs: byJob(sides, 'jobs', jobsOf(sides)),
    frontier: byJob(sides, 'frontier', frontierOf(sides)),
    results: byJob(sides, 'results', {}),
    outbox: byJob(sides, 'outbox', outboxOf(sides)),
    removeJob: (id) => sides.removeJob(id),
  };
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await (await sides.memory)?.close();
  };
  return { stores, close };
}

class Sides {
  readonly kept: JobStores;
  memory: Promise<MemoryStorage> | undefined;
  readonly #open: () => Promise<MemoryStorage>;
  readonly #context: StorageContext;
  /** Time at which each in-memory job was last read, in milliseconds since 1970. */
  readonly #readAt = new Map<string, number>();

  constructor(kept: JobStores, open: () => Promise<MemoryStorage>, context: StorageContext) {
    this.kept = kept;
    this.#open = open;
    this.#context = context;
  }

  /** Marks a job as in-memory. Throws ZERO_RETENTION_FULL when the memory is full. */
  async hold(jobId: string): Promise<void> {
    this.memory ??= this.#open();
    this.#readAt.set(jobId, this.#context.clock.now());
    await this.assertRoom(jobId).catch((thrown: unknown) => {
      this.#readAt.delete(jobId);
      throw thrown;
    });
  }

  /** True when a job exists only in memory. */
  holds(jobId: string): boolean {
    return this.#readAt.has(jobId);
  }

  /** Throws ZERO_RETENTION_FULL for an in-memory job when the memory for such jobs is full. */
  async assertRoom(jobId: string): Promise<void> {
    const memory = this.#readAt.has(jobId) ? await this.memory : undefined;
    if (memory && memory.usedBytes() >= (this.#context.zeroRetentionBytes ?? defaultBytes))
      throw new AppError('ZERO_RETENTION_FULL');
  }

  /** Returns the stores that contain a job, and records the time of the read. */
  async of(jobId: string): Promise<JobStores> {
    if (!this.#readAt.has(jobId) || !this.memory) return this.kept;
    this.#readAt.set(jobId, this.#context.clock.now());
    return this.memory;
  }

  async all(): Promise<readonly JobStores[]> {
    return this.memory ? [this.kept, await this.memory] : [this.kept];
  }

  /** Deletes a job from memory, if present, and from the persistent stores, because they also hold its files. */
  async removeJob(id: string): Promise<void> {
    if (this.#readAt.delete(id)) await (await this.memory)?.removeJob(id);
    await this.kept.removeJob(id);
  }

  /** Deletes finished jobs that have not been read recently. */
  async dropUnread(): Promise<void> {
    const memory = await this.memory;
    const now = this.#context.clock.now();
    for (const [id, at] of this.#readAt) {
      const job = await memory?.jobs.get(id);
      if (job && !job.finishedAt) this.#readAt.set(id, now);
      else if (!job || now - at >= heldMs) {
        await this.removeJob(id);
        await memory?.shrink();
      }
    }
  }
}

type RoutedName = 'jobs' | 'frontier' | 'results' | 'outbox';

/** Returns a store that routes each call by its first argument, the job ID. The methods in `own` are not routed. */
function byJob<Name extends RoutedName>(sides: Sides, name: Name, own: Partial<JobStores[Name]>): JobStores[Name] {
  const get = (_: object, method: string | symbol): unknown => {
    // Awaiting this store reads `then`, which must be undefined because the store is not a promise.
    if (method === 'then') return undefined;
    if (method in own) return own[method as keyof JobStores[Name]];
    return async (id: string, ...rest: readonly unknown[]) => {
      const store = (await sides.of(id))[name];
      const work = store[method as keyof JobStores[Name]] as (...given: readonly unknown[]) => unknown;
      return work.call(store, id, ...rest);
    };
  };
  return new Proxy({}, { get }) as JobStores[Name];
}

const jobsOf = (sides: Sides): Partial<JobStores['jobs']> => ({
  add: async (job) => {
    if (job.zeroDataRetention) await sides.hold(job.id);
    await (await sides.of(job.id)).jobs.add(job);
  },
  list: async (filter) => {
    const last =
      filter.before === undefined ? undefined : await (await sides.of(filter.before)).jobs.get(filter.before);
    const both = (await sides.all()).map(({ jobs }) => jobs.list({ ...filter, beforeTime: last?.createdAt }));
    const key = ({ job }: { readonly job: Job }): string => `${job.createdAt} ${job.id}`;
    const all = (await Promise.all(both)).flat().sort((one, other) => (key(one) < key(other) ? 1 : -1));
    return all.slice(0, filter.limit);
  },
  count: async () => {
    const [kept, zeroRetention] = await Promise.all((await sides.all()).map(({ jobs }) => jobs.count()));
    const states = { ...(kept ?? (await sides.kept.jobs.count())) };
    for (const state of Object.keys(states) as (keyof typeof states)[]) states[state] += zeroRetention?.[state] ?? 0;
    return states;
  },
  atWork: () => sides.kept.jobs.atWork(),
  finishedBefore: (before) => sides.kept.jobs.finishedBefore(before),
});

/**
 * Frontier methods that are not routed. A result that exceeds the memory limit ends its job. The job's earlier results
 * stay readable.
 */
const frontierOf = (sides: Sides): Partial<JobStores['frontier']> => ({
  complete: async (jobId, claim, completion, mayGather) => {
    // Checks the memory limit only for in-memory jobs. Completions of other jobs do not wait for this check, so that
    // they are written in order of arrival.
    if (sides.holds(jobId)) await sides.assertRoom(jobId);
    return (await sides.of(jobId)).frontier.complete(jobId, claim, completion, mayGather);
  },
});

/** Outbox methods that are not routed. Deliveries of an in-memory job exist only in memory, like the job itself. */
const outboxOf = (sides: Sides): Partial<Outbox> => {
  const ofDelivery = async (id: string): Promise<Outbox> => {
    const memory = (await sides.memory)?.outbox;
    return memory && (await memory.get(id)) ? memory : sides.kept.outbox;
  };
  return {
    add: async (delivery) => (await sides.of(delivery.jobId)).outbox.add(delivery),
    due: async (limit, except): Promise<readonly Delivery[]> => {
      const both = (await sides.all()).map(({ outbox }) => outbox.due(limit, except));
      const all = (await Promise.all(both)).flat();
      return all.sort((one, other) => (one.nextAt < other.nextAt ? -1 : 1)).slice(0, limit);
    },
    nextDueIn: async () => {
      const waits = await Promise.all((await sides.all()).map(({ outbox }) => outbox.nextDueIn()));
      const known = waits.filter((wait) => wait !== undefined);
      return known.length > 0 ? Math.min(...known) : undefined;
    },
    body: async (id) => (await ofDelivery(id)).body(id),
    get: async (id) => (await ofDelivery(id)).get(id),
    claim: async (id) => (await ofDelivery(id)).claim(id),
    unclaim: async (id) => (await ofDelivery(id)).unclaim(id),
    update: async (id, change) => (await ofDelivery(id)).update(id, change),
    replay: async (id) => (await ofDelivery(id)).replay(id),
    find: async (filter, { skip, limit }) => {
      const both = await Promise.all(
        (await sides.all()).map(({ outbox }) => outbox.find(filter, { skip: 0, limit: skip + limit })),
      );
      const deliveries = both
        .flatMap((one) => one.deliveries)
        .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
      return {
        deliveries: deliveries.slice(skip, skip + limit),
        total: both.reduce((sum, { total }) => sum + total, 0),
      };
    },
  };
};
