import { pollIntervalMs } from '../../ports/host-slots';
import type { FrontierTask } from '../../ports/jobs/frontier';

/** A claimed task that has not been dispatched. */
export interface ClaimedTask {
  readonly task: FrontierTask;
  /** `name` or `name:port`. */
  readonly host: string;
}

/** Maximum number of tasks that are claimed while their hosts are busy. */
const maxTasks = 256;
/**
 * If at least this many tasks are claimed and a claim returns no task for a new host, the next claim is delayed. The
 * remaining tasks are then left to other workers.
 */
const freeTasks = 64;
/** Delay after a claim that finds no tasks for other hosts, in ms. Doubles after each such claim. */
const pollMs = { first: 1000, most: 60_000 };
/** Minimum host delay that triggers another claim, in ms. */
const shortMs = pollIntervalMs / 2;

/** Claimed tasks of a job that are waiting for their hosts. */
export class ClaimedTasks {
  readonly #tasks: ClaimedTask[] = [];
  /** Start of the current period during which no claimed task can be dispatched. */
  #busySince: number | undefined;
  #waitUntil = 0;
  #isJobBusy = false;
  #moreAfter = 0;
  #nextPollAt = 0;
  #pollMs = pollMs.first;

  get size(): number {
    return this.#tasks.length;
  }

  get ids(): readonly string[] {
    return this.#tasks.map(({ task }) => task.id);
  }

  /**
   * Milliseconds until a task may be dispatched or more tasks should be claimed, whichever is earlier. Infinite if
   * there are no tasks.
   */
  get waitMs(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    const next = this.size < maxTasks ? this.#moreAfter : this.#nextPollAt;
    return Math.max(0, (next > now && !this.#isJobBusy ? Math.min(this.#waitUntil, next) : this.#waitUntil) - now);
  }

  /**
   * True if more tasks should be claimed: none are left, or the hosts of the claimed tasks stay busy while other hosts
   * may be free.
   */
  get needsMore(): boolean {
    if (this.size === 0) return true;
    return this.size < maxTasks && this.#areBusyForLong && performance.now() >= this.#moreAfter;
  }

  /**
   * True if only tasks for other hosts should be claimed, because `maxTasks` tasks are claimed and their hosts stay
   * busy.
   */
  get needsOthers(): boolean {
    return this.size >= maxTasks && this.#areBusyForLong && performance.now() >= this.#nextPollAt;
  }

  get #areBusyForLong(): boolean {
    if (this.#isJobBusy) return false;
    const now = performance.now();
    return this.#waitUntil - now >= shortMs || now - (this.#busySince ?? now) >= pollIntervalMs;
  }

  get hosts(): ReadonlySet<string> {
    return new Set(this.#tasks.map(({ host }) => host));
  }

  /**
   * Records that no task can be dispatched for `waitMs`. Called with 0 after a task has been dispatched. `isJobBusy`
   * means that the job itself must wait. In that case, tasks for other hosts would not help.
   */
  wait(waitMs: number, isJobBusy = false): void {
    const now = performance.now();
    this.#isJobBusy = isJobBusy;
    this.#waitUntil = now + waitMs;
    this.#busySince = waitMs === 0 ? undefined : (this.#busySince ?? now);
  }

  /**
   * Adds claimed tasks. If none of them is for a new host and at least `freeTasks` tasks are claimed, delays the next
   * claim, to leave further tasks to other workers.
   */
  add(batch: readonly FrontierTask[]): void {
    const known = this.hosts;
    const added = batch.map(claimedOf);
    this.#tasks.push(...added);
    const areAllKnown = batch.length > 0 && added.every(({ host }) => known.has(host));
    if (areAllKnown && this.size >= freeTasks) this.#moreAfter = performance.now() + pollIntervalMs;
  }

  /** Adds claimed tasks for other hosts. If the batch is empty, delays the next claim for other hosts. */
  addOthers(batch: readonly FrontierTask[]): void {
    this.#tasks.push(...batch.map(claimedOf));
    if (batch.length > 0) this.#pollMs = pollMs.first;
    else {
      this.#nextPollAt = performance.now() + this.#pollMs;
      this.#pollMs = Math.min(pollMs.most, 2 * this.#pollMs);
    }
  }

  /** Puts a dispatched task back at the start of the list of claimed tasks. */
  putBack(task: FrontierTask): void {
    this.#tasks.unshift(claimedOf(task));
  }

  firstOfHosts(maxTasks: number): readonly ClaimedTask[] {
    const counts = new Map<string, number>();
    return this.#tasks.filter(({ host }) => {
      const count = counts.get(host) ?? 0;
      counts.set(host, count + 1);
      return count < maxTasks;
    });
  }

  /** Removes a task. Returns false if it is not one of the claimed tasks. */
  drop(claimed: ClaimedTask): boolean {
    const index = this.#tasks.indexOf(claimed);
    if (index >= 0) this.#tasks.splice(index, 1);
    return index >= 0;
  }

  clear(): void {
    this.#tasks.length = 0;
    this.#busySince = undefined;
    this.#nextPollAt = 0;
    this.#pollMs = pollMs.first;
  }
}

const claimedOf = (task: FrontierTask): ClaimedTask => ({ task, host: new URL(task.url).host });
