import type {
  IRequestManager,
  Request,
  RequestQueueOperationInfo,
  RequestQueueOperationOptions,
  Source,
} from '@crawlee/core';
import { SerialQueue } from '../../common/concurrency/promises';
import type { HostSlot } from '../../ports/host-rate-limiter';
import type {
  AddReport,
  Failure,
  FrontierCounts,
  FrontierOutlook,
  FrontierTask,
  NewTask,
  RefusedUrl,
  RetryTime,
} from '../../ports/jobs/frontier';
import { type ClaimedTask, ClaimedTasks } from './claimed-tasks';
import { addInBatches, failureOf, idOf, infoOf, toRequest } from './crawlee-requests';
import { JobPace } from './job-pace';
import { KnownLinks } from './known-links';
import type { Ending, EndReport, InFlightTask, NextPage, NextTask, QueueParts, QueueRequest } from './queue-parts';

/** Number of additional tasks per host for which slots are requested. They replace tasks whose claims were lost. */
const spareTasks = 8;

/**
 * The frontier of one job as a Crawlee request queue. A request is dispatched only if it is admitted and has a host
 * slot. Once a request is marked as handled, its outcome is written atomically. The outcome is the result passed to
 * `keep`, or a failure with its errors.
 */
export class FrontierQueue implements IRequestManager {
  readonly #jobId: string;
  readonly #parts: QueueParts;
  readonly #claimed = new ClaimedTasks();
  readonly #inFlight = new Map<string, InFlightTask>();
  readonly #closing = new AbortController();
  readonly #known = new KnownLinks();
  readonly #turns = new SerialQueue();
  readonly #pace: JobPace;
  /** Tasks with a slot, ready for waiting callers. */
  readonly #reserved: FrontierTask[] = [];
  /** Number of callers waiting for a task. */
  #wanted = 0;
  /** Number of calls to `#next` so far. */
  #calls = 0;
  /**
   * Sequence number of the latest call that was waiting when a claim found no tasks. This call and all earlier calls
   * need not claim again.
   */
  #answered = 0;
  #counts: FrontierCounts | undefined;
  #ending = 0;

  constructor(jobId: string, parts: QueueParts) {
    this.#jobId = jobId;
    this.#parts = parts;
    this.#pace = new JobPace(parts);
  }

  /** Number of claimed tasks that are waiting for their hosts. */
  get claimed(): number {
    return this.#claimed.size;
  }

  /** Number of dispatched requests and waiting callers. */
  get inProgress(): number {
    return this.#inFlight.size + this.#wanted;
  }

  /** Number of requests whose result is waiting to be written. */
  get ending(): number {
    return this.#ending;
  }

  /** Returns the next page whose host can take a request now. If there is no such page, returns the time to wait. */
  async next(): Promise<NextPage> {
    const { task, waitMs } = await this.#nextAdmitted();
    if (!task) return { waitMs };
    return { request: { id: task.id, url: task.url, uniqueKey: task.key, errorMessages: [] } };
  }

  /** Like `next`, but returns a Crawlee request, which takes 0.1 ms longer to build and validate. */
  async fetchNextRequest<T extends Record<string, unknown>>(): Promise<Request<T> | null> {
    const { task } = await this.#nextAdmitted();
    return task ? toRequest<T>(task) : null;
  }

  async isEmpty(): Promise<boolean> {
    const { task } = await this.#next();
    if (task) this.#postpone(task.id);
    return task === undefined;
  }

  async isFinished(): Promise<boolean> {
    const { queued, inFlight } = await this.counts();
    return queued === 0 && inFlight === 0;
  }

  /** Returns the stored counters of the job. */
  async counts(): Promise<FrontierCounts> {
    this.#counts = await this.#parts.frontier.counts(this.#jobId);
    return this.#counts;
  }

