import { setTimeout as sleep } from 'node:timers/promises';
import { inject, injectable } from 'inversify';
import { totalWaitMs } from '../common/api/scrape-options';
import { deadlineOf, monotonicMs, withDeadline } from '../common/concurrency/deadline';
import { orAborted } from '../common/concurrency/promises';
import { AppError, toAppError } from '../common/errors';
import type { Job, TaskOutcome } from '../common/job';
import type { HostLease, Result, ScrapeSpec, Task } from '../common/model';
import { Hooks } from '../contract/hooks';
import { TaskPool } from '../pipeline/tasks/task-pool';
import { type Progress, TaskRunner } from '../pipeline/tasks/task-runner';
import { Registries } from '../platform/plugins/registry';
import { AddressGuard } from '../ports/address-guard';
import type { HostSlot } from '../ports/host-rate-limiter';
import { HostSlots } from '../ports/host-slots';
import { type FrontierTask, type RetryTime, retryIn } from '../ports/jobs/frontier';
import type { JobRules } from '../ports/jobs/job-rules';

/** Outcome of a claimed task: finished, or to be retried later. */
export type PageOutcome =
  | Exclude<TaskOutcome, { readonly state: 'refused' }>
  | { readonly task: Task; readonly state: 'again'; readonly notBefore: RetryTime };

/** A page that cannot be read until a person has helped. */
export interface BlockedPage {
  readonly task: Task;
  readonly state: 'needsPerson';
  readonly error: AppError;
}

/** Outcome of a page whose host lease expired before a request was sent. */
export interface PostponedPage {
  readonly state: 'putOff';
}

/** Error for a page whose host lease has expired. Another process may hold the lease now. */
class HostLeaseExpired extends AppError {
  constructor(url: string) {
    super('SCRAPE_JOB_CANCELLED', `${url} is read again, because the time reserved for its request expired.`);
  }
}

const maxAttempts = 3;
/** Minimum time in ms that must remain at the start of a retry. */
const spareMs = 500;

/** Creates a page's task from the job's spec, the page's URL, and the page options set by the job's rules. */
export function toTask(
  job: Job,
  claimed: FrontierTask,
  rules: Pick<JobRules, 'followsLinks' | 'ignoresRobots' | 'pageOptions'> = {},
): Task {
  const { id, url, depth, attempt, data } = claimed;
  const { followsLinks = false, ignoresRobots = false } = rules;
  const { isStep, session, onPreview, ...own } = rules.pageOptions?.(claimed) ?? {};
  const spec: ScrapeSpec = { ...job.spec, ...own, url, zeroDataRetention: job.zeroDataRetention };
  const isUnlinked = data?.source === 'memory';
  const extra = { ...(isStep ? { isStep } : {}), ...(session ? { session } : {}), ...(onPreview ? { onPreview } : {}) };
  return { id, jobId: job.id, kind: job.kind, spec, followsLinks, ignoresRobots, ...extra, isUnlinked, depth, attempt };
}

/** Returns the lease on a host slot. Once the lease has expired, `check` calls `end` and throws. */
const leaseOf = (slot: HostSlot, { spec }: Task, end: (reason: AppError) => void): HostLease => ({
  check: () => {
    if (slot.holds?.() !== false) return;
    const over = new HostLeaseExpired(spec.url);
    end(over);
    throw over;
  },
});

/** Result or error of an attempt, and the pause in ms before the next attempt. */
type Attempt = { readonly retryMs?: number } & ({ readonly result: Result } | { readonly error: AppError });

/** Runs pages through the pipeline for jobs and for waiting callers, with deadlines and retries. */
@injectable()
export class PageRunner {
  constructor(
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(HostSlots) private readonly pace: HostSlots,
    @inject(Registries) private readonly registries: Registries,
    @inject(TaskPool) private readonly pool: TaskPool,
    @inject(AddressGuard) private readonly addresses: AddressGuard,
  ) {}

