import { lookAgainMs } from '../../ports/host-slots';
import type { FrontierTask } from '../../ports/jobs/frontier';

/** A task that was claimed and not handed out. */
export interface ClaimedTask {
  readonly task: FrontierTask;
  /** `name` or `name:port`. */
  readonly host: string;
}

/** Most tasks claimed while their hosts cannot be asked. */
const mostTasks = 256;
/** Tasks held without a rest between claims; beyond that, claims that bring no other host leave the next ones to other workers. */
const freeTasks = 64;
/** Pause before tasks of other hosts are looked for again, in milliseconds: it doubles each time none is found. */
const lookMs = { first: 1000, most: 60_000 };
/** Shorter waits for a host are waited out, in milliseconds. */
const shortMs = lookAgainMs / 2;

/** The tasks of one job that were claimed and not handed out, since their hosts cannot be asked yet. */
export class ClaimedTasks {
  readonly #tasks: ClaimedTask[] = [];
  /** Since when no task has been handed out, although there were some. */
  #busySince: number | undefined;
  #waitUntil = 0;
  #isJobBusy = false;
  #moreAfter = 0;
  #lookAfter = 0;
  #lookMs = lookMs.first;

  get size(): number {
    return this.#tasks.length;
  }

  /** Ids of all of them. */
  get ids(): readonly string[] {
    return this.#tasks.map(({ task }) => task.id);
  }

  /** Milliseconds until one of the tasks may be handed out, or more are to be claimed; infinite when there is none. */
  get waitMs(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    const next = this.size < mostTasks ? this.#moreAfter : this.#lookAfter;
    return Math.max(0, (next > now && !this.#isJobBusy ? Math.min(this.#waitUntil, next) : this.#waitUntil) - now);
  }

  /** True when more are to be claimed: there is none, or all hosts are busy for long and more tasks may be of other hosts. */
  get needsMore(): boolean {
    if (this.size === 0) return true;
    return this.size < mostTasks && this.#areBusyForLong && performance.now() >= this.#moreAfter;
  }

  /** True when only tasks of other hosts are to be claimed: the most tasks are held, and all their hosts are busy for long. */
  get needsOthers(): boolean {
    return this.size >= mostTasks && this.#areBusyForLong && performance.now() >= this.#lookAfter;
  }

  get #areBusyForLong(): boolean {
    if (this.#isJobBusy) return false;
    const now = performance.now();
    return this.#waitUntil - now >= shortMs || now - (this.#busySince ?? now) >= lookAgainMs;
  }

  /** The hosts of the tasks. */
  get hosts(): ReadonlySet<string> {
    return new Set(this.#tasks.map(({ host }) => host));
  }

  /** None of the tasks may be handed out for so long; 0 when some were. While the job itself is busy, tasks of other hosts would not help. */
  wait(waitMs: number, isJobBusy = false): void {
    const now = performance.now();
    this.#isJobBusy = isJobBusy;
    this.#waitUntil = now + waitMs;
    this.#busySince = waitMs === 0 ? undefined : (this.#busySince ?? now);
  }

  /** Adds what was claimed. Claiming on because one host is busy would keep its pages from other workers. */
  add(batch: readonly FrontierTask[]): void {
    const known = this.hosts;
    const added = batch.map(claimedOf);
    this.#tasks.push(...added);
    const areAllKnown = batch.length > 0 && added.every(({ host }) => known.has(host));
    if (areAllKnown && this.size >= freeTasks) this.#moreAfter = performance.now() + lookAgainMs;
  }

  /** Adds tasks of other hosts that were claimed; when there were none, the next look is put off. */
  addOthers(batch: readonly FrontierTask[]): void {
    this.#tasks.push(...batch.map(claimedOf));
    if (batch.length > 0) this.#lookMs = lookMs.first;
    else {
      this.#lookAfter = performance.now() + this.#lookMs;
      this.#lookMs = Math.min(lookMs.most, 2 * this.#lookMs);
    }
  }

  /** Adds a task that was handed out before; it comes first. */
  putBack(task: FrontierTask): void {
    this.#tasks.unshift(claimedOf(task));
  }

  /** The first tasks of each host, up to so many, in their order. */
  firstOfHosts(most: number): readonly ClaimedTask[] {
    const counts = new Map<string, number>();
    return this.#tasks.filter(({ host }) => {
      const count = counts.get(host) ?? 0;
      counts.set(host, count + 1);
      return count < most;
    });
  }

  /** Takes a task out; false when it is none of them. */
  drop(claimed: ClaimedTask): boolean {
    const index = this.#tasks.indexOf(claimed);
    if (index >= 0) this.#tasks.splice(index, 1);
    return index >= 0;
  }

  clear(): void {
    this.#tasks.length = 0;
    this.#busySince = undefined;
    this.#lookAfter = 0;
    this.#lookMs = lookMs.first;
  }
}

const claimedOf = (task: FrontierTask): ClaimedTask => ({ task, host: new URL(task.url).host });