  /** Like `counts`, but also returns the time until the next task is due. */
  outlook(): Promise<FrontierOutlook> {
    return this.#parts.frontier.outlook(this.#jobId);
  }

  async handledCount(): Promise<number> {
    const { done, failed } = await this.counts();
    return done + failed;
  }

  /** Number of known requests when the counters were last read. */
  getTotalCount(): number {
    const { queued = 0, inFlight = 0, done = 0, failed = 0 } = this.#counts ?? {};
    return queued + inFlight + done + failed;
  }

  /** Number of unfinished requests when the counters were last read. */
  getPendingCount(): number {
    const { queued = 0, inFlight = 0 } = this.#counts ?? {};
    return queued + inFlight;
  }

  /** Returns the task of a request in progress. Throws if the request is not in progress. */
  taskOf(request: QueueRequest): FrontierTask {
    return this.inFlightTask(request).task;
  }

  /** Sets the outcome of a request. The outcome is written once the request is marked as handled. */
  keep(request: QueueRequest, ending: Ending): void {
    this.inFlightTask(request).ending = ending;
  }

  /** Ends a request: releases its slot and writes its outcome. Does nothing if the request has already ended. */
  async markRequestHandled(request: QueueRequest): Promise<EndReport> {
    const taskId = idOf(request);
    const inFlight = this.#inFlight.get(taskId);
    if (!inFlight) return infoOf(request.uniqueKey, taskId, { wasAlreadyHandled: true });
    inFlight.slot.release();
    const ending = inFlight.ending ?? { failure: failureOf(request) };
    const end = await this.#write(inFlight.task, ending);
    this.#pageEnded(taskId);
    return { ...infoOf(request.uniqueKey, taskId), ...end };
  }

  /** Returns a request to the queue for another attempt. */
  async reclaimRequest(
    request: QueueRequest,
    options: RequestQueueOperationOptions & { readonly notBefore?: RetryTime } = {},
  ): Promise<RequestQueueOperationInfo | null> {
    const requestId = idOf(request);
    const inFlight = this.#inFlight.get(requestId);
    if (!inFlight) return null;
    inFlight.slot.release();
    await this.#parts.frontier.reclaim(this.#jobId, inFlight.task, options.notBefore);
    this.#pageEnded(requestId);
    return infoOf(request.uniqueKey, requestId);
  }

  /** Returns a request to the queue because its outcome could not be written. Does not write to the store. */
  postpone(request: QueueRequest): void {
    this.#postpone(idOf(request));
  }

  /** Releases the host slot of a request for which nothing more will be fetched. */
  release(request: QueueRequest): void {
    this.#inFlight.get(idOf(request))?.slot.release();
  }

  /** Adds pages that are new to the job, up to its limit. */
  add(tasks: readonly NewTask[], limit = this.#parts.limit): Promise<AddReport> {
    return this.#parts.frontier.add(this.#jobId, tasks, limit);
  }

  /** Records refused URLs. */
  refuse(urls: readonly RefusedUrl[]): Promise<void> {
    return this.#parts.frontier.refuse(this.#jobId, urls);
  }

  /** Adds keys to a request. Returns false if another page in the job already has one of these keys. */
  alias(request: QueueRequest, keys: readonly string[]): Promise<boolean> {
    return this.#parts.frontier.alias(this.#jobId, this.taskOf(request), keys);
  }

  /** Ends the delay of all pages that are delayed until exactly `until` (milliseconds since 1970). */
  endWait(until: number): Promise<void> {
    return this.#parts.frontier.endWait(this.#jobId, until);
  }

