import { WaitList } from '../../common/concurrency/wait-list';
import { withinMemory } from '../../platform/settings/memory-budget';
import type { SettingsService } from '../../platform/settings/settings-service';

/** Most pages at a time that a caller may ask for; the setting may say more. */
const mostAsked = 64;
/** How long after a call a slot is kept for the next one, so that it need not wait for the slow page of a job. */
const callsExpectedMs = 60_000;

/** Who shares the limit: calls, whose caller waits for the page, and the pages of background jobs. */
type Side = 'call' | 'job';

/**
 * Slots of the task pool, shared by all jobs and calls: the setting `concurrency`, as far as memory allows. A job whose
 * caller asked for more may go beyond the setting. Calls come first; while both sides have work, neither gets the last slot of the other.
 */
export class PageSlots {
  readonly #calls = new WaitList();
  readonly #taken: Record<Side, number> = { call: 0, job: 0 };
  /** Pages of jobs whose caller asked for more than the setting; they are part of `#taken.job`. */
  #beyond = 0;
  /** What the open jobs asked for. */
  #wanted: readonly number[] = [];
  #lastCallAt = Number.NEGATIVE_INFINITY;
  #onFree: () => void = () => undefined;

  /** Most pages at a time: of calls and ordinary jobs, and of all. Kept, since memory is not asked for with each page. */
  #most = { usual: 1, all: 1 };

  constructor(private readonly settings: SettingsService) {
    this.#measure();
    settings.onChange(() => this.#measure());
  }

  /** Pages in progress. */
  get taken(): number {
    return this.#taken.call + this.#taken.job;
  }

  /** Calls that wait for a slot. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Most pages in work at the same time, as the open jobs ask for. */
  get limit(): number {
    return this.#most.all;
  }

  /** Sets what is told when a call has freed its slot. */
  onFree(listener: () => void): void {
    this.#onFree = listener;
  }

  /** Says which jobs are open: for each the pages at a time its caller asked for, 0 when nothing was asked for. */
  setJobs(wanted: readonly number[]): void {
    this.#wanted = wanted.map((each) => Math.min(each, mostAsked));
    this.#measure();
  }

  /** Waits for a slot for a page somebody waits for; gives back what frees it. Rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.#lastCallAt = performance.now();
    if (this.#hasRoom('call')) this.#taken.call++;
    else await this.#calls.wait(signal);
    return this.#releaseOnce('call');
  }

  /** Whether a page of a job may start that asked for `wanted` pages at a time. */
  hasRoomFor(wanted = 0): boolean {
    return this.#hasRoom('job', this.#isBeyond(wanted));
  }

  /** Takes a slot for a page of a job and gives back what frees it; undefined when there is none. */
  tryAcquire(wanted = 0): (() => void) | undefined {
    const isBeyond = this.#isBeyond(wanted);
    if (!this.#hasRoom('job', isBeyond)) return undefined;
    this.#taken.job++;
    if (isBeyond) this.#beyond++;
    return this.#releaseOnce('job', isBeyond);
  }

  #isBeyond(wanted: number): boolean {
    return wanted > this.#most.usual;
  }

  #measure(): void {
    const settings = this.settings.current;
    const within = (concurrency: number): number => withinMemory({ ...settings, concurrency }).concurrency;
    const { concurrency } = settings;
    this.#most = { usual: within(concurrency), all: within(Math.max(concurrency, ...this.#wanted)) };
    this.#admitCalls();
  }

  #hasRoom(side: Side, isBeyond = false): boolean {
    const { taken } = this;
    const kept = this.#isOtherDue(side) ? 1 : 0;
    const fits = (used: number, most: number): boolean => used + (most > 1 ? kept : 0) < most;
    if (!fits(taken, this.#most.all)) return false;
    return isBeyond || fits(taken - this.#beyond, this.#most.usual);
  }

  /** Whether the other side has nothing in work and should find a free slot when it comes. */
  #isOtherDue(side: Side): boolean {
    if (side === 'call') return this.#taken.job === 0 && this.#wanted.length > 0;
    return this.#taken.call === 0 && performance.now() - this.#lastCallAt < callsExpectedMs;
  }

  /** Lets calls in before any page of a job. The slot is counted here, so that nobody else takes it meanwhile. */
  #admitCalls(): void {
    while (this.waiting > 0 && this.#hasRoom('call')) {
      this.#taken.call++;
      this.#calls.admitNext();
    }
  }

  #releaseOnce(side: Side, isBeyond = false): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken[side]--;
      if (isBeyond) this.#beyond--;
      this.#admitCalls();
      if (side === 'call') this.#onFree();
    };
  }
}
