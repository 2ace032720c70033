import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../common/errors';
import type { Job } from '../common/job';
import type { RecognitionProgress, Result, Task } from '../common/model';
import type { NeedsPerson } from '../common/needs-person';
import type { FrontierQueue } from '../pipeline/tasks/frontier-queue';
import type { InFlightTask, QueueRequest } from '../pipeline/tasks/queue-parts';
import type { WorkSource } from '../pipeline/tasks/task-pool';
import type { Finish, JobRules } from '../ports/jobs/job-rules';
import type { BlockedPage, PageOutcome, PageRunner, PostponedPage } from './page-runner';
import { toTask } from './page-runner';
import type { PersonWait } from './person-wait';
import { type RunnerEvent, type RunnerState, transitions } from './runner-states';
import { StorageBackoff } from './storage-backoff';
import type { TaskCompletion } from './task-completion';

/** End of a job: success (with an answer, if the job's kind has one) or failure. */
export type JobEnd = Omit<Finish, 'tasks'> | { readonly failure: string };

/** Dependencies of an open job. */
export interface OpenJobParts {
  readonly queue: FrontierQueue;
  readonly pages: Pick<PageRunner, 'attempt'>;
  readonly completion: TaskCompletion;
  readonly person: PersonWait;
  /** Returns the stored job. Present only if other processes can also work on the job. */
  readonly latest?: () => Promise<Job | undefined>;
  /** Called with each result before the result is stored. */
  readonly onResult: (result: Result) => void;
  /**
   * Called with the progress of text recognition in a page's file. Called again without progress when processing of the
   * page ends.
   */
  readonly onRecognition: (url: string, progress?: RecognitionProgress) => void;
  /** Called after each page and after seeding. */
  readonly onProgress: () => void;
  /** Called when a write fails and the job starts waiting for its storage. */
  readonly onTrouble: (error: AppError) => void;
  /** Called once when the job is complete or cannot continue. */
  readonly onFinished: (end: JobEnd) => void;
  /** Called when work is available. */
  readonly wake: () => void;
}

/** Number of crashes after which a page fails. Counts only crashes that occur while the page is being processed. */
const maxDeaths = 3;
/**
 * Delay in ms before the first page. Lets the caller receive the job ID and subscribe before pages occupy the thread.
 */
const firstDelayMs = 25;
/**
 * Interval in ms between checks for tasks added by other processes. Grows from `first` to `max` while no tasks are
 * found.
 */
const pollIntervalMs = { first: 50, max: 1000 };
/** Maximum delay in ms that a Node.js timer supports. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs a job: starts its pages and ends the job. The queue decides when each page starts. `runner-states.ts` contains
 * the state table.
 */
export class JobRunner implements WorkSource {
  readonly #stop = new AbortController();
  readonly #backoff = new StorageBackoff();
  #state: RunnerState = 'waiting';
  /** Timer that ends the `waiting` state. */
  #timer: NodeJS.Timeout | undefined;
  /** Number of pages in progress. A running `finish` call counts as one page. */
  #inFlight = 0;
  #isSeeding: boolean;
  #moreCalls = 0;
  #pollMs = pollIntervalMs.first;

  /**
   * `leads` is true in the process that leads the job. When several processes share a job, only the leader finds the
   * start pages and ends the job.
   */
  constructor(
    readonly job: Job,
    readonly rules: JobRules,
    private readonly parts: OpenJobParts,
    private leads: boolean,
  ) {
    this.#isSeeding = leads;
    this.#wait(firstDelayMs);
  }

  get queue(): FrontierQueue {
    return this.parts.queue;
  }

  get id(): string {
    return this.job.id;
  }

  get wanted(): number | undefined {
    return this.rules.maxConcurrency;
  }

  get state(): RunnerState {
    return this.#state;
  }

  ready(): boolean {
    return this.#state === 'running';
  }