  /**
   * Renews the leases of this queue, so that no other worker takes over its tasks. Releases claims that are missing
   * from this queue, because the response to the claim was lost, or because the store was unreachable when they were to
   * be released.
   */
  async renew(): Promise<void> {
    const { frontier } = this.#parts;
    const unknown = this.#notHeld(await frontier.renew(this.#jobId));
    if (unknown.length === 0) return;
    // Waits for running claims, because the response to a claim may still be in flight.
    await this.#turns.run(async () => {
      const strays = this.#notHeld(unknown);
      if (strays.length > 0 && !this.#closing.signal.aborted) await frontier.release(this.#jobId, strays);
    });
  }

  #notHeld(ids: readonly string[]): readonly string[] {
    const held = new Set([...this.#claimed.ids, ...this.#inFlight.keys()]);
    return ids.filter((id) => !held.has(id));
  }

  /** Releases undispatched claims. Waits for running claims first. Does nothing while a request is in progress. */
  releaseAll(): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#claimed.size === 0 || this.#inFlight.size > 0) return;
      this.#claimed.clear();
      await this.#parts.frontier.close(this.#jobId);
    });
  }

  /** Returns requests in progress to the queue as if they had never been dispatched. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#parts.onClosed?.();
    for (const { slot } of this.#inFlight.values()) slot.release();
    this.#inFlight.clear();
    this.#claimed.clear();
    this.#reserved.length = 0;
    await this.#parts.frontier.close(this.#jobId);
  }

  async addRequest(source: Source): Promise<RequestQueueOperationInfo> {
    const { addedRequests } = await this.addRequestsBatched([source]);
    const [added] = addedRequests;
    return added ?? infoOf(source.uniqueKey ?? source.url ?? '', undefined, { wasAlreadyPresent: false });
  }

  async addRequestsBatched(
    sources: AsyncIterable<Source | string> | Iterable<Source | string>,
    { maxNewRequests = Number.POSITIVE_INFINITY }: { readonly maxNewRequests?: number } = {},
  ) {
    return addInBatches(sources, maxNewRequests, async (batch, room) => {
      const { done, queued, inFlight } = await this.counts();
      return this.add(batch, Math.min(this.#parts.limit ?? Number.POSITIVE_INFINITY, done + queued + inFlight + room));
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
    for (let next = await this.fetchNextRequest(); next; next = await this.fetchNextRequest()) yield next;
  }

  async #nextAdmitted(): Promise<NextTask> {
    for (;;) {
      const next = await this.#next();
      const { task } = next;
      if (!task) return next;
      try {
        if (await this.#isAdmitted(task)) return next;
      } catch (thrown) {
        this.#postpone(task.id);
        throw thrown;
      }
    }
  }

  /** Returns the first claimed task whose host has a free slot. Claims more if needed. Also serves waiting callers. */
  async #next(): Promise<NextTask> {
    this.#wanted += 1;
    this.#calls += 1;
    const call = this.#calls;
    return this.#turns.run(async () => {
      try {
        for (;;) {
          const reserved = this.#reserved.shift();
          if (reserved) return { task: reserved };
          const heldMs = this.#pace.waitMs(this.#inFlight.size);
          if (heldMs > 0) return { waitMs: heldMs };
          const task = await this.#reserve(Math.min(this.#wanted, this.#pace.room(this.#inFlight.size)));
          if (task) return { task };
          if (call <= this.#answered || !(await this.#claimMore()))
            return this.#claimed.size > 0 ? { waitMs: this.#claimed.waitMs } : {};
        }
      } finally {
        this.#wanted -= 1;
      }
    });
  }

  /** Claims more tasks. Returns false if no tasks are available, or if no more tasks are needed now. */
  async #claimMore(): Promise<boolean> {
    const { signal } = this.#closing;
    // Stops here after the queue has been closed, because a new claim would have no owner.
    const { needsMore, needsOthers } = this.#claimed;
    if (signal.aborted || !(needsMore || needsOthers)) return false;
    const { frontier, claimAhead } = this.#parts;
    const calls = this.#calls;
    const batch = needsMore
      ? await frontier.claim(this.#jobId, claimAhead)
      : await frontier.claimElsewhere(this.#jobId, claimAhead, this.#claimed.hosts);
    if (signal.aborted) return false;
    if (needsMore) this.#claimed.add(batch);
    else this.#claimed.addOthers(batch);
    if (batch.length === 0) {
      this.#answered = calls;
      return false;
    }
    await this.#parts.onClaimed?.();
    return true;
  }

  /** Reserves slots for up to `count` claimed tasks. Returns the first of these tasks. */
  async #reserve(count: number): Promise<FrontierTask | undefined> {
    const { slots, wanted, maxPages, delayMs, isKept = true } = this.#parts;
    while (this.#claimed.size > 0) {
      const asked = this.#claimed.firstOfHosts(count + spareTasks);
      const pages = asked.map(({ host, task: { id, fence } }) => ({
        host,
        ...(isKept ? { claim: { id, fence } } : {}),
      }));
      const request = { jobId: this.#jobId, pages, count, wanted, maxPages, delayMs };
      const { taken, waitMs, isJobBusy, lost } = await slots.reserve(request);
      this.#claimed.wait(waitMs, isJobBusy);
      for (const place of lost) if (asked[place]) this.#claimed.drop(asked[place]);
      for (const { page, slot } of taken) this.#take(asked[page], slot);
      // Retries with other tasks if claims were lost and no slot was taken.
      if (taken.length > 0 || lost.length === 0) break;
    }
    return this.#reserved.shift();
  }

  /** Reserves a claimed task with its slot. Releases the slot if the task is no longer claimed. */
  #take(claimed: ClaimedTask | undefined, slot: HostSlot): void {
    if (!claimed || !this.#claimed.drop(claimed)) {
      slot.release();
      return;
    }
    const { task } = claimed;
    this.#inFlight.set(task.id, { task, slot });
    this.#reserved.push(task);
  }

  /** Returns true if a page may be fetched. Otherwise, records the refusal and returns false. */
  async #isAdmitted(task: FrontierTask): Promise<boolean> {
    const { admit, onRefused } = this.#parts;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const refusal = await admit?.(task, signal);
    if (!refusal) return true;
    const { error, reason } = refusal;
    const failure: Failure = { state: 'refused', code: error.code, message: error.message, reason };
    const { wasAlreadyHandled } = await this.#write(task, { failure });
    this.#inFlight.get(task.id)?.slot.release();
    this.#inFlight.delete(task.id);
    if (!wasAlreadyHandled) await onRefused?.(task, refusal);
    return false;
  }

  #pageEnded(taskId: string): void {
    this.#inFlight.delete(taskId);
    this.#pace.pageEnded();
  }

  #postpone(taskId: string): void {
    const inFlight = this.#inFlight.get(taskId);
    if (!inFlight) return;
    this.#inFlight.delete(taskId);
    inFlight.slot.release();
    this.#claimed.putBack(inFlight.task);
  }

  /** Returns the state of a request in progress. Throws if the request is not in progress. */
  inFlightTask(request: QueueRequest): InFlightTask {
    const inFlight = this.#inFlight.get(idOf(request));
    if (!inFlight) throw new Error(`The request for ${request.url} is not in progress.`);
    return inFlight;
  }

  async #write(task: FrontierTask, ending: Ending): Promise<Pick<EndReport, 'wasAlreadyHandled' | 'report'>> {
    const { frontier, mayGather } = this.#parts;
    if ('failure' in ending) {
      const hasEnded = await frontier.fail(this.#jobId, task, ending.failure);
      return { wasAlreadyHandled: !hasEnded };
    }
    const links = this.#known.unknownOf(ending.completion);
    const completion = { ...ending.completion, ...links };
    this.#ending += 1;
    const written = frontier.complete(this.#jobId, task, completion, mayGather?.());
    const report = await written.finally(() => {
      this.#ending -= 1;
    });
    if (report.index !== undefined) this.#known.learn(links, report.links.overLimit);
    return { wasAlreadyHandled: report.index === undefined, report };
  }
}
