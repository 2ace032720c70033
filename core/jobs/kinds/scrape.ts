import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import { newId } from '../../common/ids';
import type { Job } from '../../common/job';
import type { Result, ScrapeSpec, Task } from '../../common/model';
import { EventBus } from '../../delivery/event-bus';
import { Hooks } from '../../hooks';
import { ScrapeStore } from '../../storage/ports';
import { withDeadline } from '../../tasks/deadline';
import { Slots } from '../../tasks/slots';
import { TaskRunner } from '../../tasks/task-runner';

/** What comes with a scrape besides its spec. */
export interface ScrapeCall {
  /** Id of the API key that asks, for the activity log. */
  readonly keyId: string;
  /** Job id chosen by the caller, so that it can follow the progress; a new one when absent. */
  readonly jobId?: string;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  /** Milliseconds the actions may wait, on top of the timeout. */
  readonly waitMs: number;
}

/** Scrapes one page while the caller waits: a job of one task. */
@injectable()
export class ScrapeService {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(Slots) private readonly slots: Slots,
    @inject(ScrapeStore) private readonly store: ScrapeStore,
    @inject(EventBus) private readonly events: EventBus,
  ) {}

  /** Runs the scrape to its end. Rejects with an AppError; a caller who leaves ends the work. */
  async scrape(given: ScrapeSpec, call: ScrapeCall): Promise<Result> {
    const spec = await this.hooks.spec.promise(given);
    const job = this.#open(spec, call);
    await this.hooks.jobOpened.promise(job);
    const task: Task = { id: job.id, jobId: job.id, kind: 'scrape', spec, depth: 0, attempt: 1 };
    try {
      const result = await this.#run(task, call);
      await this.#close(job, task, { result });
      return result;
    } catch (thrown) {
      const error = toAppError(thrown);
      await this.#close(job, task, { error });
      throw error;
    }
  }

  /** The wire document of a past scrape; throws JOB_NOT_FOUND once it is no longer kept. */
  async result(id: string): Promise<Result> {
    const result = await this.store.result(id);
    if (!result) throw new AppError('JOB_NOT_FOUND');
    return result;
  }

  #open(spec: ScrapeSpec, { jobId, keyId }: ScrapeCall): Job {
    const { version, url, zeroDataRetention } = spec;
    const createdAt = new Date().toISOString();
    const id = jobId ?? newId();
    return {
      id,
      kind: 'scrape',
      version,
      state: 'active',
      url,
      spec,
      options: {},
      createdAt,
      startedAt: createdAt,
      zeroDataRetention,
      keyId,
    };
  }

  /** Waits for a place and runs the task, both within the timeout. */
  #run(task: Task, { signal: caller, waitMs }: ScrapeCall): Promise<Result> {
    const { spec, id } = task;
    return withDeadline(spec.timeoutMs + spec.waitForMs + waitMs, spec.url, caller, async (signal) => {
      const release = await this.slots.acquire(signal);
      try {
        return await this.runner.run(task, signal, (stage) => void this.events.emit('scrape.progress', id, { stage }));
      } finally {
        release();
      }
    });
  }

  async #close(job: Job, task: Task, end: { readonly result: Result } | { readonly error: AppError }): Promise<void> {
    const finishedAt = new Date().toISOString();
    const closed: Job = { ...job, finishedAt, state: 'result' in end ? 'completed' : 'failed' };
    if ('result' in end) await this.hooks.taskDone.promise({ task, state: 'succeeded', result: end.result });
    else await this.hooks.taskDone.promise({ task, state: 'failed', error: end.error });
    if (!job.zeroDataRetention) await this.#remember(closed, end, finishedAt);
    await this.hooks.jobClosed.promise('result' in end ? closed : { ...closed, error: end.error.message });
  }

  /** What has been answered survives the death of the process; a disk that cannot take it fails no scrape. */
  async #remember(
    job: Job,
    end: { readonly result: Result } | { readonly error: AppError },
    finishedAt: string,
  ): Promise<void> {
    const { id, url, spec, createdAt } = job;
    const result = 'result' in end ? end.result : undefined;
    const metadata = result?.document.metadata as { readonly title?: string; readonly statusCode?: number } | undefined;
    const error = 'error' in end ? { code: end.error.code, message: end.error.message } : undefined;
    const record = {
      id,
      url,
      spec,
      state: result ? ('completed' as const) : ('failed' as const),
      title: metadata?.title,
      statusCode: metadata?.statusCode,
      error,
      credits: result?.credits ?? 0,
      createdAt,
      finishedAt,
    };
    try {
      await this.store.put(record, result);
    } catch (thrown) {
      const { message } = toAppError(thrown);
      await this.events.emit('storage.failed', id, { message }).catch(() => undefined);
    }
  }
}