  /** Finds the start pages. Scraping begins before all of them have been found. */
  async seed(alreadySeeded: boolean, onSeeded: () => void): Promise<void> {
    try {
      if (this.leads && !alreadySeeded) {
        await this.#seed();
        onSeeded();
      }
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#fail(`The start pages could not be read: ${toAppError(thrown).message}`);
    }
    this.#isSeeding = false;
    if (this.#state === 'seeding') this.more();
  }

  /** Adds the start pages. If the storage refuses a write, waits and starts over, skipping known URLs. */
  async #seed(): Promise<void> {
    const { queue } = this.parts;
    for (;;) {
      try {
        return await this.rules.seed?.(async (tasks, refused = []) => {
          if (refused.length > 0) await queue.refuse(refused);
          const { added, overLimit } = await queue.add(tasks);
          if (overLimit.length > 0) this.rules.stoppedByLimit?.();
          if (added > 0) this.more();
        }, this.#stop.signal);
      } catch (thrown) {
        const pauseMs = this.#stop.signal.aborted ? undefined : this.#pauseAfter(toAppError(thrown));
        if (pauseMs === undefined) throw thrown;
        await sleep(pauseMs, undefined, { signal: this.#stop.signal });
      }
    }
  }

  /** Sets whether this process leads the job. Returns true when the process has just become the leader. */
  lead(leads: boolean): boolean {
    const begins = leads && !this.leads;
    this.leads = leads;
    if (begins) {
      this.#isSeeding = true;
      this.more();
    }
    return begins;
  }

  /** Applies changes that other processes have stored for the job. */
  learn({ options }: Job): void {
    this.rules.learn?.(options);
    this.parts.person.learn(options.needsPerson as NeedsPerson | undefined);
  }

  /** Checks for tasks. Called when tasks may have been added. */
  more(): void {
    this.#moreCalls += 1;
    this.#query();
  }

  #query(): void {
    if (this.#enter('ready')) this.parts.wake();
  }

  /** Pauses the job: no further page starts, and pages in progress finish. */
  pause(): void {
    if (this.#enter('pause')) void this.#releaseClaims();
  }

  /** Resumes the job after a pause. */
  resume(): void {
    if (this.#enter('resume')) this.parts.wake();
  }

  /** Retries the pages that were waiting for a person, after the person has helped. */
  async helped(): Promise<void> {
    const { person, queue } = this.parts;
    const { until } = person;
    if (until === undefined) return;
    await person.end();
    await queue.endWait(until);
    this.more();
    this.parts.onProgress();
  }

  async work(): Promise<void> {
    this.#inFlight += 1;
    try {
      await this.#startPage();
    } catch (thrown) {
      this.#backOff(thrown);
    } finally {
      this.#inFlight -= 1;
    }
    if (this.#inFlight > 0) return;
    await this.#releaseClaims();
    await this.#checkEnd().catch((thrown: unknown) => this.#backOff(thrown));
  }

  /** Stops the job immediately and aborts its pages in progress. */
  stop(reason: Error): void {
    this.#enter('end');
    this.#stop.abort(reason);
  }

  /** Changes the state. Returns false when the state table has no transition for the event. */
  #enter(event: RunnerEvent): boolean {
    const next = transitions[this.#state][event];
    if (!next) return false;
    clearTimeout(this.#timer);
    this.#state = next;
    return true;
  }

  /**
   * Waits up to `waitMs` before the next page starts. The wait ends early when a page is finished or tasks are added.
   */
  #wait(waitMs: number): void {
    if (!this.#enter('wait') || waitMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.more(), Math.min(Math.max(1, Math.ceil(waitMs)), maxTimerMs));
  }

  async #startPage(): Promise<void> {
    const request = await this.#next();
    if (!request) return;
    try {
      await this.#page(request);
    } catch (thrown) {
      // Postpones the task instead of releasing its claim, because a release would be another write to the failing
      // disk.
      this.parts.queue.postpone(request);
      throw thrown;
    }
    this.#backoff.end();
    this.more();
  }

  /** Returns the next page that can start. If no page can start, the job waits. */
  async #next(): Promise<QueueRequest | undefined> {
    const { queue } = this.parts;
    const calls = this.#moreCalls;
    const { request, waitMs } = await queue.next();
    if (request) {
      this.#pollMs = pollIntervalMs.first;
      if (!this.#isClosed) return request;
      queue.postpone(request);
    } else if (calls !== this.#moreCalls) {
      // Queries again, because tasks may have been added during this query. Another query may also be waiting for this
      // one, because it counted this query as a page in progress.
      this.#query();
    } else if (waitMs !== undefined) this.#wait(waitMs);
    else this.#enter(this.#isSeeding ? 'starve' : 'drain');
    return undefined;
  }

  get #isClosed(): boolean {
    return this.#state === 'paused' || this.#state === 'ended';
  }

  async #page(request: QueueRequest): Promise<void> {
    const { job, rules } = this;
    const { queue, completion } = this.parts;
    const outcome = await this.#orWaits(await this.#outcome(queue.inFlightTask(request)));
    if (outcome.state === 'putOff') {
      // Retains the claim. Its validity is checked when the next slot is reserved.
      return queue.postpone(request);
    }
    queue.release(request);
    this.parts.onRecognition(outcome.task.spec.url);
    if (outcome.state === 'succeeded') this.parts.onResult(outcome.result);
    await completion.settle({ job, rules, queue, request, signal: this.#stop.signal }, outcome);
    this.parts.onProgress();
  }

  /** Postpones a page that needs a person, unless the time limit has passed. */
  async #orWaits(outcome: PageOutcome | BlockedPage | PostponedPage): Promise<PageOutcome | PostponedPage> {
    if (outcome.state !== 'needsPerson') return outcome;
    const { task, error } = outcome;
    const notBefore = await this.parts.person.begin(task.spec, error);
    return notBefore === undefined ? { task, state: 'failed', error } : { task, state: 'again', notBefore };
  }

  #outcome({ task: claimed, slot }: InFlightTask): Promise<PageOutcome | BlockedPage | PostponedPage> {
    const onRecognition = (progress: RecognitionProgress) => this.parts.onRecognition(claimed.url, progress);
    const task: Task = { ...toTask(this.job, claimed, this.rules), onRecognition };
    if (claimed.interrupted < maxDeaths) return this.parts.pages.attempt(task, this.#stop.signal, slot);
    const sentence = `Gleaner crashed ${claimed.interrupted} times while processing ${claimed.url}, most likely because it ran out of memory; give Gleaner more memory, or exclude the page.`;
    return Promise.resolve({ task, state: 'failed', error: new AppError('SCRAPE_RETRY_LIMIT', sentence) });
  }

  /** Waits if the storage is full or unreachable. Any other failure ends the job. */
  #backOff(thrown: unknown): void {
    if (this.#stop.signal.aborted) return;
    const error = toAppError(thrown);
    const pauseMs = this.#pauseAfter(error);
    if (pauseMs === undefined) this.#fail(error.message);
    else this.#wait(pauseMs);
  }

  #pauseAfter(error: AppError): number | undefined {
    const { waiting } = this.#backoff;
    const pauseMs = this.#backoff.pauseAfter(error);
    if (pauseMs !== undefined && !waiting) this.parts.onTrouble(error);
    return pauseMs;
  }

  /** Releases the claims on tasks that a paused job has not started. If this fails, the next heartbeat tries again. */
  async #releaseClaims(): Promise<void> {
    if (this.#state !== 'paused' || this.#inFlight > 0) return;
    await this.parts.queue.releaseAll().catch(() => undefined);
    if (this.#state === 'paused') this.parts.onProgress();
  }

  /** Ends the job if no page is left to process. Otherwise, schedules the next check. */
  async #checkEnd(): Promise<void> {
    if (this.#state !== 'drained' && this.#state !== 'seeding') return;
    const calls = this.#moreCalls;
    const { queued, inFlight, waitMs } = await this.parts.queue.outlook();
    if (calls !== this.#moreCalls || this.#inFlight > 0) return;
    const isLeft = queued > 0 || inFlight > 0;
    if (!isLeft && this.leads) {
      if (!this.#isSeeding) await this.#finish();
    } else if (this.parts.latest || inFlight > 0) this.#poll(waitMs);
    else if (waitMs !== undefined) this.#wait(waitMs);
    else this.more();
  }

  /** Schedules the next poll. Other processes add and release tasks without notifying this process. */
  #poll(waitMs = Number.POSITIVE_INFINITY): void {
    this.#wait(Math.min(waitMs, this.#pollMs));
    this.#pollMs = Math.min(this.#pollMs * 1.5, pollIntervalMs.max);
  }

  /** Ends the job. If the job's kind or a caller adds pages while `finish` runs, continues with these pages instead. */
  async #finish(): Promise<void> {
    if (!this.#enter('finish')) return;
    const calls = this.#moreCalls;
    this.#inFlight += 1;
    try {
      const latest = await this.parts.latest?.();
      if (latest) this.learn(latest);
      const { tasks = [], ...end } = (await this.rules.finish?.(this.#stop.signal)) ?? {};
      const { added } = await this.parts.queue.add(tasks);
      if (added === 0 && calls === this.#moreCalls) this.#end(end);
      else this.more();
    } catch (thrown) {
      this.#backOff(thrown);
    } finally {
      this.#inFlight -= 1;
    }
  }

  #fail(failure: string): void {
    this.#end({ failure });
  }

  #end(end: JobEnd): void {
    if (this.#enter('end')) this.parts.onFinished(end);
  }
}
