import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../common/errors';
import type { Job } from '../common/job';
import type { Result } from '../common/model';
import type { NeedsPerson } from '../common/needs-person';
import type { FrontierQueue } from '../pipeline/tasks/frontier-queue';
import type { WorkSource } from '../pipeline/tasks/job-pool';
import type { InWork, QueueRequest } from '../pipeline/tasks/queue-parts';
import type { Finish, JobRules } from '../ports/jobs/job-rules';
import type { NeedyPage, PageOutcome, PageRunner, PutOffPage } from './page-runner';
import { toTask } from './page-runner';
import type { PersonWait } from './person-wait';
import { StorageBackoff } from './storage-backoff';
import type { TaskCompletion } from './task-completion';

/** How a job ended by itself: with what it found, if its kind answers with one value, or with a failure. */
export type JobEnd = Omit<Finish, 'tasks'> | { readonly failure: string };

/** What an open job works with. */
export interface OpenJobParts {
  readonly queue: FrontierQueue;
  readonly pages: PageRunner;
  readonly completion: TaskCompletion;
  readonly person: PersonWait;
  /** The job as it is in the store now; given where other processes may work on it, too. */
  readonly latest?: () => Promise<Job | undefined>;
  /** Called with each result before it is written. */
  readonly onResult: (result: Result) => void;
  /** Called after each page and after seeding. */
  readonly onProgress: () => void;
  /** Called when a write fails and the job begins to wait for the disk. */
  readonly onTrouble: (error: AppError) => void;
  /** Called once when nothing is left to do, or when the job cannot go on. */
  readonly onFinished: (end: JobEnd) => void;
  /** Called when work has become ready. */
  readonly wake: () => void;
}

/** A page during which the process has died so often is given up. */
const maxDeaths = 3;
/** Rest before the first page, so that whoever starts a job has its id, and may listen, before pages take the thread. */
const firstRestMs = 25;

/** How often a job is looked at whose pages are in work elsewhere, in milliseconds: soon at first, then less and less. */
const lookAgainMs = { first: 50, most: 1000 };

/** A job at work: claims its tasks, paces them, and notices when it is done. */
export class JobRunner implements WorkSource {
  readonly #stop = new AbortController();
  readonly #backoff = new StorageBackoff();
  #running = 0;
  #seeding = true;
  #drained = false;
  #pausedUntil = 0;
  #asleepUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #held = false;
  #lettingGo = false;
  #finishing = false;
  #lookMs = lookAgainMs.first;
  /** How often `more` was called. */
  #moreCalls = 0;

