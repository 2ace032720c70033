import type { Job } from '../common/job';
import type { StorageContext } from './context';
import type { Delivery, Frontier, JobStore, Outbox, ResultStore } from './job-ports';
import type { Storage } from './storage';

/** The stores of long jobs, and the removal of one. */
export type JobStores = Pick<Storage, 'jobs' | 'frontier' | 'results' | 'outbox' | 'removeJob'>;

/** The stores with zero retention. */
export interface UnkeptJobs {
  readonly stores: JobStores;
  /** Forgets every job that is in memory only. */
  close(): Promise<void>;
}

/** How long a job with zero retention is held after it was last read, once it has ended. */
const heldMs = 10 * 60_000;
/** Time between two looks for jobs that may go. */
const lookMs = 15_000;

/** What the two sides are, and when a job was last read. */
interface Sides {
  readonly kept: JobStores;
  readonly memory: Storage;
  /** Jobs that are in memory only, with the time of their last read. */
  readonly readAt: Map<string, number>;
  readonly context: StorageContext;
}

/**
 * Gives stores zero retention: a job that asks for it lives in memory alone, until ten minutes after it was last read
 * or with the process; all others are kept as ever.
 */
export function withUnkeptJobs(kept: JobStores, memory: Storage, context: StorageContext): UnkeptJobs {
  const sides: Sides = { kept, memory, readAt: new Map(), context };
  const timer = setInterval(() => {
    forgetUnread(sides).catch((thrown: unknown) =>
      context.log.warn(`Jobs with zero retention could not be removed from memory: ${String(thrown)}`),
    );
  }, lookMs);
  timer.unref();
  const stores: JobStores = {
    jobs: new RoutedJobs(sides),
    frontier: byJob<Frontier>(sides, kept.frontier, memory.frontier),
    results: byJob<ResultStore>(sides, kept.results, memory.results),
    outbox: new RoutedOutbox(sides),
    removeJob: (id) => removeJob(sides, id),
  };
  const close = (): Promise<void> => {
    clearInterval(timer);
    return memory.close();
  };
  return { stores, close };
}

/** Removes a job from memory, if it is there, and from the kept stores, which hold the files of every job. */
async function removeJob({ kept, memory, readAt }: Sides, id: string): Promise<void> {
  if (readAt.delete(id)) await memory.removeJob(id);
  await kept.removeJob(id);
}

/** Removes what has ended and was not read for long. */
async function forgetUnread(sides: Sides): Promise<void> {
  const {
    memory,
    readAt,
    context: { clock },
  } = sides;
  for (const [id, at] of readAt) {
    const job = await memory.jobs.get(id);
    if (job && !job.finishedAt) readAt.set(id, clock.now());
    else if (!job || clock.now() - at >= heldMs) {
      await removeJob(sides, id);
      await memory.shrink();
    }
  }
}

/** A store whose methods all begin with the id of a job, which says where they go. */
function byJob<Store extends object>({ readAt, context: { clock } }: Sides, kept: Store, memory: Store): Store {
  return new Proxy(kept, {
    get(target, name: keyof Store & string) {
      if (typeof target[name] !== 'function') return target[name];
      return (id: string, ...rest: unknown[]) => {
        const isUnkept = readAt.has(id);
        if (isUnkept) readAt.set(id, clock.now());
        const store = isUnkept ? memory : kept;
        return (store[name] as (...given: unknown[]) => unknown).call(store, id, ...rest);
      };
    },
  });
}

/** Jobs of both sides under one roof. */
class RoutedJobs implements JobStore {
  private readonly sides: Sides;

  constructor(sides: Sides) {
    this.sides = sides;
  }

  add(...[job]: Parameters<JobStore['add']>) {
    if (job.zeroDataRetention) this.sides.readAt.set(job.id, this.sides.context.clock.now());
    return this.#of(job.id).add(job);
  }

  get(id: string) {
    return this.#of(id).get(id);
  }

  change(...[id, ...rest]: Parameters<JobStore['change']>) {
    return this.#of(id).change(id, ...rest);
  }

  async list(filter: Parameters<JobStore['list']>[0]) {
    const last = filter.before === undefined ? undefined : await this.get(filter.before);
    const beforeTime = last?.createdAt;
    const lists = await Promise.all(this.#both.map((store) => store.list({ ...filter, beforeTime })));
    const key = ({ job }: { readonly job: Job }): string => `${job.createdAt} ${job.id}`;
    const all = lists.flat().sort((one, other) => (key(one) < key(other) ? 1 : -1));
    return all.slice(0, filter.limit);
  }

  async count() {
    const [kept, unkept] = await Promise.all([this.sides.kept.jobs.count(), this.sides.memory.jobs.count()]);
    const states = { ...kept };
    for (const state of Object.keys(states) as (keyof typeof states)[]) states[state] += unkept[state];
    return states;
  }

  finishedBefore(before: Date) {
    return this.sides.kept.jobs.finishedBefore(before);
  }

  remove(id: string) {
    return this.#of(id).remove(id);
  }

  get #both(): readonly JobStore[] {
    return [this.sides.kept.jobs, this.sides.memory.jobs];
  }

  #of(id: string): JobStore {
    return this.sides.readAt.has(id) ? this.sides.memory.jobs : this.sides.kept.jobs;
  }
}

/** Deliveries of both sides; those of a job in memory die with it. */
class RoutedOutbox implements Outbox {
  private readonly sides: Sides;

  constructor(sides: Sides) {
    this.sides = sides;
  }

  add(...[delivery]: Parameters<Outbox['add']>) {
    return this.#ofJob(delivery.jobId).add(delivery);
  }

  async due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]> {
    const both = await Promise.all(this.#both.map((outbox) => outbox.due(limit, except)));
    return both
      .flat()
      .sort((one, other) => (one.nextAt < other.nextAt ? -1 : 1))
      .slice(0, limit);
  }

  async nextDueAt() {
    const times = await Promise.all(this.#both.map((outbox) => outbox.nextDueAt()));
    return times.filter((time) => time !== undefined).sort()[0];
  }

  async body(id: string) {
    return (await this.#ofDelivery(id)).body(id);
  }

  async get(id: string) {
    return (await this.#ofDelivery(id)).get(id);
  }

  async update(...[id, change]: Parameters<Outbox['update']>) {
    return (await this.#ofDelivery(id)).update(id, change);
  }

  list(...[jobId, range]: Parameters<Outbox['list']>) {
    return this.#ofJob(jobId).list(jobId, range);
  }

  async replay(id: string) {
    return (await this.#ofDelivery(id)).replay(id);
  }

  removeJob(jobId: string) {
    return this.#ofJob(jobId).removeJob(jobId);
  }

  get #both(): readonly Outbox[] {
    return [this.sides.kept.outbox, this.sides.memory.outbox];
  }

  #ofJob(jobId: string): Outbox {
    return this.sides.readAt.has(jobId) ? this.sides.memory.outbox : this.sides.kept.outbox;
  }

  async #ofDelivery(id: string): Promise<Outbox> {
    const { memory, kept } = this.sides;
    return (await memory.outbox.get(id)) ? memory.outbox : kept.outbox;
  }
}
