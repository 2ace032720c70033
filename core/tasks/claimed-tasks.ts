import { lookAgainMs } from '../politeness/host-slots';
import type { FrontierTask } from './frontier';

/** A task that was claimed and not handed out. */
export interface ClaimedTask {
  readonly task: FrontierTask;
  /** `name` or `name:port`. */
  readonly host: string;
}

/** Most tasks claimed while their hosts cannot be asked. */
const mostTasks = 256;
/** Shorter waits for a host are waited out, in milliseconds. */
const shortMs = lookAgainMs / 2;

/** The tasks of one job that were claimed and not handed out, since their hosts cannot be asked yet. */
export class ClaimedTasks {
  readonly #tasks: ClaimedTask[] = [];
  #waitUntil = 0;
  #moreAfter = 0;

  get size(): number {
    return this.#tasks.length;
  }

  /** Milliseconds until one of the tasks may be handed out; infinite when there is none. */
  get waitMs(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.#waitUntil - performance.now());
  }

  /** True when more are to be claimed: there is none, or all hosts are busy for long and more tasks may be of other hosts. */
  get needsMore(): boolean {
    if (this.size === 0) return true;
    return this.size < mostTasks && this.waitMs >= shortMs && performance.now() >= this.#moreAfter;
  }

  /** None of the tasks may be handed out for so long. */
  wait(waitMs: number): void {
    this.#waitUntil = performance.now() + waitMs;
  }

  /** Adds what was claimed. Who claims on and on only because a host is busy would keep its pages from other workers. */
  add(batch: readonly FrontierTask[]): void {
    const known = new Set(this.#tasks.map(({ host }) => host));
    const added = batch.map(claimedOf);
    if (added.every(({ host }) => known.has(host))) this.#moreAfter = performance.now() + lookAgainMs;
    this.#tasks.push(...added);
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
  }
}

const claimedOf = (task: FrontierTask): ClaimedTask => ({ task, host: new URL(task.url).host });
