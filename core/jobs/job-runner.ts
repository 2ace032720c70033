import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../common/errors';
import type { Job } from '../common/job';
import type { Frontier, FrontierTask } from '../storage/job-ports';
import type { WorkSource } from '../tasks/job-pool';
import type { Finish, JobRules } from './job-rules';
import type { PageOutcome, PageWork } from './run-page';
import { toTask } from './run-page';
import { StorageBackoff } from './storage-backoff';
import type { PageEnd } from './task-completion';

/** How a job ended by itself: with what it found, if its kind answers with one value, or with a failure. */
export type JobEnd = Omit<Finish, 'tasks'> | { readonly failure: string };

/** What an open job works with. */
export interface OpenJobParts {
  readonly frontier: Frontier;
  readonly work: PageWork;
  readonly end: PageEnd;
  /** Called after each page and after seeding. */
  readonly onProgress: () => void;
  /** Called when the disk takes nothing and the job begins to wait for it. */
  readonly onTrouble: (error: AppError) => void;
  /** Called once when nothing is left to do, or when the job cannot go on. */
  readonly onFinished: (end: JobEnd) => void;
  /** Called when work has become ready. */
  readonly wake: () => void;
}

/** A page during which the process has died so often is given up. */
const maxDeaths = 3;
/** Tasks claimed ahead, so that the journal is not asked for each one. */
const claimAhead = 16;
/** Most tasks claimed while their hosts want to be left alone; beyond that the job waits for the first of them. */
const maxClaimed = 256;
/** A host that is ready this soon is waited for at its door. */
const shortWaitMs = 50;
/** Rest before the first page, so that whoever starts a job has its id, and may listen, before pages take the thread. */
const firstRestMs = 25;

/** A job at work: claims its tasks, paces them, and notices when it is done. */
export class JobRunner implements WorkSource {
  readonly #stop = new AbortController();
  readonly #claimed: FrontierTask[] = [];
  readonly #backoff = new StorageBackoff();
  #running = 0;
  #seeding = true;
  #drained = false;
  #pausedUntil = 0;
  #asleepUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #finishing = false;

  constructor(
    readonly job: Job,
    readonly rules: JobRules,
    private readonly parts: OpenJobParts,
  ) {
    this.#pause(firstRestMs);
  }

  get id(): string {
    return this.job.id;
  }

  get wanted(): number | undefined {
    return this.rules.maxConcurrency;
  }