  /** One process leads a job that several work on: it reads the start pages and brings the job to its end. */
  constructor(
    readonly job: Job,
    readonly rules: JobRules,
    private readonly parts: OpenJobParts,
    private leads: boolean,
  ) {
    this.#pause(firstRestMs);
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

  ready(): boolean {
    if (this.#ended || this.#held || this.#lettingGo) return false;
    if (this.#running >= this.#maxConcurrency || performance.now() < this.#restsUntil) return false;
    return this.parts.queue.claimed > 0 || !this.#drained;
  }

  /** Reads further start pages while the first ones are already scraped. */
  async seed(alreadySeeded: boolean, onSeeded: () => void): Promise<void> {
    if (!this.leads) {
      this.#seeding = false;
      return this.#lookForEnd();
    }
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

  /** Whether this process leads the job from now on; gives back true when it has just begun to. */
  lead(leads: boolean): boolean {
    const begins = leads && !this.leads;
    this.leads = leads;
    if (begins) this.#seeding = true;
    return begins;
  }

  /** Takes over what other processes have remembered of the job. */
  learn({ options }: Job): void {
    this.rules.learn?.(options);
    this.parts.person.learn(options.needsPerson as NeedsPerson | undefined);
  }

  get isHeld(): boolean {
    return this.#held;
  }

  /** There may be tasks to claim again. */
  more(): void {
    this.#moreCalls += 1;
    this.#asleepUntil = 0;
    this.#drained = false;
    this.parts.wake();
  }

  /** Begins no page from now on; those under way end. */
  hold(): void {
    this.#held = true;
    void this.#letGo();
  }

  /** Begins pages again, and looks for the end when none is left. */
  goOn(): void {
    this.#held = false;
    this.more();
  }

  /** Somebody has helped: pages that wait for a person are read again. */
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
    this.#running++;
    let request: QueueRequest | undefined;
    try {
      request = await this.#next();
      if (!request) return;
      await this.#page(request);
      this.#backoff.end();
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#giveBack(toAppError(thrown), request);
    } finally {
      this.#running--;
      if (request) this.parts.queue.release(request);
      if (request) this.#asleepUntil = 0;
      await this.#letGo();
      await this.#lookForEnd().catch((thrown: unknown) => this.#giveBack(toAppError(thrown), undefined));
    }
  }

  /** Stops the job's work at once; pages under way are aborted. */
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

  /** A page whose host may be asked now; without one the job rests until the first host of the claimed tasks may. */
  async #next(): Promise<QueueRequest | undefined> {
    const { queue } = this.parts;
    const moreCalls = this.#moreCalls;
    const request = await queue.next();
    if (request) {
      this.#lookMs = lookAgainMs.first;
      return request;
    }
    // Tasks that came meanwhile may have been missed: the job stays ready and looks again.
    if (moreCalls !== this.#moreCalls) return undefined;
    if (queue.claimed === 0) this.#drained = true;
    else {
      this.#asleepUntil = performance.now() + queue.waitMs;
      this.#wakeIn(queue.waitMs);
    }
    return undefined;
  }

  async #page(request: QueueRequest): Promise<void> {
    const { job, rules } = this;
    const { queue, completion } = this.parts;
    const outcome = await this.#orWaits(await this.#outcome(queue.workOf(request)));
    if (outcome.state === 'putOff') {
      // Claimed as it was: the next slot shows whether the claim still holds.
      queue.putAside(request);
      return this.more();
    }
    queue.release(request);
    if (outcome.state === 'succeeded') this.parts.onResult(outcome.result);
    const more = await completion.settle({ job, rules, queue, request, signal: this.#stop.signal }, outcome);
    if (rules.delayMs) this.#pause(rules.delayMs);
    if (more) this.more();
    this.parts.onProgress();
  }

  /** A page that needs a person waits for one, unless the time for that is over. */
  async #orWaits(outcome: PageOutcome | NeedyPage | PutOffPage): Promise<PageOutcome | PutOffPage> {
    if (outcome.state !== 'needsPerson') return outcome;
    const { task, error } = outcome;
    const notBefore = await this.parts.person.begin(task.spec, error);
    return notBefore === undefined ? { task, state: 'failed', error } : { task, state: 'again', notBefore };
  }

  #outcome({ task: claimed, slot }: InWork): Promise<PageOutcome | NeedyPage | PutOffPage> {
    const task = toTask(this.job, claimed, this.rules);
    if (claimed.interrupted < maxDeaths) return this.parts.pages.run(task, this.#stop.signal, slot);
    const sentence = `Gleaner died ${claimed.interrupted} times while ${claimed.url} was in work, most likely for lack of memory; give it more or leave the page out.`;
    return Promise.resolve({ task, state: 'failed', error: new AppError('SCRAPE_RETRY_LIMIT', sentence) });
  }

  /** A page whose end could not be written waits for the disk with its job; any other failure ends the job. */
  #giveBack(error: AppError, request: QueueRequest | undefined): void {
    const pauseMs = this.#pauseAfter(error);
    if (pauseMs === undefined) {
      this.#fail(error.message);
      return;
    }
    // Giving it back in the frontier would be one more write on the disk that just refused one.
    if (request) this.parts.queue.putAside(request);
    this.#pause(pauseMs);
  }

  #pauseAfter(error: AppError): number | undefined {
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

  /** Lets go of the tasks of a held job that were claimed and not begun. Those that cannot be given back now are with the next heartbeat. */
  async #letGo(): Promise<void> {
    if (!this.#held || this.#running > 0 || this.#lettingGo) return;
    this.#lettingGo = true;
    await this.parts.queue.giveBack().catch(() => undefined);
    this.#lettingGo = false;
    if (this.#held) this.parts.onProgress();
    else this.more();
  }

  /** Closes the job when nothing is left; sleeps when all that is left may only be tried later. */
  async #lookForEnd(): Promise<void> {
    if (
      this.#ended ||
      this.#held ||
      this.#seeding ||
      this.#running > 0 ||
      this.parts.queue.claimed > 0 ||
      !this.#drained
    )
      return;
    const { queued, inFlight, waitMs } = await this.parts.queue.outlook();
    if (this.#running > 0 || this.#ended || this.#held) return;
    if (queued === 0 && inFlight === 0 && this.leads) return this.#askForMore();
    if (this.parts.latest) this.#lookLater(waitMs);
    else if (waitMs !== undefined) this.#wakeIn(waitMs);
    else this.more();
  }

  /** Other processes add pages, and put some back, without saying so. */
  #lookLater(waitMs = Number.POSITIVE_INFINITY): void {
    this.#wakeIn(Math.min(waitMs, this.#lookMs));
    this.#lookMs = Math.min(this.#lookMs * 1.5, lookAgainMs.most);
  }

  /** No page is left: the kind adds some, or the job ends. */
  async #askForMore(): Promise<void> {
    if (this.#finishing) return;
    this.#finishing = true;
    try {
      const latest = await this.parts.latest?.();
      if (latest) this.learn(latest);
      const { tasks = [], ...end } = (await this.rules.finish?.(this.#stop.signal)) ?? {};
      const { added } = await this.parts.queue.add(tasks);
      if (added === 0) return this.#end(end);
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#giveBack(toAppError(thrown), undefined);
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
