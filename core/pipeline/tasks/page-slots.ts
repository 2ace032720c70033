import { deadlineOf, monotonicMs } from '../../common/concurrency/deadline';
import { waitForAbort } from '../../common/concurrency/promises';
import { WaitList } from '../../common/concurrency/wait-list';
import { withinMemory } from '../../platform/settings/memory-budget';
import type { SettingsService } from '../../platform/settings/settings-service';

/** Maximum concurrency that a caller may request. The `concurrency` setting may be higher. */
const maxAsked = 64;
/**
 * Time after a call during which a slot stays reserved for the next call, in ms. The next call then does not have to
 * wait for a slow page of a job.
 */
const callsExpectedMs = 60_000;
/** Minimum time left until the deadline of a waiting call, in ms. With less time left, the call gets no slot. */
const minLeftMs = 50;

/** The two kinds of slot users: calls, whose callers wait for the page, and background jobs. */
type Side = 'call' | 'job';

/**
 * Slots in the task pool, shared by jobs and calls. Their number is the `concurrency` setting, limited by the available
 * memory. A job whose caller requested a higher concurrency may exceed the setting. Calls come first. While both jobs
 * and calls have work, each side keeps at least one slot.
 */
export class PageSlots {
  readonly #calls = new WaitList();
  readonly #taken: Record<Side, number> = { call: 0, job: 0 };
  /**
   * Number of pages in progress beyond the `concurrency` setting. These pages belong to jobs whose callers requested a
   * higher concurrency. `#taken.job` includes these pages.
   */
  #overLimit = 0;
  /** Concurrency requested for each open job. */
  #wanted: readonly number[] = [];
  #lastCallAt = Number.NEGATIVE_INFINITY;
  #onFree: () => void = () => undefined;

  /**
   * Maximum concurrency: `usual` for calls and ordinary jobs, and `all` for the total. Cached, so that memory is not
   * measured for each page.
   */
  #max = { usual: 1, all: 1 };

  constructor(private readonly settings: SettingsService) {
    this.#measure();
    settings.onChange(() => this.#measure());
  }

  get taken(): number {
    return this.#taken.call + this.#taken.job;
  }

  /** Number of calls waiting for a slot. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Maximum number of pages in progress. Depends on the open jobs. */
  get limit(): number {
    return this.#max.all;
  }

  /** Sets the listener to run whenever a call releases its slot. */
  onFree(listener: () => void): void {
    this.#onFree = listener;
  }

  /** Sets the open jobs. Each number is the concurrency that a job requested, or 0. */
  setJobs(wanted: readonly number[]): void {
    this.#wanted = wanted.map((each) => Math.min(each, maxAsked));
    this.#measure();
  }

  /**
   * Waits for a slot for a call and returns its release function. Rejects with the signal's reason. A call that has
   * waited until its deadline gets no slot, because its request would be aborted anyway. The aborted request would
   * delay the responses to all callers that time out at the same moment.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.#lastCallAt = performance.now();
    if (this.#hasRoom('call')) {
      this.#taken.call++;
      return this.#releaseOnce('call');
    }
    await this.#calls.wait(signal);
    const release = this.#releaseOnce('call');
    if (monotonicMs() + minLeftMs < deadlineOf(signal)) return release;
    release();
    return waitForAbort(signal);
  }

  /** True if a page may start for a job that requested a concurrency of `wanted`. */
  hasRoomFor(wanted = 0): boolean {
    return this.#hasRoom('job', this.#isOverLimit(wanted));
  }

  /** Takes a slot for a page of a job and returns its release function. Undefined if no slot is free. */
  tryAcquire(wanted = 0): (() => void) | undefined {
    const isBeyond = this.#isOverLimit(wanted);
    if (!this.#hasRoom('job', isBeyond)) return undefined;
    this.#taken.job++;
    if (isBeyond) this.#overLimit++;
    return this.#releaseOnce('job', isBeyond);
  }

  #isOverLimit(wanted: number): boolean {
    return wanted > this.#max.usual;
  }

  #measure(): void {
    const settings = this.settings.current;
    const within = (concurrency: number): number => withinMemory({ ...settings, concurrency }).concurrency;
    const { concurrency } = settings;
    this.#max = { usual: within(concurrency), all: within(Math.max(concurrency, ...this.#wanted)) };
    this.#admitCalls();
  }

  #hasRoom(side: Side, isBeyond = false): boolean {
    const { taken } = this;
    const kept = this.#isOtherDue(side) ? 1 : 0;
    const fits = (used: number, most: number): boolean => used + (most > 1 ? kept : 0) < most;
    if (!fits(taken, this.#max.all)) return false;
    return isBeyond || fits(taken - this.#overLimit, this.#max.usual);
  }

  /**
   * True if the other side has nothing in progress and may soon need a slot. One slot must then stay free for that
   * side.
   */
  #isOtherDue(side: Side): boolean {
    if (side === 'call') return this.#taken.job === 0 && this.#wanted.length > 0;
    return this.#taken.call === 0 && performance.now() - this.#lastCallAt < callsExpectedMs;
  }

  /** Admits waiting calls before any page of a job. Counts each slot immediately, so that no slot is taken twice. */
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
      if (isBeyond) this.#overLimit--;
      this.#admitCalls();
      if (side === 'call') this.#onFree();
    };
  }
}