  /**
   * Runs a page for a waiting caller. The timeout covers the wait for a slot and all retries. A retry starts only if
   * enough time is left. Rejects with an AppError (SCRAPE_TIMEOUT on timeout) or with the signal's reason.
   */
  run(task: Task, caller: AbortSignal, progress?: Progress): Promise<Result> {
    return this.#within(task, caller, async (signal) => {
      for (let attempt = 1; ; attempt++) {
        const awaited = { ...task, isAwaited: true, attempt };
        const end = await this.#attempt(awaited, signal, () => this.#inSlot(awaited, signal, progress));
        const { retryMs = Number.POSITIVE_INFINITY } = end;
        if (monotonicMs() + retryMs <= deadlineOf(signal) - spareMs) await sleep(retryMs, undefined, { signal });
        else if ('error' in end) throw end.error;
        else return end.result;
      }
    });
  }

  /**
   * Runs one attempt for a job's page. Rejects only when the signal aborts. Once the lease on a shared host slot has
   * expired, sends no more requests to the host.
   */
  async attempt(task: Task, signal: AbortSignal, slot?: HostSlot): Promise<PageOutcome | BlockedPage | PostponedPage> {
    const end = await this.#attempt(task, signal, () =>
      this.#within(task, signal, (bounded, stop) =>
        this.runner.run(slot?.holds ? { ...task, hostLease: leaseOf(slot, task, stop) } : task, bounded),
      ),
    );
    if (end.retryMs !== undefined) return { task, state: 'again', notBefore: retryIn(end.retryMs) };
    if ('result' in end) return { task, state: 'succeeded', result: end.result };
    const { error } = end;
    if (error instanceof HostLeaseExpired) return { state: 'putOff' };
    return { task, state: error.code === 'SCRAPE_NEEDS_PERSON' ? 'needsPerson' : 'failed', error };
  }

  /** Runs work within a task's timeout. */
  #within<T>(
    { spec }: Task,
    signal: AbortSignal,
    work: (signal: AbortSignal, stop: (reason: AppError) => void) => Promise<T>,
  ): Promise<T> {
    const waitMs = spec.waitForMs + totalWaitMs({ actions: this.registries.action.list() }, spec.actions);
    return withDeadline(spec.timeoutMs + waitMs, spec.url, signal, work);
  }

  /** Waits for a slot and runs the task. */
  async #inSlot(task: Task, signal: AbortSignal, progress?: Progress): Promise<Result> {
    if (!task.given && !task.spec.lockdown) await this.#lookUp(new URL(task.spec.url), signal);
    const release = await this.pool.acquire(signal);
    try {
      return await this.runner.run(task, signal, progress);
    } finally {
      release();
    }
  }

  /**
   * Resolves the host name before a slot is taken, so that slow name servers do not occupy slots. Ignores failures,
   * because fetching the page reports them.
   */
  async #lookUp({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<void> {
    const known = this.addresses.resolve(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
    await orAborted(
      known.catch(() => undefined),
      signal,
    );
  }

  /** Runs one attempt. Rejects only when the signal aborts. */
  async #attempt(task: Task, signal: AbortSignal, run: () => Promise<Result>): Promise<Attempt> {
    const startedAt = performance.now();
    try {
      const result = await run();
      return { result, retryMs: await this.#requestedPauseMs(task, result, startedAt) };
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      const error = toAppError(thrown);
      return { error, retryMs: await this.#retryMs(task, error) };
    }
  }

  /**
   * Returns the pause in ms after a response with status 429 or 503. For a job, this is the pause that the host's rate
   * limiter requires. For a waiting caller, it is the rest of the pause that the site requested.
   */
  async #requestedPauseMs(task: Task, { page }: Result, startedAt: number): Promise<number | undefined> {
    if ((page.statusCode !== 429 && page.statusCode !== 503) || task.attempt >= maxAttempts) return undefined;
    if (!task.isAwaited) return this.pace.waitOf(new URL(task.spec.url).host);
    const asked = await this.pace.requestedPause(new URL(page.finalUrl).host);
    return asked && asked.agoMs <= performance.now() - startedAt ? asked.leftMs : undefined;
  }

  async #retryMs(task: Task, error: AppError): Promise<number | undefined> {
    const isFinal = error instanceof HostLeaseExpired || error.code === 'SCRAPE_NEEDS_PERSON';
    if (isFinal || task.attempt >= maxAttempts) return undefined;
    return (await this.hooks.retry.promise(error, task))?.delayMs;
  }
}
