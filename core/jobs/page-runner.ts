import { inject, injectable } from 'inversify';
import { totalWaitMs } from '../common/api/scrape-options';
import { withDeadline } from '../common/concurrency/deadline';
import { AppError, toAppError } from '../common/errors';
import type { Job, TaskOutcome } from '../common/job';
import type { HostLease, Result, ScrapeSpec, Task } from '../common/model';
import { Hooks } from '../contract/hooks';
import { TaskRunner } from '../pipeline/tasks/task-runner';
import { Registries } from '../platform/plugins/registry';
import type { HostSlot } from '../ports/host-rate-limiter';
import { HostSlots } from '../ports/host-slots';
import { type FrontierTask, type NotBefore, notBeforeIn } from '../ports/jobs/frontier';
import type { JobRules } from '../ports/jobs/job-rules';

/** What running a claimed task came to: an end, or another try later. */
export type PageOutcome =
  | Exclude<TaskOutcome, { readonly state: 'refused' }>
  | { readonly task: Task; readonly state: 'again'; readonly notBefore: NotBefore };

/** A page that cannot be read until a person has helped. */
export interface NeedyPage {
  readonly task: Task;
  readonly state: 'needsPerson';
  readonly error: AppError;
}

/** A page whose host was given to it for a time that is over; nothing was asked of the host since. */
export interface PutOffPage {
  readonly state: 'putOff';
}

/** Why a page ends whose host may be another process's by now. */
class HostLeaseOver extends AppError {
  constructor(url: string) {
    super('SCRAPE_JOB_CANCELLED', `${url} is read again: the time for which its host was given to it is over.`);
  }
}

/** Most tries of a page. */
const maxAttempts = 3;

/** The task of a job's page: the job's spec with the page's address and what its rules want otherwise. */
export function toTask(
  job: Job,
  claimed: FrontierTask,
  rules: Pick<JobRules, 'followsLinks' | 'pageOptions'> = {},
): Task {
  const { id, url, depth, attempt, data } = claimed;
  const { followsLinks = false } = rules;
  const { isStep, session, ...own } = rules.pageOptions?.(claimed) ?? {};
  const spec: ScrapeSpec = { ...job.spec, ...own, url, zeroDataRetention: job.zeroDataRetention };
  const isUnlinked = data?.source === 'memory';
  const extra = { ...(isStep ? { isStep } : {}), ...(session ? { session } : {}) };
  return { id, jobId: job.id, kind: job.kind, spec, followsLinks, ...extra, isUnlinked, depth, attempt };
}

/** The lease of a slot; when it is over, the page ends. */
const leaseOf = (slot: HostSlot, { spec }: Task, end: (reason: AppError) => void): HostLease => ({
  check: () => {
    if (slot.holds?.() !== false) return;
    const over = new HostLeaseOver(spec.url);
    end(over);
    throw over;
  },
});

/** Runs one page of a job: the deadline, the pipeline, and the decision whether to retry. */
@injectable()
export class PageRunner {
  constructor(
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(HostSlots) private readonly pace: HostSlots,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /** Rejects only when the signal aborts. With a slot that other processes may get, the host is asked for nothing once its time is over. */
  async run(task: Task, signal: AbortSignal, slot?: HostSlot): Promise<PageOutcome | NeedyPage | PutOffPage> {
    try {
      const result = await this.#fetch(task, signal, slot);
      return (await this.#turnedAway(task, result)) ?? { task, state: 'succeeded', result };
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      if (thrown instanceof HostLeaseOver) return { state: 'putOff' };
      return this.#failed(task, toAppError(thrown));
    }
  }

  #fetch(task: Task, signal: AbortSignal, slot: HostSlot | undefined): Promise<Result> {
    const actions = { actions: this.registries.action.list() };
    const waitMs = task.spec.waitForMs + totalWaitMs(actions, task.spec.actions);
    const timeoutMs = task.spec.timeoutMs + waitMs;
    return withDeadline(timeoutMs, task.spec.url, signal, (bounded, end) =>
      this.runner.run(slot?.holds ? { ...task, hostLease: leaseOf(slot, task, end) } : task, bounded),
    );
  }

  /** A site that asks for a pause gets it: the page is tried again when its host may be asked again. */
  async #turnedAway(task: Task, { page: { statusCode } }: Result): Promise<PageOutcome | undefined> {
    if ((statusCode !== 429 && statusCode !== 503) || task.attempt >= maxAttempts) return undefined;
    return { task, state: 'again', notBefore: notBeforeIn(await this.pace.waitOf(new URL(task.spec.url).host)) };
  }

  async #failed(task: Task, error: AppError): Promise<PageOutcome | NeedyPage> {
    if (error.code === 'SCRAPE_NEEDS_PERSON') return { task, state: 'needsPerson', error };
    const decision = task.attempt < maxAttempts ? await this.hooks.retry.promise(error, task) : undefined;
    if (decision) return { task, state: 'again', notBefore: notBeforeIn(decision.delayMs) };
    return { task, state: 'failed', error };
  }
}