  ready(): boolean {
    if (this.#ended || this.#running >= this.#maxConcurrency || performance.now() < this.#restsUntil) return false;
    return this.#claimed.length > 0 || !this.#drained;
  }

  /** Reads further start pages while the first ones are already scraped. */
  async seed(alreadySeeded: boolean, onSeeded: () => void): Promise<void> {
    try {
      if (!alreadySeeded) {
        await this.#seed();
        onSeeded();
      }
    } catch (thrown) {
      if (!this.#stop.signal.aborted)
        return this.#fail(`The start pages could not be read: ${toAppError(thrown).message}`);
    } finally {
      this.#seeding = false;
    }
    await this.#lookForEnd();
  }

  /** Sitemaps are read anew when the disk did not take what they held; what is known already is passed over. */
  async #seed(): Promise<void> {
    const { frontier } = this.parts;
    for (;;) {
      try {
        return await this.rules.seed?.(async (tasks, refused = []) => {
          if (refused.length > 0) await frontier.refuse(this.id, refused);
          const { added, overLimit } = await frontier.add(this.id, tasks, this.rules.limit);
          if (overLimit.length > 0) this.rules.stoppedByLimit?.();
          if (added > 0) this.more();
        }, this.#stop.signal);
      } catch (thrown) {
        const pauseMs = this.#stop.signal.aborted ? undefined : this.#bear(toAppError(thrown));
        if (pauseMs === undefined) throw thrown;
        await sleep(pauseMs, undefined, { signal: this.#stop.signal });
      }
    }
  }

  /** There may be tasks to claim again. */
  more(): void {
    this.#asleepUntil = 0;
    this.#drained = false;
    this.parts.wake();
  }

  async work(): Promise<void> {
    this.#running++;
    let claimed: FrontierTask | undefined;
    try {
      claimed = await this.#take();
      if (!claimed) return;
      await this.#page(claimed);
      this.#backoff.end();
    } catch (thrown) {
      if (!this.#stop.signal.aborted) await this.#giveBack(toAppError(thrown), claimed);
    } finally {
      this.#running--;
      if (claimed) this.#asleepUntil = 0;
      await this.#lookForEnd().catch((thrown: unknown) => this.#fail(toAppError(thrown).message));
    }
  }

  /** Ends the job's work at once; pages under way are broken off. */
  stop(reason: Error): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#stop.abort(reason);
  }

  get #maxConcurrency(): number {
    return this.rules.maxConcurrency ?? (this.rules.delayMs ? 1 : Number.POSITIVE_INFINITY);
  }

  get #restsUntil(): number {
    return Math.max(this.#pausedUntil, this.#asleepUntil);
  }

  /** A task whose host may be asked. One that waited for its host here would hold up the pages of other jobs. */
  async #take(): Promise<FrontierTask | undefined> {
    for (let awake = this.#nextAwake(); ; awake = this.#nextAwake()) {
      if (awake) return awake;
      if (this.#claimed.length >= maxClaimed) return this.#sleep();
      const batch = await this.parts.frontier.claim(this.id, Math.min(claimAhead, this.#maxConcurrency));
      if (batch.length === 0 && this.#claimed.length === 0) this.#drained = true;
      if (batch.length === 0) return this.#nextAwake() ?? this.#sleep();
      this.#claimed.push(...batch);
    }
  }

  #nextAwake(): FrontierTask | undefined {
    const index = this.#claimed.findIndex(({ url }) => this.parts.work.waitMs(url) <= shortWaitMs);
    return index < 0 ? undefined : this.#claimed.splice(index, 1)[0];
  }

  /** Rests until the first host of the claimed tasks may be asked. */
  #sleep(): undefined {
    if (this.#claimed.length === 0) return;
    const waitMs = Math.min(...this.#claimed.map(({ url }) => this.parts.work.waitMs(url)));
    this.#asleepUntil = performance.now() + waitMs;
    this.#wakeIn(waitMs);
  }

  async #page(claimed: FrontierTask): Promise<void> {
    const outcome = await this.#outcome(claimed);
    const more = await this.parts.end.settle(this.job, claimed, outcome, this.rules, this.#stop.signal);
    if (this.rules.delayMs) this.#pause(this.rules.delayMs);
    if (more) this.more();
    this.parts.onProgress();
  }

  #outcome(claimed: FrontierTask): Promise<PageOutcome> {
    const task = toTask(this.job, claimed, this.rules.followsLinks);
    if (claimed.interrupted < maxDeaths) return this.parts.work.run(task, this.rules, this.#stop.signal);
    const sentence = `Gleaner died ${claimed.interrupted} times while ${claimed.url} was in work, most likely for lack of memory; give it more or leave the page out.`;
    return Promise.resolve({ task, state: 'failed', error: new AppError('SCRAPE_RETRY_LIMIT', sentence) });
  }

  /** A page whose end could not be written waits for the disk with its job; any other failure ends the job. */
  async #giveBack(error: AppError, claimed: FrontierTask | undefined): Promise<void> {
    const pauseMs = this.#bear(error);
    if (pauseMs === undefined) return this.#fail(error.message);
    // Giving it back in the frontier would be one more write on the disk that just refused one.
    if (claimed) this.#claimed.unshift(claimed);
    this.#pause(pauseMs);
  }

  #bear(error: AppError): number | undefined {
    const { waiting } = this.#backoff;
    const pauseMs = this.#backoff.pauseAfter(error);
    if (pauseMs !== undefined && !waiting) this.parts.onTrouble(error);
    return pauseMs;
  }

  #pause(delayMs: number): void {
    this.#pausedUntil = performance.now() + delayMs;
    this.#wakeIn(delayMs);
  }

  #wakeIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        // Timers may go off a moment early; woken then, the pool would find nothing to do and sleep for good.
        const left = this.#restsUntil - performance.now();
        if (left > 0) this.#wakeIn(left);
        else this.more();
      },
      Math.max(1, Math.ceil(waitMs)),
    );
  }

  /** Closes the job when nothing is left; sleeps when all that is left may only be tried later. */
  async #lookForEnd(): Promise<void> {
    if (this.#ended || this.#seeding || this.#running > 0 || this.#claimed.length > 0 || !this.#drained) return;
    const { queued, inFlight, readyAt } = await this.parts.frontier.counts(this.id);
    if (this.#running > 0 || this.#ended) return;
    if (queued === 0 && inFlight === 0) return this.#askForMore();
    if (readyAt !== undefined) this.#wakeIn(readyAt - Date.now());
    else this.more();
  }

  /** No page is left: the kind adds some, or the job ends. */
  async #askForMore(): Promise<void> {
    if (this.#finishing) return;
    this.#finishing = true;
    try {
      const { tasks = [], ...end } = (await this.rules.finish?.(this.#stop.signal)) ?? {};
      const { added } = await this.parts.frontier.add(this.id, tasks, this.rules.limit);
      if (added === 0) return this.#end(end);
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#fail(toAppError(thrown).message);
      return;
    } finally {
      this.#finishing = false;
    }
    this.more();
  }

  #fail(failure: string): void {
    this.#end({ failure });
  }

  #end(end: JobEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.parts.onFinished(end);
  }
}
